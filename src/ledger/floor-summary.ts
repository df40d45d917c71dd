import { itemAt } from '../schema/at.ts'
import { handleOf, type Seq } from '../schema/ids.ts'
import type { Tokenizer } from '../schema/ports.ts'
import type { PrintProfile } from '../schema/print-profile.ts'
import { rangeContains, type SeqRange } from '../schema/range.ts'
import { shownRange } from '../schema/stored-plan.ts'
import { carriedIn } from './context.ts'
import { isPolite, wanders } from './cues.ts'
import { extractFacts } from './extract.ts'
import { knownWork } from './known-work.ts'
import { languageOf } from './languages/detect.ts'
import { onlySaysGoOn } from './later-requests.ts'
import { goneNames, isOutdated } from './outdated.ts'
import { layoutOf } from './page-layout.ts'
import { isPasted } from './pasted.ts'
import { openingIn } from './phrases.ts'
import type { Queue, SummaryScene } from './queue.ts'
import { isMarked } from './read-entry.ts'
import type { ReadLog } from './read-log.ts'
import { type Candidate, isTakenBack } from './remark-index.ts'
import { askedIn, requestWords } from './requests.ts'
import type { Runs } from './runs.ts'
import { type SummaryPage, summaryPage } from './summary-page.ts'
import { isLongFor, lookedAt, queuesOf } from './summary-queues.ts'
import type { Told, ToldScene } from './told.ts'
import { wantedBy } from './wanted.ts'
import { isDocument } from './worth.ts'

/** Changes when the printed form changes, so that a stored summary tells how it was printed. */
const SUMMARY_VERSION = 'v2.1'

interface FloorSummaryOptions extends SeqRange {
  readonly log: ReadLog
  readonly tokens: number
  /** Of them, what the task and the rules may take before anything else (L15); only their usual shares unless told. */
  readonly heard?: number
  /** Entries that the prompt shows anyway. */
  readonly shown: ReadonlySet<Seq>
  /** Of them, those of which it shows a part. */
  readonly cut?: ReadonlySet<Seq>
  /** What stands beside the summary: it is not said twice. */
  readonly said?: ReadonlySet<string>
  /** What whoever asked for the summary wants in it: what they name has its place first. */
  readonly instructions?: string
  /** What a model has to say of the same entries. */
  readonly told?: Told | undefined
  /** Under which headings it is printed; ours unless told. */
  readonly profile?: PrintProfile | undefined
  /** How many times the conversation was summarized, this one counted. */
  readonly round?: number
  readonly tokenizer: Tokenizer
}

const NO_RUNS: Runs = { failing: [], did: [], looked: [] }

/** Of a page, the part that may stay empty. */
const UNUSED = 0.2
const LONGER_QUOTES = 4

/**
 * The deterministic summary of entries `from` up to `end` in at most `tokens` tokens; empty if not one line fits. People are quoted word
 * for word; of what the agent said, the sentences are chosen that together cover most of what was worked on. It needs no model, and names
 * the entry behind every line.
 */
export function floorSummary(options: FloorSummaryOptions): string {
  const { log } = options
  const facts = extractFacts(log, options)
  const work = knownWork()
  const root = work?.rootOf(facts.files, log.remarks().isName) ?? ''
  const language = languageOf(facts.requests.map(requestWords))
  const wanted = wantedBy(options.instructions ?? '', log.remarks(), options)
  const scene: SummaryScene = {
    ...{ said: new Set<string>(), cut: new Set<Seq>(), heard: 0, ...options },
    layout: layoutOf(options.profile, language, options.round ?? 1),
    ...askedIn(facts.requests, log.entries, options.from),
    ...{ facts, runs: work?.runsIn(facts, log, options.end) ?? NO_RUNS, root, language, longer: 1, spare: 0, wanted },
    gone: goneNames(log, options.from),
  }
  if (options.told === undefined) return groundOf(scene).print()
  const told: ToldScene = { ...scene, told: options.told }
  const pages = { ground: (room: number) => groundOf({ ...scene, tokens: room }), empty: () => emptyPage(scene, told.told) }
  return told.told.putOn(told, pages).print()
}

/** What is said without a model. If everything was, and people or a summary from before were quoted only in part, they have more room. */
function groundOf(scene: SummaryScene): SummaryPage {
  const { facts, tokens } = scene
  const page = filledPage(scene)
  const isCut =
    facts.requests.some((request) => isLongFor('request', request, tokens)) ||
    (facts.foreignSummary !== undefined && isLongFor('earlier', facts.foreignSummary, tokens))
  const isLonger = isCut && page.left() >= tokens * UNUSED
  return isLonger ? filledPage({ ...scene, longer: LONGER_QUOTES, spare: page.left() }) : page
}

function emptyPage(scene: SummaryScene, told?: Told): SummaryPage {
  const { tokens, tokenizer, language, root } = scene
  const { from, to } = shownRange(scene)
  const span = `${handleOf(from)}–${handleOf(to)}`
  const opening = `[Summary ${SUMMARY_VERSION}] ${openingIn(language, span, carriedIn(scene), told?.round)}`
  return summaryPage({ opening, tokens, tokenizer, language, root, layout: scene.layout })
}

function filledPage(scene: SummaryScene): SummaryPage {
  const { tokens, longer, heard } = scene
  const page = emptyPage(scene)
  const queues = queuesOf(scene)
  const looked = lookedAt(scene)
  const shareOf = ({ share, isHeard }: Queue): number => Math.max(tokens * Math.min(1, share * longer), isHeard ? heard : 0)
  for (const queue of queues.filter(({ isHeard }) => heard > 0 && isHeard)) fill(page, queue, shareOf(queue))
  for (const queue of queues.filter(({ section }) => BEFORE_WANTED.has(section))) fill(page, queue, shareOf(queue))
  fillWanted(page, scene, [...queues, ...looked])
  for (const queue of queues) fill(page, queue, shareOf(queue))
  const isAllSaid = say(page, scene, tokens * MOST_OF_ONE)
  if (!isAllSaid) say(page, scene, tokens)
  for (const queue of [...queues, ...looked]) fill(page, queue, tokens)
  // What is open may stand in the agent's last words as well: it is not counted.
  for (const { section, length } of queues) if (section !== 'open') page.announce(section, length)
  return page
}

/** A section is done when so many of its lines in a row were too long for what is left. */
const MOST_MISSES = 8

/** Puts lines of a queue on the page, best first, until the section has used `most` tokens. */
function fill(page: SummaryPage, queue: Queue, most: number, end = queue.length): void {
  let misses = 0
  let next = queue.position
  for (; next < end && misses < MOST_MISSES && page.used(queue.section) < most && page.hasRoom(); next += 1) {
    if (queue.isSaid(page, next)) continue
    if (page.add(queue.line(next, page.left()), most)) [queue.position, misses] = [next + 1, 0]
    else misses += 1
  }
}

/** Task, state and rules come before what instructions name. */
const BEFORE_WANTED: ReadonlySet<Queue['section']> = new Set(['task', 'state', 'earlier', 'constraint'])
/** Of what is left of a page, what instructions may leave to everything that they do not name. */
const LEFT_BY_WANTED = 0.4

/** Puts what instructions name on the page: requests, files and commands about it first, then what was said. */
function fillWanted(page: SummaryPage, scene: SummaryScene, queues: readonly Queue[]): void {
  const least = page.left() * LEFT_BY_WANTED
  for (const queue of queues) fill(page, queue, scene.tokens * queue.share, queue.wanted)
  for (const candidate of scene.wanted?.remarks ?? []) {
    if (page.left() < least) break
    const { seq, remark } = candidate
    if (page.quotes(seq, remark) || page.says(remark.text) || !maySay(candidate, scene)) continue
    page.remark(itemAt(scene.log.entries, seq), remark, scene.log.remarks().repeated.get(remark))
  }
}

/** So many remarks in a row that are too long for what is left end the search. */
const MOST_LONG = 24

/**
 * Of a page, what the sentences of one entry may take before others have had their turn: an agent that thinks aloud at length also changes
 * its mind.
 */
const MOST_OF_ONE = 0.33
/** The same for what it thought before it spoke: it says most of that again. */
const MOST_OF_THOUGHT = 0.15
/** The same for what it wrote into the arguments of one call, or as a document. */
const MOST_OF_CALL = 0.06

/** Puts what the agent said on the page, what adds most first, up to `most` tokens of one entry. True if none had more to say. */
function say(page: SummaryPage, scene: SummaryScene, most: number): boolean {
  const { entries } = scene.log
  const order = scene.log.order()
  const { repeated } = scene.log.remarks()
  const spent = new Map<Seq, number>()
  let isAllSaid = true
  let misses = 0
  for (let next = 0; misses < MOST_LONG && page.hasRoom(); next += 1) {
    const candidate = order.at(next)
    if (candidate === undefined) return isAllSaid
    const { seq, remark } = candidate
    if (page.quotes(seq, remark) || page.says(remark.text) || !maySay(candidate, scene)) continue
    const [before, left] = [spent.get(seq) ?? 0, page.left()]
    const entry = itemAt(entries, seq)
    const isWritten = remark.isWritten === true || remark.authority === 'tool' || isDocument(entry)
    const share = isWritten ? MOST_OF_CALL : entry.kind === 'reasoning' ? MOST_OF_THOUGHT : MOST_OF_ONE
    if (before > most * (share / MOST_OF_ONE)) {
      isAllSaid = false
      continue
    }
    misses = page.remark(entry, remark, repeated.get(remark)) ? 0 : misses + 1
    spent.set(seq, before + left - page.left())
  }
  return isAllSaid
}

/** Thinking aloud finds nothing; what is polite, or only comes next, tells nothing but the names that it has. */
function saysNothing({ text, names, isAnnounced, isWritten }: Candidate['remark']): boolean {
  if (isAnnounced === true && names.length === 0) return true
  return isWritten !== true && (wanders(text) || (names.length === 0 && isPolite(text)))
}

/** A person's message that is shorter may be a line that a program printed: that is what they have to say. */
const SHORT_PASTE = 600

/** Whether a remark belongs into this summary, and is neither said elsewhere nor taken back. */
function maySay(candidate: Candidate, scene: SummaryScene): boolean {
  const { log, shown, said, facts } = scene
  const { seq, remark } = candidate
  if (!rangeContains(scene, seq) || shown.has(seq)) return false
  const entry = itemAt(log.entries, seq)
  if (said.has(remark.text) || (entry.kind === 'text' && said.has(entry.text))) return false
  // Rules have a section of their own; one that is missing there was taken back.
  if (remark.authority === 'assistant' && saysNothing(remark)) return false
  if (remark.authority === 'system' || remark.isPasted === true) return false
  if (entry.kind === 'text' && entry.author === 'person') {
    if (remark.isRule === true || onlySaysGoOn(entry, log)) return false
    if (entry.text.length > SHORT_PASTE && isPasted(remark.text)) return false
  }
  return (
    !isTakenBack(log.remarks(), candidate) &&
    !isOutdated(candidate, { files: facts.files, gone: scene.gone }) &&
    knownWork()?.isCommittedSince(candidate, facts.repository) !== true &&
    !isMarked(remark)
  )
}
