import type { Adjustment, Amount, Amounts, Mark, Reading } from '../../schema/trigger.ts'
import { modelKeys } from '../model-names.ts'
import { fitConstants, isPreset, refuse } from './fit-constants.ts'
import { grouped, percent, shareOf } from './words.ts'

/** What a mark depends on besides itself. */
export type MarkSetting = Pick<Reading, 'model' | 'window' | 'reserve' | 'system' | 'tools' | 'sheet'>

interface MarkValue {
  /** Whole tokens, never below 0. */
  readonly tokens: number
  /** `90 % of 88,000 usable`. Said only when it is asked for: every step looks at the tokens alone. */
  words(): string
  readonly adjustments: readonly Adjustment[]
}

/** Most of a window that a preset's fixed number of tokens may be: codex calls it the effective window. */
const EFFECTIVE_WINDOW = 0.95

/** Where a mark lies for one model and window. Throws `budget-invalid` for a user's number that the window cannot keep. */
export function valueOfMark(mark: Mark, at: MarkSetting): MarkValue {
  switch (mark.kind) {
    case 'tokens':
      return fixedMark(amountFor(at.model, mark.perModel) ?? mark.tokens, at.window)
    case 'usable-share': {
      const usable = Math.max(0, at.window - at.reserve)
      return whole(shareOf(usable, mark.share), () => `${sharePrefix(mark.share)}${grouped(usable)} usable`)
    }
    case 'window-share': {
      const { total, adjustments } = fitConstants(at.window, mark.less)
      const base = (): string => `the window of ${grouped(at.window)}${total === 0 ? '' : ` less ${grouped(total)}`}`
      const words = (): string => `${sharePrefix(mark.share)}${base()}`
      return { ...whole(shareOf(at.window - total, mark.share), words), adjustments }
    }
    case 'input-share':
      return inputMark(mark, at)
    case 'kept':
      return keptMark(mark, at)
  }
}

/** The number that a mark names, in a window large enough for it; `undefined` if the mark grows with the window. */
export function fixedTokens(mark: Mark, at: MarkSetting): number | undefined {
  if (mark.kind === 'input-share') return valueOfMark(mark, at).tokens
  if (mark.kind !== 'tokens') return undefined
  const amount = amountFor(at.model, mark.perModel) ?? mark.tokens
  return isPreset(amount) ? amount.preset : amount
}

function fixedMark(amount: Amount, window: number): MarkValue {
  if (!isPreset(amount)) {
    if (!Number.isSafeInteger(amount) || amount < 0 || amount > window) {
      refuse('tokens', amount, `a whole number from 0 to the window of ${grouped(window)}`)
    }
    return whole(amount, () => grouped(amount))
  }
  const most = Math.floor(shareOf(window, EFFECTIVE_WINDOW))
  if (amount.preset <= most) return whole(amount.preset, () => grouped(amount.preset))
  const why = `a preset's number may be ${percent(EFFECTIVE_WINDOW)} of a window of ${grouped(window)}`
  const words = (): string => `${percent(EFFECTIVE_WINDOW)} of the window of ${grouped(window)}`
  return { ...whole(most, words), adjustments: [{ field: 'tokens', wanted: amount.preset, given: most, why }] }
}

function inputMark(mark: Extract<Mark, { kind: 'input-share' }>, at: MarkSetting): MarkValue {
  const max = isPreset(mark.most) ? Math.min(mark.most.preset, at.window) : mark.most
  if (max > at.window) refuse('most', max, `a whole number from 1 to the window of ${grouped(at.window)}`)
  const { total, adjustments } = fitConstants(max, mark.less)
  const { system, tools } = at
  const tokens = Math.floor(shareOf(max, mark.share)) - (total + system + tools)
  const words = (): string => `${percent(mark.share)} of ${grouped(max)} less ${grouped(total + system + tools)} of overhead`
  const capped: Adjustment = {
    field: 'most',
    wanted: isPreset(mark.most) ? mark.most.preset : max,
    given: max,
    why: 'the window is smaller',
  }
  return { ...whole(tokens, words), adjustments: capped.wanted === max ? adjustments : [capped, ...adjustments] }
}

/** Of what is left for history, what a compaction may leave of it. */
const MOST_KEPT = 0.5

function keptMark({ tokens, otherwise }: Extract<Mark, { kind: 'kept' }>, at: MarkSetting): MarkValue {
  if (at.sheet === undefined) return valueOfMark({ kind: 'usable-share', share: otherwise }, at)
  const fixed = at.system + at.tools
  const usable = Math.max(0, at.window - at.reserve)
  const room = Math.max(0, usable - fixed)
  const history = Math.min(isPreset(tokens) ? tokens.preset : tokens, room * MOST_KEPT)
  const words = (): string => `system, tools and ${grouped(Math.floor(history))} tokens of history`
  return whole(Math.min(usable, fixed + history), words)
}

function amountFor(model: string, perModel: Amounts): Amount | undefined {
  const own = new Map(Object.entries(perModel).map(([name, amount]) => [modelKeys(name)[0], amount]))
  return modelKeys(model)
    .map((key) => own.get(key))
    .find((amount) => amount !== undefined)
}

/** Marks are whole and not below 0. For whole counts, `above` the floor is the same as above the number itself. */
function whole(value: number, words: () => string): MarkValue {
  return { tokens: Math.max(0, Math.floor(value)), words, adjustments: [] }
}

/** All of something needs no percentage. */
function sharePrefix(share: number): string {
  return share === 1 ? '' : `${percent(share)} of `
}
