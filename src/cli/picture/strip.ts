import type { Entry } from '../../schema/entry.ts'
import type { Fate, FateRun } from '../../schema/receipt.ts'
import { bold, type Canvas, onColour } from './canvas.ts'
import { count, counted, wrap } from './words.ts'

const LABEL = 8
const NARROW = 40

const FATES: Readonly<Record<Fate, { readonly letter: string; readonly colour: number }>> = {
  kept: { letter: '#', colour: 114 },
  shortened: { letter: '/', colour: 221 },
  cleared: { letter: '-', colour: 180 },
  summarized: { letter: '~', colour: 213 },
  externalized: { letter: '@', colour: 141 },
  dropped: { letter: '_', colour: 167 },
  repaired: { letter: '+', colour: 75 },
}

/** The log as a strip of film, oldest to newest: where people spoke, and what became of each entry. */
export function drawStrip(
  options: { readonly entries: readonly Entry[]; readonly fates: readonly FateRun[] },
  canvas: Canvas,
): readonly string[] {
  const { entries } = options
  const fates = options.fates.flatMap((run) => Array.from({ length: run.to - run.from + 1 }, () => run.fate))
  const frames = framesOf(entries.length, canvas.width - LABEL)
  const people = frames.map(({ from, to }) => (entries.slice(from, to).some(isPersons) ? 'u' : ' ')).join('')
  const strip = frames.map(({ from, to }) => mostOf(fates.slice(from, to)))
  const each = entries.length > frames.length ? `, ${perFrame(entries.length / frames.length)} to a mark` : ''
  return [
    ...wrap(`The log, oldest to newest: ${counted(entries.length, 'entry', 'entries')}${each}`, canvas.width).map((line) =>
      bold(line, canvas),
    ),
    `${'people'.padEnd(LABEL)}${people.trimEnd()}`,
    `${'fate'.padEnd(LABEL)}${drawFates(strip, canvas)}`,
    ...legendOf(fates, canvas),
  ]
}

function perFrame(mean: number): string {
  return Number.isInteger(mean) ? count(mean) : `${count(Math.floor(mean))} or ${count(Math.ceil(mean))}`
}

interface Frame {
  readonly from: number
  readonly to: number
}

/** Spreads entries evenly over the marks that there is room for. */
function framesOf(entries: number, room: number): readonly Frame[] {
  const frames = Math.min(entries, room)
  const startOf = (index: number): number => Math.floor((index * entries) / frames)
  return Array.from({ length: frames }, (_, index) => ({ from: startOf(index), to: startOf(index + 1) }))
}

function isPersons(entry: Entry): boolean {
  return entry.kind === 'text' && entry.author === 'person'
}

/** What most entries of a frame met; of equals, what changed them more. */
function mostOf(fates: readonly Fate[]): Fate {
  const groups = [...Map.groupBy(fates, (fate) => fate)]
  const rank = Object.keys(FATES)
  const [most] = groups.sort(([a, ones], [b, others]) => others.length - ones.length || rank.indexOf(b) - rank.indexOf(a))
  return most?.[0] ?? 'kept'
}

function drawFates(strip: readonly Fate[], canvas: Canvas): string {
  const letters = strip.map((fate) => FATES[fate].letter).join('')
  if (!canvas.colour) return letters
  return letters.replace(/(.)\1*/gu, (run, letter: string) => onColour(run, colourOf(letter), canvas))
}

function colourOf(letter: string): number {
  return Object.values(FATES).find((fate) => fate.letter === letter)?.colour ?? 0
}

/** A space that `wrap` does not break at. */
const FIRM = '\u00a0'

function legendOf(fates: readonly Fate[], canvas: Canvas): readonly string[] {
  const counts = Map.groupBy(fates, (fate) => fate)
  const items = (Object.keys(FATES) as Fate[]).flatMap((fate) => {
    const number = counts.get(fate)?.length ?? 0
    return number === 0 ? [] : [[FATES[fate].letter, fate, count(number)].join(FIRM)]
  })
  // On a narrow screen the words need the room that stands empty under the labels.
  const indent = canvas.width < NARROW ? 0 : LABEL
  const lines = wrap(items.join('   '), canvas.width - indent, '')
  return lines.map((line) => ' '.repeat(indent) + line.trim().replaceAll(FIRM, ' '))
}
