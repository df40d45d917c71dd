import { describe, expect, it } from 'vitest'
import { anthropic } from '../../src/dialects/anthropic/dialect.ts'
import { neutral } from '../../src/dialects/neutral/dialect.ts'
import { openaiChat } from '../../src/dialects/openai-chat/dialect.ts'
import { type CompactorOptions, createCompactor } from '../../src/index.ts'
import type { Json } from '../../src/schema/json.ts'
import { caught, failureIn, rejection } from '../support/caught.ts'
import { finishedTurns, messagesFor } from '../support/steps.ts'

const MESSAGES = [{ role: 'user', content: 'Where is the lamp?' }]
/** The same as Anthropic would have it. */
const ANTHROPIC = [{ role: 'user', content: [{ type: 'text', text: 'Where is the lamp?' }] }]

/** Options as a caller without types hands them in. */
function untyped<Options extends object>(text: string): Options {
  return JSON.parse(text)
}

const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : '')

describe('options of a compactor', () => {
  it('are their defaults where they are undefined', async () => {
    const keys = ['store', 'policy', 'artifacts', 'toolPolicies', 'summarizer', 'summaryDeadlineMs', 'tokenizer', 'hash', 'clock']
    const more = ['meter', 'models', 'learned', 'redact', 'redactionKey', 'keepRequests', 'promptCache', 'dialects']
    const options: CompactorOptions = Object.fromEntries([...keys, ...more].map((key) => [key, undefined]))
    const [plain, undefinedAll] = await Promise.all(
      [createCompactor(), createCompactor(options)].map(async (compactor) => {
        const thread = await compactor.thread('t')
        await thread.append(MESSAGES)
        return (await thread.prepare()).request
      }),
    )
    expect(undefinedAll).toEqual(plain)
  })

  it('are refused at once where they do not exist, with the name that was probably meant', () => {
    const meant = { stroe: 'store', Policy: 'policy', tokeniser: 'tokenizer', summariser: 'summarizer', artefacts: 'artifacts' }
    for (const [name, nearest] of Object.entries(meant)) {
      const failure = failureIn(caught(() => createCompactor(untyped(`{ "${name}": {} }`))))
      expect(failure).toMatchObject({ code: 'option-unknown', of: 'createCompactor', name, nearest })
    }
  })

  it('say what was handed in and what goes there', async () => {
    const said = (options: string): string => wordsOf(caught(() => createCompactor(untyped(options))))
    expect(said('{ "policy": "balanced" }')).toBe('policy: expected an object, such as presets.balanced(), found "balanced".')
    expect(said('{ "policy": {} }')).toContain('found an object without a trigger')
    expect(said('{ "store": "agent.db" }')).toContain('such as await openSqliteStore(\'agent.db\'), found "agent.db"')
    expect(said('{ "summarizer": "gpt-5" }')).toMatch(/^summarizer: expected a summarizer, such as .*, found "gpt-5"\.$/)
    expect(said('{ "summarizer": {} }')).toContain('found an object without `summarize`')
    const thread = await createCompactor().thread('t')
    const odd: readonly (readonly [() => Promise<unknown>, string])[] = [
      [
        () => thread.use(untyped('{ "policy": "of" }')),
        'policy: expected a policy, such as presets.balanced(), or \'off\' for a thread, found "of".',
      ],
      [() => thread.branch(untyped('{}')), 'at: expected the entry to go on from, such as e5, found nothing.'],
      [() => thread.handoff(untyped('{}')), 'goal: expected what is to be done, in words, found nothing.'],
      [() => thread.prepare(untyped('{ "system": 5 }')), 'system: expected a text, or a list of text blocks, found 5.'],
      [() => thread.prepare(untyped('{ "tools": { "a": 1 } }')), 'tools.a: expected a tool definition, found 1.'],
      [
        () => thread.append(untyped('{ "role": "user", "content": "x" }')),
        'messages: expected an array of JSON messages, found one message: put it into a list.',
      ],
      [
        () => thread.append([{ role: 'user', content: 'x', messages: 5n }] as never),
        'messages: expected an array of JSON messages, found what is no JSON: Do not know how to serialize a BigInt.',
      ],
      [
        () => createCompactor().thread(untyped<never>('{}')),
        'the name of a thread: expected a text of 1 to 512 bytes, found an object.',
      ],
    ]
    for (const [refused, words] of odd) expect(wordsOf(await rejection(refused()))).toBe(words)
  })

  it('say model, window and dialect once for all threads; a thread and a call say otherwise', async () => {
    const compactor = createCompactor({ dialect: 'anthropic', model: 'claude-opus-4-1', window: 9_000 })
    const thread = await compactor.thread('t')
    await thread.append(MESSAGES)
    expect((await thread.entries()).map(({ message }) => message.dialect)).toEqual(['anthropic'])
    expect((await thread.check()).modelLimit).toBe(9_000)
    expect((await thread.check({ window: 7_000 })).modelLimit).toBe(7_000)
    expect((await thread.prepare()).record.dialect).toBe('anthropic')
    await thread.use({ window: 5_000 })
    expect((await thread.check()).modelLimit).toBe(5_000)
    await thread.append([{ role: 'user', content: 'And the switch?' }])
    expect((await thread.entries()).at(-1)?.message.dialect).toBe('anthropic')
    expect((await (await compactor.thread('another')).check()).modelLimit).toBe(9_000)
    expect((await thread.prepare({ dialect: 'openai-chat' })).record.dialect).toBe('openai-chat')
  })

  it('are refused at once if they cannot be meant: a dialect that does not exist, a window of nothing, a number as text', () => {
    const unknown = failureIn(caught(() => createCompactor({ dialect: 'openai' })))
    expect(unknown).toMatchObject({ code: 'dialect-unknown', name: 'openai', known: expect.arrayContaining(['openai-chat']) })
    expect(failureIn(caught(() => createCompactor({ window: 0 })))).toMatchObject({ code: 'budget-invalid', field: 'window' })
    const asText = failureIn(caught(() => createCompactor(untyped('{ "window": "8000" }'))))
    expect(asText).toMatchObject({ code: 'input-invalid', at: 'window', expected: 'a number', found: '"8000"' })
    const misspelled = failureIn(caught(() => createCompactor(untyped('{ "windwo": 8000 }'))))
    expect(misspelled).toMatchObject({ code: 'option-unknown', name: 'windwo', nearest: 'window' })
  })
})

describe('options of a request', () => {
  it('are refused where they do not exist', async () => {
    const thread = await createCompactor().thread('t')
    await thread.append(MESSAGES)
    await expect(thread.prepare(untyped('{ "windwo": 100 }'))).rejects.toMatchObject({
      failure: { code: 'option-unknown', name: 'windwo', nearest: 'window' },
      message: 'A request has no option "windwo". Did you mean window?',
    })
    await expect(thread.compact({ window: 4_000, instructions: 'keep the lamp' })).resolves.toMatchObject({ changed: false })
  })

  it('are refused if they are of the wrong kind: null, numbers as text', async () => {
    const thread = await createCompactor().thread('t')
    await thread.append(MESSAGES)
    await thread.prepare()
    const requests = ['model', 'system', 'baseUrl', 'dialect', 'window', 'reserve', 'byteLimit', 'around', 'signal', 'sources']
    for (const name of requests) {
      for (const verb of ['prepare', 'compact', 'check', 'explain', 'undo'] as const) {
        const failure = failureIn(await rejection(thread[verb](untyped(`{ "${name}": null }`))))
        expect(failure, `${verb} ${name}`).toMatchObject({ code: 'input-invalid', at: name, found: 'null' })
      }
    }
    for (const name of ['window', 'reserve', 'byteLimit']) {
      const failure = failureIn(await rejection(thread.prepare(untyped(`{ "${name}": "8000" }`))))
      expect(failure).toEqual({ code: 'input-invalid', at: name, expected: 'a number', found: '"8000"' })
    }
    for (const name of ['limit', 'actual']) {
      const failure = failureIn(await rejection(thread.overflowed(untyped(`{ "${name}": "8000" }`))))
      expect(failure).toEqual({ code: 'input-invalid', at: name, expected: 'a number', found: '"8000"' })
    }
    const unknown = failureIn(await rejection(thread.overflowed(untyped('{ "limt": 8000 }'))))
    expect(unknown).toMatchObject({ code: 'option-unknown', nearest: 'limit' })
    for (const name of ['store', 'policy', 'tokenizer', 'clock', 'hash', 'models', 'dialects', 'toolPolicies', 'keepRequests']) {
      const failure = failureIn(caught(() => createCompactor(untyped(`{ "${name}": null }`))))
      expect(failure, name).toMatchObject({ code: 'input-invalid', at: name, found: 'null' })
    }
    expect(() => createCompactor({ artifacts: null })).not.toThrow()
  })

  it('name tools in a list, or by name, and nothing else', async () => {
    const thread = await createCompactor().thread('t')
    const wrong = { failure: { code: 'input-invalid', at: 'tools.read', found: '7' } }
    await expect(thread.append(MESSAGES, untyped('{ "tools": { "read": 7 } }'))).rejects.toMatchObject(wrong)
    await expect(thread.prepare(untyped('{ "tools": { "read": 7 } }'))).rejects.toMatchObject(wrong)
  })

  it('take a dialect by itself as by its name, whether or not the compactor has it', async () => {
    const thread = await createCompactor({ dialects: [openaiChat, neutral] }).thread('t')
    await thread.append(MESSAGES, { dialect: openaiChat })
    const [byName, byItself]: Json[] = [
      (await thread.prepare({ dialect: 'neutral' })).request,
      (await thread.prepare({ dialect: neutral })).request,
    ]
    expect(byItself).toEqual(byName)
    expect((await thread.prepare({ dialect: anthropic })).request).toEqual({ messages: ANTHROPIC })
    await expect(thread.prepare({ dialect: 'anthropic' })).rejects.toMatchObject({ failure: { code: 'dialect-unknown' } })
  })

  it('may name another dialect for the request after an overflow', async () => {
    const thread = await createCompactor().thread('t')
    await thread.append(messagesFor('openai-chat', finishedTurns(40, 200)))
    const { record, tokens } = await thread.prepare({ dialect: openaiChat, system: 'be brief' })
    expect(record.dialect).toBe('openai-chat')
    const again = await thread.overflowed({ limit: tokens - 1, dialect: anthropic })
    expect(again.request.system).toBe('be brief')
    expect(again.record.dialect).toBe('anthropic')
    expect((await thread.overflowed()).record.dialect).toBe('anthropic')
  })

  it('L13 · a tenant, an event or a hook that is misspelled is refused, not passed over', async () => {
    const compactor = createCompactor()
    const loosely = compactor as unknown as Record<string, (...given: unknown[]) => unknown>
    const refused = { failure: { code: 'option-unknown', nearest: 'tenant' } }
    await expect(loosely['thread']?.('t', { tennant: 'acme' })).rejects.toMatchObject(refused)
    await expect(loosely['verify']?.('t', { tennant: 'acme' })).rejects.toMatchObject(refused)
    await expect(loosely['threads']?.({ tennant: 'acme' })).rejects.toMatchObject(refused)
    await expect(loosely['search']?.('a', { tennant: 'acme' })).rejects.toMatchObject(refused)
    expect(caught(() => loosely['learned']?.({ tennant: 'acme' }))).toMatchObject(refused)
    expect(caught(() => loosely['on']?.('compaction-dne', () => undefined))).toMatchObject({
      failure: { code: 'option-unknown', nearest: 'compaction-done' },
    })
    expect(caught(() => loosely['on']?.('compaction-done'))).toMatchObject({
      failure: { code: 'input-invalid', expected: 'a function' },
    })
    expect(caught(() => createCompactor({ hooks: { befor: () => undefined } as never }))).toMatchObject({
      failure: { code: 'option-unknown', nearest: 'before' },
    })
  })
})

describe('options of other calls', () => {
  it('name what is known where nothing that was written comes near', () => {
    const failure = caught(() => createCompactor(untyped('{ "xylophone": {} }')))
    expect(failureIn(failure)).toMatchObject({ code: 'option-unknown', nearest: '' })
    expect(String(failure)).toMatch(/createCompactor has no option "xylophone"\. Known are .*store/)
  })

  it('are refused by settle, which would learn nothing from them', async () => {
    const thread = await createCompactor().thread('t')
    await thread.append(MESSAGES)
    await thread.prepare()
    expect(failureIn(await rejection(thread.settle(untyped('{ "usge": {} }'))))).toMatchObject({ of: 'settle', nearest: 'usage' })
    expect(failureIn(await rejection(thread.settle({ usage: 'x' })))).toMatchObject({
      code: 'input-invalid',
      at: 'usage',
      found: '"x"',
    })
    await expect(thread.settle({ usage: null })).resolves.toBeNull()
  })

  it('are refused where no options were handed in, but something else', async () => {
    const thread = await createCompactor().thread('t')
    await thread.append(MESSAGES)
    const calls: Readonly<Record<string, (given: never) => Promise<unknown>>> = {
      ...{ prepare: thread.prepare, compact: thread.compact, explain: thread.explain, check: thread.check, use: thread.use },
      append: (given) => thread.append(MESSAGES, given),
      resend: (given) => thread.resend(MESSAGES, given),
    }
    for (const [name, call] of Object.entries(calls)) {
      for (const given of [null, 5, 'off']) {
        const words = wordsOf(await rejection(call(given as never)))
        expect(words, name).toBe(
          `${words.slice(0, words.indexOf(':'))}: expected an object with options, found ${JSON.stringify(given)}.`,
        )
      }
    }
    expect(wordsOf(await rejection(thread.append(MESSAGES, untyped('{ "dialekt": "neutral" }'))))).toContain(
      'Did you mean dialect?',
    )
    expect(wordsOf(await rejection(thread.resend(MESSAGES, untyped('{ "clint": "a" }'))))).toContain('Did you mean client?')
    expect(wordsOf(await rejection(thread.pin({ entry: 'e99' })))).toMatch(/^There is no entry "e99"/)
  })

  it('of report, result and a tokenizer are refused with what goes there', async () => {
    const thread = await createCompactor().thread('t')
    await thread.append(MESSAGES)
    const odd: readonly (readonly [() => Promise<unknown>, string])[] = [
      [() => thread.report(undefined as never), 'what thread.report is given: expected an object with options, found nothing.'],
      [() => thread.report(untyped('{}')), 'success: expected true or false, found nothing.'],
      [() => thread.report(untyped('{ "success": "yes" }')), 'success: expected true or false, found "yes".'],
      [() => thread.result(null as never), 'what thread.result is given: expected an object with options, found null.'],
      [() => thread.result({ tokens: -1 }), 'tokens: expected a number, 0 or more, found -1.'],
      [() => thread.result({ tokens: Number.NaN }), 'tokens: expected a number, 0 or more, found NaN.'],
    ]
    for (const [refused, words] of odd) expect(wordsOf(await rejection(refused()))).toBe(words)
    expect(await thread.quality()).toMatchObject({ succeeded: 0, failed: 0 })
    for (const [given, lacks] of [
      ['{}', 'count'],
      ['{ "name": "t" }', 'count'],
    ] as const) {
      const said = wordsOf(caught(() => createCompactor({ tokenizer: untyped(given) })))
      expect(said).toMatch(new RegExp(`^tokenizer: expected a tokenizer, .*found an object without \`${lacks}\`\\.$`))
    }
    expect(wordsOf(caught(() => createCompactor({ tokenizer: { count: () => 1 } as never })))).toContain('without `name`')
  })

  it('case 29 · refuse a limit of no bytes, as they refuse a window of no tokens', async () => {
    const thread = await createCompactor().thread('t')
    await thread.append(MESSAGES)
    for (const byteLimit of [0, -1, 0.5, Number.NaN])
      for (const call of [
        () => thread.prepare({ byteLimit }),
        () => thread.check({ byteLimit }),
        () => thread.use({ byteLimit }),
        () => thread.recover(new Error('prompt is too long'), { byteLimit }),
      ])
        expect(failureIn(await rejection(call()))).toMatchObject({ code: 'budget-invalid', field: 'byteLimit' })
    expect((await thread.prepare({ byteLimit: Number.POSITIVE_INFINITY })).changed).toBe(false)
  })

  it('case 81 · refuse a controller in place of its signal: it could stop nothing', async () => {
    const thread = await createCompactor().thread('t')
    await thread.append(MESSAGES)
    const signal = new AbortController() as never
    for (const call of [
      () => thread.prepare({ signal }),
      () => thread.compact({ signal }),
      () => thread.clear({ signal }),
      () => thread.settle({ signal }),
      () => thread.recover(new Error('prompt is too long'), { signal }),
      () => thread.brief({ goal: 'go on', signal }),
    ])
      expect(wordsOf(await rejection(call()))).toMatch(/^signal: expected an AbortSignal, found an object/)
  })

  it('are refused by pin and check, with what they know', async () => {
    const thread = await createCompactor().thread('t')
    await thread.append(MESSAGES)
    expect(failureIn(await rejection(thread.pin(untyped('{ "txt": "lamp" }'))))).toMatchObject({ of: 'pin', nearest: 'text' })
    expect(failureIn(await rejection(thread.pin(untyped('{}'))))).toMatchObject({ at: 'pin', found: 'neither' })
    expect(failureIn(await rejection(thread.check(untyped('{ "treshold": 0.5 }'))))).toMatchObject({ nearest: 'threshold' })
  })

  it('A9 · tell of every request whether the call compacted', async () => {
    const thread = await createCompactor().thread('t')
    await thread.append(MESSAGES)
    expect((await thread.prepare()).changed).toBe(false)
  })
})
