import type { JsonObject } from '../../schema/json.ts'
import type { Beat, CallSpec, ContentSpec, Extra, OpaqueType, RoundSpec } from './beats.ts'
import type { ModelMessage, ModelPart, ResultShape } from './model.ts'
import { makeText, type TextSpec } from './texts.ts'

/** A conversation played from its beats, and the cases of FAILURES.md that it reached. */
interface Played {
  readonly messages: readonly ModelMessage[]
  readonly cases: ReadonlySet<number>
}

/** How harnesses' own notices begin. Nothing else that is generated with role user begins like this. */
export const NOTICES = ['[Request interrupted by user', '<system-reminder>', '<local-command-stdout>', '<turn_aborted>'] as const
export const FOREIGN_SUMMARY = 'This session is being continued from a previous conversation that ran out of context.'

/** Tools that generated requests may define. */
export const TOOLS = ['bash', 'read_file', 'edit', 'search'] as const
const INTERRUPTED = '[Request interrupted by user for tool use]'

type ResultPart = Extract<ModelPart, { kind: 'result' }>

interface Stage {
  readonly messages: ModelMessage[]
  readonly cases: Set<number>
  /** Results that will come once the model has spoken again. */
  readonly late: ResultPart[]
  serial: number
  /** The client sets cache marks: from the first on, it marks all that it says and hands in. */
  isMarking: boolean
}

/** Plays beats one after the other. Pure: the same beats give the same conversation. */
export function play(beats: readonly Beat[]): Played {
  const stage: Stage = { messages: [], cases: new Set(), late: [], serial: 0, isMarking: false }
  for (const beat of beats) playBeat(stage, beat)
  noteOrder(stage)
  return { messages: stage.messages, cases: stage.cases }
}

function playBeat(stage: Stage, beat: Beat): void {
  switch (beat.kind) {
    case 'person':
      speak(stage, 'user', beat)
      break
    case 'agent':
      speak(stage, 'assistant', beat)
      flushLate(stage)
      break
    case 'round':
      playRound(stage, beat.round)
      flushLate(stage)
      break
    case 'notice':
      push(stage, 'user', [text(stage, beat.text, `${NOTICES[beat.notice % NOTICES.length]}> `)])
      break
    case 'system':
      if (stage.messages.length > 0) stage.cases.add(40)
      push(stage, 'system', [text(stage, beat.text)])
      break
    case 'orphan':
      stage.cases.add(4)
      push(stage, 'tool', [orphan(stage, beat.text, beat.shape, beat.extra)])
      break
    case 'summary':
      stage.messages.push({ role: 'user', shape: 'array', summary: true, parts: [text(stage, beat.text, `${FOREIGN_SUMMARY} `)] })
      break
    case 'hollow':
      stage.cases.add(31)
      stage.messages.push({ role: beat.role, parts: [], shape: beat.shape })
      break
  }
}

function speak(stage: Stage, role: 'user' | 'assistant', beat: Extract<Beat, { kind: 'person' | 'agent' }>): void {
  const parts = beat.parts.map((part) => content(stage, part))
  if (role === 'assistant' && parts.length > 0 && parts.every((part) => part.kind === 'reasoning')) stage.cases.add(31)
  if (parts.length === 1 && parts[0]?.kind === 'file') stage.cases.add(36)
  const extras = extrasOf(stage, beat.extra)
  stage.messages.push({ role, parts, shape: beat.shape, ...(extras === undefined ? {} : { extras }) })
}

function content(stage: Stage, spec: ContentSpec): ModelPart {
  switch (spec.kind) {
    case 'text':
      return text(stage, spec.text, '', spec.extra)
    case 'reasoning':
      return { kind: 'reasoning', seal: spec.seal, text: write(stage, spec.text) }
    case 'file': {
      stage.cases.add(36)
      const end = { image: 'png', document: 'pdf', audio: 'mp3' }[spec.media]
      const url = spec.url ? `https://example.org/${stage.serial}.${end}` : 'data:image/png;base64,iVBORw0KGgo='
      return { kind: 'file', media: spec.media, url }
    }
    case 'opaque':
      stage.cases.add(opaqueCase(spec.type))
      return { kind: 'opaque', type: spec.type, body: { note: write(stage, { flavour: 'plain', words: spec.words }) } }
  }
}

function opaqueCase(type: OpaqueType): number {
  return type === 'approval_request' ? 16 : type === 'refusal' ? 39 : 15
}

function playRound(stage: Stage, round: RoundSpec): void {
  const calls = round.calls.map((spec) => callOf(stage, spec))
  const answers = round.calls.map((spec, index) => resultOf(stage, spec, calls[index] as CallPart))
  noteRound(stage, round)
  const chosen = (...fates: CallSpec['answer'][]): readonly ResultPart[] =>
    answers.filter((_, index) => fates.includes(round.calls[index]?.answer ?? 'missing'))
  for (const result of chosen('early')) push(stage, 'tool', [result])
  const lead = round.lead.map((part) => content(stage, part))
  const half = round.split ? Math.ceil(calls.length / 2) : calls.length
  push(stage, 'assistant', [...lead, ...calls.slice(0, half)])
  if (half < calls.length) push(stage, 'assistant', calls.slice(half))
  const twice = chosen('twice').map((result) => ({ ...result, text: `${result.text} again` }))
  const extra = round.stowaway ? [orphan(stage, { flavour: 'plain', words: 5 }, 'string', 'none')] : []
  const now = [...chosen('answered', 'twice'), ...extra, ...twice]
  stage.late.push(...chosen('late'))
  pushResults(stage, round, round.reversed ? now.toReversed() : now)
}

function pushResults(stage: Stage, round: RoundSpec, results: readonly ResultPart[]): void {
  const { chatter } = round
  if (chatter?.where === 'before') push(stage, 'user', [text(stage, chatter.text)])
  const said = chatter === null || chatter.where === 'before' ? [] : [text(stage, chatter.text)]
  if (said.length > 0) {
    push(stage, 'user', chatter?.where === 'with-first' ? [...said, ...results] : [...results, ...said])
  } else if (round.grouping === 'together') {
    if (results.length > 0) push(stage, 'tool', results)
  } else {
    for (const result of results) push(stage, 'tool', [result])
  }
}

type CallPart = Extract<ModelPart, { kind: 'call' }>

function callOf(stage: Stage, spec: CallSpec): CallPart {
  stage.serial += 1
  const { serial } = stage
  const tool = {
    known: TOOLS[serial % TOOLS.length] ?? 'bash',
    removed: 'gone_tool',
    illegal: 'mcp.tool/x y',
    long: 'n'.repeat(90),
    empty: '',
  }
  const id = {
    own: `call_${serial}`,
    shared: 'call_same',
    none: 'None',
    illegal: `call:${serial}|é`,
    empty: '',
    long: `call_${serial}_${'0123456789'.repeat(6)}`,
    broken: `call_\ud83d_${serial}`,
  }
  return { kind: 'call', id: id[spec.id], tool: tool[spec.tool], input: inputOf(spec.input, serial) }
}

function inputOf(input: CallSpec['input'], serial: number): string {
  switch (input) {
    case 'object':
      return JSON.stringify({ path: `src/file-${serial}.ts`, lines: serial })
    case 'empty':
      return '{}'
    case 'text':
      return `rm -rf "build" && echo 'done' # ${serial}`
    case 'cut':
      return `{"command":"cat <<EOF\\n${'"quoted"\n'.repeat(serial % 40)}`
    case 'array':
      return `[${serial},"a"]`
    case 'large':
      return JSON.stringify({ path: `src/${serial}.ts`, content: makeText({ flavour: 'code', words: 300 }, serial).text })
    case 'proto':
      return `{"__proto__":{"polluted":${serial}},"constructor":"$&"}`
    case 'surrogate':
      return `{"query":"half \\ud83d ${serial}"}`
  }
}

function resultOf(stage: Stage, spec: CallSpec, call: CallPart): ResultPart {
  const written = write(stage, spec.result)
  const said = spec.interrupted ? `${INTERRUPTED} i${stage.serial}i ${written}` : written
  if (spec.interrupted) stage.cases.add(9)
  return resultPart(stage, { call, text: said, shape: spec.shape, failed: spec.failed, extra: spec.extra })
}

function orphan(stage: Stage, spec: TextSpec, shape: ResultShape, extra: Extra): ResultPart {
  const call = { id: `call_lost_${stage.serial}`, tool: 'bash' }
  return resultPart(stage, { call, text: write(stage, spec), shape, failed: false, extra })
}

function resultPart(
  stage: Stage,
  options: {
    readonly call: Pick<CallPart, 'id' | 'tool'>
    readonly text: string
    readonly shape: ResultShape
    readonly failed: boolean
    readonly extra: Extra
  },
): ResultPart {
  const { call, shape, failed } = options
  const silent = shape === 'null' || shape === 'absent'
  if (silent || options.text.trim() === '') stage.cases.add(32)
  if (shape === 'image') stage.cases.add(36)
  const extras = extrasOf(stage, options.extra)
  const made = { kind: 'result', id: call.id, tool: call.tool, text: silent ? '' : options.text, failed, shape } as const
  return extras === undefined ? made : { ...made, extras }
}

function text(stage: Stage, spec: TextSpec, before = '', extra: Extra = 'none'): ModelPart {
  const extras = extrasOf(stage, extra)
  return { kind: 'text', text: `${before}${write(stage, spec)}`, ...(extras === undefined ? {} : { extras }) }
}

function write(stage: Stage, spec: TextSpec): string {
  stage.serial += 1
  const made = makeText(spec, stage.serial)
  for (const number of made.cases) stage.cases.add(number)
  return made.text
}

function extrasOf(stage: Stage, extra: Extra): JsonObject | undefined {
  switch (extra) {
    case 'none':
      return stage.isMarking ? markOf(stage) : undefined
    case 'cache':
      stage.cases.add(39)
      stage.isMarking = true
      return markOf(stage)
    case 'citations':
      stage.cases.add(39)
      return { citations: [{ type: 'char_location', cited_text: `quoted ${stage.serial}` }] }
    case 'unknown':
      return { x_vendor: { trace: `t-${stage.serial}`, depth: [1, null, { deep: true }] } }
    case 'proto':
      return JSON.parse('{"__proto__":{"polluted":true}}') as JsonObject
  }
}

function markOf({ serial }: Stage): JsonObject {
  return { cache_control: { type: 'ephemeral', ...(serial % 3 === 0 ? { ttl: '1h' } : {}) } }
}

function push(stage: Stage, role: ModelMessage['role'], parts: readonly ModelPart[]): void {
  stage.messages.push({ role, parts, shape: 'array' })
}

function flushLate(stage: Stage): void {
  // The model must have spoken since: a late result is one that its own round did not wait for.
  const last = stage.messages.at(-1)
  if (last?.role !== 'assistant' || last.parts.some((part) => part.kind === 'call')) return
  for (const result of stage.late.splice(0)) push(stage, 'tool', [result])
}

function noteRound(stage: Stage, round: RoundSpec): void {
  const fates = new Set(round.calls.map((call) => call.answer))
  const add = (number: number, holds: boolean): void => {
    if (holds) stage.cases.add(number)
  }
  add(1, round.calls.length > 1 && fates.has('missing') && fates.has('answered'))
  add(3, fates.has('early') || fates.has('late') || (round.chatter?.where === 'before' && fates.has('answered')))
  add(5, round.stowaway && fates.has('answered'))
  add(
    6,
    round.calls.some((call) => call.id === 'shared' || call.id === 'none'),
  )
  add(7, fates.has('twice'))
  add(8, round.chatter !== null && round.chatter.where !== 'before')
  add(
    12,
    round.calls.some((call) => call.tool === 'removed'),
  )
  add(
    14,
    round.calls.some((call) => call.input !== 'object' && call.input !== 'proto'),
  )
}

function noteOrder(stage: Stage): void {
  const { messages, cases } = stage
  if (messages.length <= 2) cases.add(21)
  if (messages[0]?.role === 'assistant') cases.add(40)
  if (messages.some((message, index) => index > 0 && message.role !== 'tool' && message.role === messages[index - 1]?.role))
    cases.add(40)
  if (messages.length > 0 && messages.every((message) => message.role === 'tool')) cases.add(4)
  if (messages.at(-1)?.parts.some((part) => part.kind === 'call') === true) cases.add(7)
}
