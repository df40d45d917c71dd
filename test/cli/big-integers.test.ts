import { writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { shieldIntegers, unshieldIntegers } from '../../src/cli/input/big-integers.ts'
import { file, palimpsest } from './program.ts'

const BIG = '12345678901234567891'

describe.concurrent('case 91 · integers above 2^53', () => {
  const session = `{"seed":${BIG},"max_tokens":1000,"messages":[
    {"role":"user","content":"Order 7 of ${BIG}."},
    {"role":"assistant","content":[{"type":"tool_use","id":"c1","name":"order","input":{"id":-${BIG},"few":7,"half":0.12345678901234567}}]},
    {"role":"user","content":[{"type":"tool_result","tool_use_id":"c1","content":"ok"}]}]}`

  it.each(['anthropic', 'openai-chat'])('A13 · come out of the command line as they went in, in %s', async (to) => {
    const { exit, stdout } = await palimpsest(['compact', file(session), '--to', to])
    expect(exit).toBe(0)
    expect(stdout).toMatch(to === 'anthropic' ? `"seed":${BIG}` : `-${BIG}`)
    expect(stdout).toContain(`id${to === 'anthropic' ? '"' : '\\"'}:-${BIG},`)
    expect(stdout).toContain(`Order 7 of ${BIG}.`)
    expect(() => JSON.parse(stdout)).not.toThrow()
  })

  it('A13 · are shielded wherever they stand, and nothing else is', () => {
    const json = `[${BIG},-${BIG},9007199254740991,1.${BIG},1e400,"${BIG}","a\\"${BIG}",{"${BIG}":9007199254740993}]`
    const shielded = shieldIntegers(json)
    expect(unshieldIntegers(shielded)).toBe(json)
    const parsed: unknown = JSON.parse(shielded)
    expect(parsed).toMatchObject([expect.any(String), expect.any(String), 9007199254740991, expect.any(Number), {}, BIG, {}, {}])
    expect(unshieldIntegers(JSON.stringify({ nested: JSON.stringify(JSON.parse(shieldIntegers(`{"a":${BIG}}`))) }))).toBe(
      `{"nested":"{\\"a\\":${BIG}}"}`,
    )
  })
})

describe.concurrent('a store that is not ours', () => {
  it.each([
    ['a session file', 'x.jsonl', '{"a":1}\n', 'a session file of Palimpsest, found something else'],
    ['a database', 'x.db', 'hello', 'a database of Palimpsest, found a file of another kind'],
  ])('D8 · %s ends with 2 and stays as it was', async (_, name, content, says) => {
    const path = file('{}', name)
    writeFileSync(path, content)
    const { exit, stderr } = await palimpsest(['threads', '--store', path])
    expect(exit).toBe(2)
    expect(stderr).toContain(says)
  })
})

describe.concurrent('explain on a narrow screen', () => {
  it('F5 · breaks its lines between words', async () => {
    const args = ['explain', 'samples/ferry-timetable.json', '--preset', 'timeline', '--window', '16k']
    const [wide, narrow] = await Promise.all([palimpsest(args), palimpsest(args, { environment: { COLUMNS: '60' } })])
    const lines = narrow.stdout.split('\n')
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(60)
    expect(narrow.stdout.split(/\s+/)).toEqual(wide.stdout.split(/\s+/))
  })
})
