import { contentWords } from './check/content-words.ts'
import { namesLeft, nameValues } from './coverage-order.ts'
import type { Placed } from './page-line.ts'
import { isSaidIn, namesIn, type Worded } from './same-words.ts'
import type { SummaryPage } from './summary-page.ts'
import { type Pages, type Telling, type ToldScene, tellings } from './told.ts'
import { shareOf, wordsOf } from './worth.ts'

/** What may stand on a page with a model. */
interface Sayings {
  /** What the model has to say. */
  readonly lines: readonly Telling[]
  /** The page without a model in the room that these leave. */
  readonly ground: SummaryPage
  /** The same in all of the room. */
  readonly all: SummaryPage
}

/** The page without a model, and what a model has to say. */
export function toldPage(scene: ToldScene, pages: Pages): SummaryPage {
  const { tokens, told } = scene
  const lines = tellings(scene)
  const all = pages.ground(tokens)
  if (lines.length === 0) return all
  const needed = lines.reduce((sum, { line }) => sum + line.tokens, 0)
  const ground = pages.ground(tokens - Math.min(needed, Math.floor(tokens * told.share)))
  return withTold({ lines, ground, all }, pages.empty(), scene)
}

/**
 * A page with what a model has to say. What the log knows better stands as it does on the page without a model: people's words, rules,
 * plan, files, commands, state. Then the model has its share, and what the agent said takes what is left, whatever adds most for its tokens
 * first: a model has read what the agent said, and chose.
 */
function withTold({ lines, ground, all }: Sayings, page: SummaryPage, scene: ToldScene): SummaryPage {
  const isKnown = (placed: readonly Placed[]): number => {
    const first = placed.findIndex(({ remark }) => remark !== undefined)
    return first === -1 ? placed.length : first
  }
  const known = ground.placed().slice(0, isKnown(ground.placed()))
  const rest = all.placed().slice(isKnown(all.placed()))
  for (const line of known) page.put(line)
  const late = shareOut(page, [...lines, ...rest.flatMap((line) => sayingOf(line, scene))], scene)
  for (const line of rest) if (line.remark === undefined) page.put(line)
  for (const { line } of late) page.put(line)
  for (const line of all.placed()) if (!isPlaced(line, page)) page.put(line)
  for (const [section, count] of all.announced()) page.announce(section, count)
  return page
}

/** Whether a line stands on a page, maybe shorter. */
function isPlaced({ text, seq, section, gap }: Placed, page: SummaryPage): boolean {
  return page.placed().some((line) => line.text === text || (gap !== undefined && line.seq === seq && line.section === section))
}

/** What the agent, a tool or a person said, as it stands on the page without a model. */
function sayingOf(line: Placed, { log }: ToldScene): readonly Telling[] {
  const { remark } = line
  if (remark === undefined) return []
  const worth = { base: wordsOf(remark), weight: shareOf(remark) }
  return [{ line, names: namesIn(remark.text, log), ...worth, ...wordsIn(line), isModels: false, isNext: false }]
}

function wordsIn({ text, remark }: Placed): Worded {
  const said = remark?.text ?? text
  return { text: said, words: contentWords(said) }
}

/** Puts candidates on a page, what adds most first; gives back what the model had to say beyond its share. */
function shareOut(page: SummaryPage, candidates: readonly Telling[], scene: ToldScene): readonly Telling[] {
  const { log, tokens, told } = scene
  const { values, recency } = nameValues(log.remarks(), log.entries.length)
  const { left, say } = namesLeft(values)
  const lines: Worded[] = page.placed().map(wordsIn)
  for (const { text } of lines) for (const name of namesIn(text, log)) say(name)
  const models: Worded[] = []
  const late: Telling[] = []
  const waiting = new Set(candidates)
  const first = new Set(candidates.filter(({ isModels }) => isModels))
  let room = tokens * told.share
  const next = (): Telling | undefined => bestOf(first, left, recency) ?? bestOf(waiting, left, recency)
  for (let best = next(); best !== undefined && page.hasRoom(); best = next()) {
    waiting.delete(best)
    first.delete(best)
    if (isSaidIn(best.isModels ? lines : models, best.text)) continue
    const chosen = inOwnWords(best, waiting)
    if (chosen.isModels && chosen.line.tokens > room) late.push(chosen)
    else if (page.put(chosen.line)) {
      waiting.delete(chosen)
      lines.push(chosen)
      for (const name of chosen.names) say(name)
      if (!chosen.isModels) continue
      models.push(chosen)
      room -= chosen.line.tokens
    }
  }
  return late
}

/** What adds most for its tokens: the earliest of them, so that the order is the same everywhere. */
function bestOf(waiting: Iterable<Telling>, left: Float64Array, recency: Float64Array): Telling | undefined {
  let best: Telling | undefined
  let most = Number.NEGATIVE_INFINITY
  for (const candidate of waiting) {
    const { base, weight, names, line, isNext } = candidate
    // What is open is open now, however old the entry is that shows it.
    let worth = base * (isNext ? 1 : (recency[line.seq] ?? 0))
    for (const name of names) worth += left[name] ?? 0
    if (worth * weight <= most) continue
    best = candidate
    most = worth * weight
  }
  return best
}

/** What the agent said in the same words stands in the place of what a model says of it. */
function inOwnWords(best: Telling, waiting: Iterable<Telling>): Telling {
  if (!best.isModels || best.isNext) return best
  for (const other of waiting) if (!other.isModels && isSaidIn([other], best.text)) return other
  return best
}
