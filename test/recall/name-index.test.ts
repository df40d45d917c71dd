import { describe, expect, it } from 'vitest'
import { createCompactor } from '../../src/index.ts'
import { nameIndex } from '../../src/recall/name-index.ts'
import { characterTokenizer } from '../../src/tokenizers/characters.ts'
import { agent, calls, messagesFor, results, user } from '../support/steps.ts'

describe('the names of a conversation', () => {
  it('B4 · come with where they stood last, those first that were named lately, often, and not only by tools', async () => {
    const thread = await createCompactor({ tokenizer: characterTokenizer() }).thread('t')
    await thread.append(
      messagesFor('openai-chat', [
        user('Look at src/tides.py.'),
        calls(['c1', 'read', { path: 'src/tides.py' }]),
        results(['c1', 'def harbour_depth(): ...\ndef unused_helper(): ...']),
        agent('I change harbour_depth now.'),
      ]),
    )
    expect(nameIndex(await thread.entries())).toEqual([
      { name: 'src/tides.py', last: 1 },
      { name: 'harbour_depth', last: 3 },
      { name: 'unused_helper', last: 2 },
    ])
    expect(nameIndex([])).toEqual([])
    const { text } = await thread.brief({ goal: 'Go on with the harbour.' })
    expect(text).toContain('src/tides.py e1, harbour_depth e3')
  })
})
