import '../know-all.ts'
import { sentenceParts } from '../../src/ledger/check/clauses.ts'
import { checkSummary } from '../../src/ledger/check-summary.ts'
import { EMPTY_LEDGER } from '../../src/ledger/fold.ts'
import { readLog } from '../../src/ledger/read-log.ts'
import type { Entry } from '../../src/schema/entry.ts'
import type { ItemDraft, LedgerOperation } from '../../src/schema/ledger.ts'
import type { SeqRange } from '../../src/schema/range.ts'
import { plainTextOf } from '../session.ts'
import { falsify, HARDER_CLASSES, TWIN_CLASSES, type TwinClass } from './falsify.ts'

/** An item that was accepted, turned into something that is not true. */
export interface Twin {
  readonly class: TwinClass
  readonly item: ItemDraft
  readonly original: string
  readonly isRefused: boolean
  /** What the checker kept of it. */
  readonly kept: string
  /** True if what was turned around stands beside that as the model's word, unconfirmed. */
  readonly isUnconfirmed: boolean
}

/** Holds one answer's operations and their falsified twins against the log, each by itself. */
export function judgeTwins(operations: readonly LedgerOperation[], entries: readonly Entry[], span: SeqRange): readonly Twin[] {
  const log = readLog(entries)
  const paths = pathsIn(entries.slice(span.from, span.end))
  const judge = (item: ItemDraft): ReturnType<typeof checkSummary> =>
    checkSummary(
      { content: { kind: 'operations', operations: [{ op: 'add', item }] }, finish: 'stop', toolCalls: 0 },
      { ledger: EMPTY_LEDGER, log, start: span.from, end: span.end, previous: '' },
    )
  return operations.flatMap((operation) => {
    if (operation.op !== 'add' || judge(operation.item).rejected.length > 0) return []
    const { item: original } = operation
    const source = original.sources.flatMap((seq) => entries[seq] ?? []).map(plainTextOf)
    return [...TWIN_CLASSES, ...HARDER_CLASSES].flatMap((name) =>
      falsify(name, original.text, { paths, source: source.join('\n') }).map((text): Twin => {
        const item = { ...original, text }
        const checked = judge(item)
        const kept = checked.kind === 'sound' ? checked.operations.flatMap(itemIn) : []
        // A sentence of the log in its place may be from an entry beside the sources.
        const isRefused = kept.every(({ text: said, sources }) => {
          const texts = [...original.sources, ...sources].flatMap((seq) => entries[seq] ?? []).map(plainTextOf)
          return isTrue(said, [...shortened(original.text), ...texts])
        })
        const isUnconfirmed = kept.some(
          ({ unconfirmed }) => unconfirmed !== undefined && !isTrue(unconfirmed.text, [...shortened(original.text), ...source]),
        )
        return {
          class: name,
          item,
          original: original.text,
          isRefused,
          kept: kept.map((one) => one.text).join(' '),
          isUnconfirmed,
        }
      }),
    )
  })
}

function shortened(text: string): readonly string[] {
  const bare = text.replaceAll(ASIDE, '')
  return [text, bare, text.replaceAll(COUNT, ''), bare.replaceAll(COUNT, '')]
}

function itemIn(operation: LedgerOperation): readonly ItemDraft[] {
  return operation.op === 'add' ? [operation.item] : []
}

/** True if every part of it stood there before anything was turned around. */
function isTrue(said: string, texts: readonly string[]): boolean {
  // A sentence that was behind another one may now begin with a small letter.
  return sentenceParts(said)
    .flatMap((parts) => parts.flatMap((part) => part.split(/(?<=[.;]) /)))
    .map((part) => part.trim().replace(/[.,:;]$/, ''))
    .every((part) => texts.some((text) => text.includes(part)))
}

/** What the checker may leave out of a sentence: what stands in brackets, and how many things there are. */
const ASIDE = /\s\([^()]{1,200}\)/g
const COUNT =
  /\b(?:all )?(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve) (?!times|steps|of|and|or|more|in|are|is)(?=[\p{L}_])/giu

const PATH = /(?<![\w./-])(?:\/|\.{1,2}\/)?(?:[\w@.-]{1,60}\/){1,12}[\w@-]{1,60}\.[a-z]{1,5}\b/g

/** The paths of files in a log, each once, sorted. */
function pathsIn(entries: readonly Entry[]): readonly string[] {
  const found = new Set(entries.flatMap((entry) => plainTextOf(entry).slice(0, 200_000).match(PATH) ?? []))
  return [...found].sort()
}

/** By class: how many twins there are, and how many of them were refused. */
export function printTwins(twins: readonly Twin[]): string {
  const row = (name: string, group: readonly Twin[]): string => {
    const refused = group.filter(({ isRefused }) => isRefused).length
    const share = group.length === 0 ? '' : `${((100 * refused) / group.length).toFixed(1)} %`
    const apart = group.filter(({ isUnconfirmed }) => isUnconfirmed).length
    return `${name.padEnd(22)} ${String(group.length).padStart(5)} ${String(refused).padStart(7)} ${share.padStart(8)} ${String(apart).padStart(12)}`
  }
  const table = (title: string, classes: readonly TwinClass[]): readonly string[] => [
    `${title.padEnd(22)} twins refused          unconfirmed`,
    ...classes.map((name) =>
      row(
        name,
        twins.filter((twin) => twin.class === name),
      ),
    ),
    row(
      'all',
      twins.filter((twin) => classes.includes(twin.class)),
    ),
  ]
  return [...table('falsified twins', TWIN_CLASSES), '', ...table('harder twins', HARDER_CLASSES)].join('\n')
}

/** The twins that were taken for true. */
export function printTaken(twins: readonly Twin[]): string {
  return twins
    .filter(({ isRefused }) => !isRefused)
    .map(
      ({ class: name, item, original, kept }) =>
        `  ${name} ${item.kind} e${item.sources.join(' e')}\n    ${original}\n    ${kept}`,
    )
    .join('\n')
}
