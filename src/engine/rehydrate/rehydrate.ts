import { fence } from '../../ledger/fence.ts'
import { QUOTED_HEAD } from '../../schema/agent-tools.ts'
import type { Json } from '../../schema/json.ts'
import type { Rehydration } from '../../schema/policy.ts'
import type { RehydrationBlock } from '../../schema/rehydration.ts'
import { byteLength } from '../../view/byte-length.ts'
import { withEphemeral } from '../../view/ephemeral.ts'
import { toolsIn } from '../../view/given.ts'
import type { Setting } from '../../view/setting.ts'
import { type Prepared, prepared } from '../request.ts'
import type { RequestOptions } from '../request-options.ts'
import type { ThreadState } from '../thread-state.ts'
import { fitting } from '../tools/quote-entries.ts'
import { viewOf } from '../views.ts'
import { noteEphemeral } from './may-rehydrate.ts'
import { type Brought, rememberEarlier, type Shown } from './memory.ts'
import { type Need, needsIn } from './needs.ts'
import { pageFaults } from './page-faults.ts'
import { contentOf, nameOf } from './read-need.ts'

/** In so many requests of its turn it stands at the end: the model answers it, and goes on with what it learned. */
const MOST_STEPS = 3
/** Turns that are remembered for the cooldown. */
const MOST_REMEMBERED = 1_000
/** Tokens of the frame around what is brought back, about. */
const FRAME = 60
const LEAST = 50

/** If the host asks for something and the policy says nothing. */
const USUAL: Rehydration = {
  ...{ enabled: false, mostArtifacts: 3, tokensEach: 4_000, tokensTogether: 8_000, cooldownTurns: 2 },
  sensitivities: ['public', 'internal'],
}

/**
 * The request with what it needs of what was put away, at its end. It costs only what is free, is no pressure (C13), and is gone with the
 * turn. The request as it is if nothing is needed, nothing fits, or nothing may come back.
 */
export async function withRehydrated(
  state: ThreadState,
  options: RequestOptions,
  at: Setting,
  request: Prepared<Json>,
): Promise<Prepared<Json>> {
  const { policy } = state.ports
  const rules = policy.rehydration ?? USUAL
  const isOn = rules.enabled || policy.retrieval === true
  const shown = await shownNow(state, options, { rules, room: at.budget.limit - request.tokens, isOn })
  if (shown.length === 0) return request
  return ended(state, at, request, shown)
}

/** What stands at the end of the request: what stood there and is still needed, and what is new. */
async function shownNow(
  state: ThreadState,
  options: RequestOptions,
  { rules, room, isOn }: { readonly rules: Rehydration; readonly room: number; readonly isOn: boolean },
): Promise<readonly Shown[]> {
  const memory = state.rehydration
  const turn = state.log.read.at(-1)?.turn ?? 0
  if (memory.turn === -1) await rememberEarlier(state, turn)
  if (memory.turn !== turn) Object.assign(memory, { turn, count: 0, shown: [] })
  if (memory.head === state.log.length && options.rehydrate?.ask === undefined) return within(memory.shown, room)
  const stays = memory.shown.filter(({ steps }) => steps < MOST_STEPS).map((each) => ({ ...each, steps: each.steps + 1 }))
  const needs = [...askedFor(state, options), ...(isOn ? await neededNow(state, options, rules) : [])]
  const added = await bringBack(state, options, { needs, rules, stays, room })
  memory.shown = [...stays, ...added.map((each) => ({ ...each, steps: 1 }))]
  memory.head = state.log.length
  if (added.length > 0) {
    const brought = added.map(({ what, why, tokens }) => ({ what, why, tokens }))
    const tokens = added.reduce((sum, each) => sum + each.tokens, 0)
    state.ports.events.tell(state.key, { kind: 'rehydrated', turn, brought, tokens })
  }
  return within(memory.shown, room)
}

async function neededNow(state: ThreadState, options: RequestOptions, rules: Rehydration): Promise<readonly Need[]> {
  const byWords = rules.enabled ? needsIn(state, toolsIn(options) ?? []) : []
  return state.ports.policy.retrieval === true ? [...byWords, ...(await pageFaults(state))] : byWords
}

function askedFor(state: ThreadState, { rehydrate }: RequestOptions): readonly Need[] {
  return (rehydrate?.ask ?? []).flatMap((name): readonly Need[] => {
    const record = state.records.find((each) => each.action === 'externalize' && each.artifact === name)
    if (record?.action === 'externalize') return [{ kind: 'artifact', why: 'asked', record }]
    const [, seq] = /^e(\d{1,7})$/.exec(name) ?? []
    return seq === undefined || Number(seq) >= state.log.length ? [] : [{ kind: 'entry', why: 'asked', seq: Number(seq) }]
  })
}

interface Bringing {
  readonly needs: readonly Need[]
  readonly rules: Rehydration
  readonly stays: readonly Brought[]
  readonly room: number
}

/** Reads what is needed, one after another, and stops at the first that does not fit. */
async function bringBack(
  state: ThreadState,
  options: RequestOptions,
  { needs, rules, stays, room }: Bringing,
): Promise<readonly Brought[]> {
  const memory = state.rehydration
  const { counting, events } = state.ports
  const added: Brought[] = []
  const known = new Set(stays.map(({ what }) => what))
  let left = Math.min(rules.tokensTogether, room) - stays.reduce((sum, { tokens }) => sum + tokens, 0)
  for (const need of needs) {
    const what = nameOf(need)
    if (known.has(what)) continue
    known.add(what)
    const block = (by: RehydrationBlock): void => events.tell(state.key, { kind: 'rehydration-blocked', what, why: need.why, by })
    const last = memory.last.get(what)
    const isAsked = need.why === 'asked'
    if (!isAsked && last !== undefined && memory.turn - last <= rules.cooldownTurns) {
      block('cooldown')
      continue
    }
    if (!isAsked && memory.count >= rules.mostArtifacts) {
      block('most-of-a-turn')
      break
    }
    const content = await contentOf(state, need, options, rules)
    if (typeof content === 'string') {
      block(content)
      continue
    }
    const most = Math.min(rules.tokensEach, left) - FRAME
    if (most < LEAST) {
      block('no-room')
      break
    }
    const piece = fitting(content.text, content.from, most, counting)
    const text = `${content.label}${piece.length < content.text.length ? ', in part' : ''}\n${fence(piece)}`
    const tokens = counting.count(text) + FRAME / 2
    left -= tokens
    added.push({ what, why: need.why, text, tokens })
    if (!isAsked) memory.count += 1
    if (memory.last.size >= MOST_REMEMBERED) memory.last.clear()
    memory.last.set(what, memory.turn)
  }
  return added
}

/** As many as fit, from the front. */
function within(shown: readonly Shown[], room: number): readonly Shown[] {
  let left = room - FRAME
  return shown.filter(({ tokens }) => {
    left -= tokens
    return left >= 0
  })
}

/** The request with it at its end; without it if it would not fit after all, or the dialect has no place for it. */
function ended(state: ThreadState, at: Setting, request: Prepared<Json>, shown: readonly Shown[]): Prepared<Json> {
  const { commit, log, ports } = state
  const text = [QUOTED_HEAD, ...shown.map((each) => each.text)].join('\n').toWellFormed()
  const plain = viewOf(state, at)
  const view = withEphemeral(plain, at, text)
  const bytes = at.outsideBytes + plain.systemBytes + plain.bytes + 2 * byteLength(text)
  if (view === undefined || at.outside + view.tokens > at.budget.limit || bytes > (at.byteLimit ?? Number.POSITIVE_INFINITY))
    return request
  const { summaryRole } = ports.policy
  const brought = shown.map(({ what }) => what)
  const made = prepared({ at, view, commit, head: log.length, summaryRole, hash: ports.hash, ephemeral: text, brought })
  const { receipt, changed, continueWith } = request
  noteEphemeral(made, view.tokens - plain.tokens)
  return Object.assign(made, { receipt, changed, ...(continueWith === undefined ? {} : { continueWith }) })
}
