import assert from 'node:assert/strict'
import { ALL_DIALECTS } from '../dialects/all.ts'
import { neutral } from '../dialects/neutral/dialect.ts'
import { restoreMessages } from '../dialects/restore-messages.ts'
import { createCompactor, presets } from '../index.ts'
import { EMPTY_STATE, ingest } from '../ingest/ingest.ts'
import { renderPrompt } from '../render/render-prompt.ts'
import type { MessageDraft } from '../schema/draft.ts'
import { isFailure } from '../schema/failures.ts'
import { frozen } from '../schema/frozen.ts'
import { type GivenJson, isJsonObject, type Json } from '../schema/json.ts'
import type { Dialect, Surroundings } from '../schema/ports.ts'
import type { Prompt } from '../schema/prompt.ts'
import { longTalk, TALK } from './dialect-talk.ts'

/** A dialect, and what programs write in it: requests or bare arrays, the more of its fields and blocks the better. */
export interface DialectScene {
  readonly dialect: Dialect
  readonly samples: readonly GivenJson[]
}

export interface DialectCase {
  readonly name: string
  /** Throws if the dialect is wrong. */
  run(scene: DialectScene): void | Promise<void>
}

/** Everything that the engine relies on. A dialect is done when all of these pass, under any test runner. */
export const dialectCases: readonly DialectCase[] = [
  {
    name: 'gives back what it took, in the same order of keys, and changes nothing in it',
    run({ dialect, samples }) {
      assert.ok(samples.length > 0, 'there are samples')
      for (const sample of inputsOf(samples)) assertRestored(dialect, sample)
    },
  },
  {
    name: 'gives back fields that nobody foresaw, around the messages and in each of them',
    run({ dialect, samples }) {
      const unforeseen: Json = JSON.parse('{"__proto__":{"polluted":true},"list":[null,{"a":1}]}')
      for (const sample of inputsOf(samples)) {
        const { envelope, messages } = dialect.read(sample)
        const strange = restoredFrom(messages).map((message) => (isJsonObject(message) ? { ...message, unforeseen } : message))
        assertRestored(dialect, dialect.restore(isJsonObject(envelope) ? { ...envelope, unforeseen } : envelope, strange))
      }
    },
  },
  {
    name: 'takes what is not its own apart as well, or refuses it with input-invalid',
    run({ dialect }) {
      for (const input of [7, null, 'hello', {}, [7], [null], [{}], [[]], { messages: 7 }, { messages: [{ role: 7 }] }]) {
        try {
          assertRestored(dialect, input)
        } catch (error) {
          assert.ok(isFailure(error, 'input-invalid'), `${JSON.stringify(input)}: ${String(error)}`)
        }
      }
    },
  },
  {
    name: 'recognises its own, and is surer of it than our dialects are',
    run({ dialect, samples }) {
      const others = ALL_DIALECTS.filter(({ traits }) => traits.name !== dialect.traits.name)
      for (const input of [...inputsOf(samples), 7, null, [], {}, [null]]) {
        const sure = dialect.recognise(input)
        assert.ok(sure >= 0 && sure <= 1, `${sure} is between 0 and 1`)
      }
      const isSurest = (sample: Json): boolean => others.every((other) => other.recognise(sample) < dialect.recognise(sample))
      assert.ok(inputsOf(samples).some(isSurest), 'at least one sample has a mark of the dialect')
    },
  },
  {
    name: 'writes valid requests of its own samples',
    run({ dialect, samples }) {
      for (const sample of inputsOf(samples)) {
        const { dialect: name, envelope, tools, messages } = dialect.read(sample)
        const prompt = promptOf(dialect, messages)
        if (prompt.messages.length > 0) assertValid(dialect, written(dialect, prompt, { dialect: name, envelope, tools }))
      }
    },
  },
  {
    name: 'writes a valid request of what came in another dialect, damage included, and of tools of any dialect',
    run({ dialect }) {
      assertValid(dialect, written(dialect, promptOf(dialect, FOREIGN), { dialect: 'neutral', envelope: null, tools: TOOLS }))
      const tools = dialect.writeTools(TOOLS)
      assert.deepEqual(dialect.writeTools(tools), tools, 'tools of its own are written as they are')
    },
  },
  {
    name: 'reads what it wrote, and writes the same of it',
    run({ dialect }) {
      const once = written(dialect, promptOf(dialect, FOREIGN), { dialect: 'neutral', envelope: null, tools: TOOLS })
      const { envelope, messages, tools } = dialect.read(once)
      const twice = written(dialect, promptOf(dialect, messages), { dialect: dialect.traits.name, envelope, tools })
      assert.deepEqual(twice, once)
    },
  },
  {
    name: 'writes and validates stretches that begin with an assistant run one by one, as if they were one',
    run({ dialect }) {
      const { messages } = promptOf(dialect, [...neutral.readMessages(longTalk(2)), ...FOREIGN])
      const whole = dialect.writeMessages(messages)
      const starts = messages.flatMap(({ role }, at) => (role === 'assistant' && messages[at - 1]?.role !== role ? [at] : []))
      assert.ok(starts.length > 2, 'there are stretches')
      for (const at of starts) {
        const [first, second] = [dialect.writeMessages(messages.slice(0, at)), dialect.writeMessages(messages.slice(at))]
        assert.deepEqual([...first, ...second], whole)
        // The second stretch twice: its call ids are used already.
        const before = dialect.validateMessages(whole, { index: 0, used: new Set() })
        const after = dialect.validateMessages(second, { index: whole.length, used: before.used })
        const all = dialect.validateMessages([...whole, ...second], { index: 0, used: new Set() })
        assert.deepEqual([...before.violations, ...after.violations], all.violations)
        assert.deepEqual(new Set([...before.used, ...after.used]), all.used)
      }
    },
  },
  {
    name: 'can be compacted at any window: requests are valid and fit',
    async run({ dialect }) {
      const compactor = createCompactor({ dialects: [dialect], policy: presets.balanced({ trigger: 1, release: 1 }) })
      const thread = await compactor.thread('talk')
      await thread.appendDrafts(neutral.readMessages(longTalk(12)))
      for (const window of [400, 700, 1_500, 3_000, 6_000]) {
        const { request, receipt } = await thread.compact({ dialect, window, reserve: 100 })
        assertValid(dialect, request)
        assert.ok(receipt.tokens.after <= receipt.tokens.budget, `${receipt.tokens.after} of ${receipt.tokens.budget} tokens`)
      }
    },
  },
]

const FOREIGN: readonly MessageDraft[] = neutral.readMessages(TALK)
const TOOLS: readonly Json[] = [
  { type: 'function', function: { name: 'read', description: 'Reads a file.', parameters: { type: 'object', properties: {} } } },
  { name: 'list', input_schema: { type: 'object', properties: { path: { type: 'string' } } } },
]

/** Samples as they come over the wire, frozen. */
function inputsOf(samples: readonly GivenJson[]): readonly Json[] {
  return samples.map((sample) => frozen(JSON.parse(JSON.stringify(sample))))
}

function restoredFrom(messages: readonly MessageDraft[]): readonly Json[] {
  return restoreMessages(ingest(EMPTY_STATE, messages).entries)
}

function assertRestored(dialect: Dialect, input: Json): void {
  const { envelope, messages } = dialect.read(input)
  assert.equal(JSON.stringify(dialect.restore(envelope, restoredFrom(messages))), JSON.stringify(input))
}

function promptOf({ traits }: Dialect, drafts: readonly MessageDraft[]): Prompt {
  return renderPrompt({ entries: ingest(EMPTY_STATE, drafts).entries, records: [], traits, summaryRole: 'assistant' })
}

function written(dialect: Dialect, { system, messages }: Prompt, around: Surroundings): Json {
  return dialect.assemble(system, dialect.writeMessages(messages), around)
}

function assertValid(dialect: Dialect, request: Json): void {
  assert.deepEqual(dialect.validate(request), [], JSON.stringify(request).slice(0, 2_000))
}
