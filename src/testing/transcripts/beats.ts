import fc from 'fast-check'
import type { ResultShape } from './model.ts'
import { cleanTexts, dirtyTexts, type TextSpec } from './texts.ts'

/** One thing that happens in a conversation. Specifications only: what is written depends on what came before. */
export type Beat =
  | { readonly kind: 'person'; readonly parts: readonly ContentSpec[]; readonly shape: 'string' | 'array'; readonly extra: Extra }
  | { readonly kind: 'agent'; readonly parts: readonly ContentSpec[]; readonly shape: 'string' | 'array'; readonly extra: Extra }
  | { readonly kind: 'round'; readonly round: RoundSpec }
  | { readonly kind: 'notice'; readonly notice: number; readonly text: TextSpec }
  | { readonly kind: 'system'; readonly text: TextSpec }
  | { readonly kind: 'orphan'; readonly text: TextSpec; readonly shape: ResultShape; readonly extra: Extra }
  | { readonly kind: 'summary'; readonly text: TextSpec }
  | {
      readonly kind: 'hollow'
      readonly role: 'user' | 'assistant' | 'system'
      readonly shape: 'string' | 'array' | 'null' | 'absent'
    }

export type ContentSpec =
  | { readonly kind: 'text'; readonly text: TextSpec; readonly extra: Extra }
  | { readonly kind: 'reasoning'; readonly text: TextSpec; readonly seal: 'signed' | 'redacted' | 'plain' }
  | { readonly kind: 'file'; readonly media: 'image' | 'document' | 'audio'; readonly url: boolean }
  | { readonly kind: 'opaque'; readonly type: OpaqueType; readonly words: number }

export type OpaqueType = 'server_tool_use' | 'approval_request' | 'refusal' | 'hologram' | 'compaction'

/** What a message or block carries besides what is foreseen. */
export type Extra = 'none' | 'cache' | 'citations' | 'unknown' | 'proto'

export interface RoundSpec {
  readonly lead: readonly ContentSpec[]
  readonly calls: readonly CallSpec[]
  /** Calls in two assistant messages, one after the other. */
  readonly split: boolean
  readonly reversed: boolean
  readonly grouping: 'apart' | 'together'
  /** A person writes between the calls and their results, or into the same message. */
  readonly chatter: { readonly where: 'before' | 'with' | 'with-first'; readonly text: TextSpec } | null
  /** A result of some other call among the results. */
  readonly stowaway: boolean
}

export interface CallSpec {
  readonly tool: 'known' | 'removed' | 'illegal' | 'long' | 'empty'
  readonly id: 'own' | 'shared' | 'none' | 'illegal' | 'empty' | 'long' | 'broken'
  readonly input: 'object' | 'empty' | 'text' | 'cut' | 'array' | 'large' | 'proto' | 'surrogate'
  readonly answer: 'answered' | 'missing' | 'twice' | 'late' | 'early'
  readonly result: TextSpec
  readonly interrupted: boolean
  readonly failed: boolean
  readonly shape: ResultShape
  readonly extra: Extra
}

const cleanContent: fc.Arbitrary<ContentSpec> = fc.record({
  kind: fc.constant('text'),
  text: cleanTexts,
  extra: fc.constant('none'),
})

const extras: fc.Arbitrary<Extra> = fc.oneof(
  { weight: 8, arbitrary: fc.constant<Extra>('none') },
  { weight: 2, arbitrary: fc.constantFrom<Extra>('cache', 'citations', 'unknown', 'proto') },
)

const dirtyContent: fc.Arbitrary<ContentSpec> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ kind: fc.constant('text' as const), text: dirtyTexts, extra: extras }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('file' as const),
      media: fc.constantFrom('image', 'document', 'audio'),
      url: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('opaque' as const),
      type: fc.constantFrom<OpaqueType>('server_tool_use', 'approval_request', 'refusal', 'hologram', 'compaction'),
      words: fc.integer({ min: 1, max: 60 }),
    }),
  },
)

const reasoning: fc.Arbitrary<ContentSpec> = fc.record({
  kind: fc.constant('reasoning'),
  text: dirtyTexts,
  seal: fc.constantFrom('signed', 'signed', 'redacted', 'plain'),
})

/** Ordinary contents with, now and then, thinking in front. */
const agentContent = (content: fc.Arbitrary<ContentSpec>, most: number): fc.Arbitrary<readonly ContentSpec[]> =>
  fc.oneof(
    { weight: 3, arbitrary: fc.array(content, { minLength: most > 2 ? 1 : 0, maxLength: most, size: 'max' }) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(reasoning, fc.array(content, { maxLength: most, size: 'max' }))
        .map(([first, rest]) => [first, ...rest]),
    },
  )

const cleanCall: fc.Arbitrary<CallSpec> = fc.record({
  tool: fc.constant('known'),
  id: fc.constant('own'),
  input: fc.constantFrom('object', 'empty'),
  answer: fc.constant('answered'),
  result: cleanTexts,
  interrupted: fc.constant(false),
  failed: fc.boolean(),
  shape: fc.constantFrom('string', 'array'),
  extra: fc.constant('none'),
})

const dirtyCall: fc.Arbitrary<CallSpec> = fc.record({
  tool: fc.constantFrom('known', 'known', 'known', 'known', 'removed', 'illegal', 'long', 'empty'),
  id: fc.constantFrom('own', 'own', 'own', 'own', 'shared', 'none', 'illegal', 'empty', 'long', 'broken'),
  input: fc.constantFrom('object', 'object', 'object', 'empty', 'text', 'cut', 'array', 'large', 'proto', 'surrogate'),
  answer: fc.constantFrom('answered', 'answered', 'answered', 'answered', 'answered', 'missing', 'twice', 'late', 'early'),
  result: dirtyTexts,
  interrupted: fc.constantFrom(false, false, false, true),
  failed: fc.boolean(),
  shape: fc.constantFrom('string', 'string', 'array', 'image', 'hollow', 'null', 'absent'),
  extra: extras,
})

const cleanBeats: fc.Arbitrary<Beat> = fc.oneof(
  { weight: 3, arbitrary: speech('person', fc.array(cleanContent, { minLength: 1, maxLength: 2 }), fc.constant('none')) },
  { weight: 2, arbitrary: speech('agent', fc.array(cleanContent, { minLength: 1, maxLength: 2 }), fc.constant('none')) },
  { weight: 3, arbitrary: rounds(cleanCall, fc.array(cleanContent, { maxLength: 1 }), false) },
)

const dirtyBeats: fc.Arbitrary<Beat> = fc.oneof(
  { weight: 6, arbitrary: speech('person', fc.array(dirtyContent, { minLength: 1, maxLength: 3 }), extras) },
  { weight: 4, arbitrary: speech('agent', agentContent(dirtyContent, 3), extras) },
  { weight: 8, arbitrary: rounds(dirtyCall, agentContent(dirtyContent, 2), true) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('notice' as const), notice: fc.nat({ max: 20 }), text: dirtyTexts }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('system' as const), text: dirtyTexts }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('orphan' as const),
      text: dirtyTexts,
      shape: fc.constantFrom<ResultShape>('string', 'array', 'image', 'null'),
      extra: extras,
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('summary' as const), text: dirtyTexts }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('hollow' as const),
      role: fc.constantFrom('user', 'assistant', 'system'),
      shape: fc.constantFrom('string', 'array', 'null', 'absent'),
    }),
  },
)

/** A few beats, as a well-behaved agent makes them. */
export const cleanConversations: fc.Arbitrary<readonly Beat[]> = fc.array(cleanBeats, {
  minLength: 1,
  maxLength: 14,
  size: 'max',
})

/** A few beats with anything in them, none at all included. */
export const dirtyConversations: fc.Arbitrary<readonly Beat[]> = fc.array(dirtyBeats, { maxLength: 12, size: 'max' })

function speech(
  kind: 'person' | 'agent',
  parts: fc.Arbitrary<readonly ContentSpec[]>,
  extra: fc.Arbitrary<Extra>,
): fc.Arbitrary<Beat> {
  return fc.record({ kind: fc.constant(kind), parts, shape: fc.constantFrom('string', 'array'), extra })
}

function rounds(call: fc.Arbitrary<CallSpec>, lead: fc.Arbitrary<readonly ContentSpec[]>, dirty: boolean): fc.Arbitrary<Beat> {
  const chatter = fc.record({ where: fc.constantFrom('before', 'with', 'with-first'), text: dirtyTexts })
  return fc.record({
    kind: fc.constant('round'),
    round: fc.record({
      lead,
      calls: fc.array(call, { minLength: 1, maxLength: 5 }),
      split: dirty ? fc.constantFrom(false, false, false, true) : fc.constant(false),
      reversed: fc.boolean(),
      grouping: fc.constantFrom('apart', 'together'),
      chatter: dirty ? fc.option(chatter, { freq: 4 }) : fc.constant(null),
      stowaway: dirty ? fc.constantFrom(false, false, false, false, true) : fc.constant(false),
    }),
  })
}
