import { fileURLToPath } from 'node:url'
import { shownRange } from '../../schema/stored-plan.ts'
import { readTranscript } from '../input/read-transcript.ts'
import { printOut } from '../output/print-out.ts'
import { bold, type Canvas, canvasFor } from '../picture/canvas.ts'
import { drawFor } from '../picture/draw-for.ts'
import { count, wrap } from '../picture/words.ts'
import { type Compaction, compactTranscript } from './compact-transcript.ts'

const SAMPLE = 'samples/ferry-timetable.json'
/** Small enough that most of the sample has to go, large enough that something worth seeing stays. */
const WINDOW = 16_000
const MOST_SUMMARY_LINES = 14

/** `palimpsest demo`: the bundled session, compacted, and how to go on from there. */
export async function runDemo(): Promise<void> {
  // By the package's own name: how deep a built file lies is the bundler's choice.
  const path = fileURLToPath(new URL(SAMPLE, import.meta.resolve('palimpsest/package.json')))
  const transcript = await readTranscript(path, 'auto')
  const compaction = await compactTranscript(transcript, { file: SAMPLE, from: 'auto', to: 'auto', window: WINDOW, pin: [] })
  const canvas = canvasFor(process.stdout, process.env)
  const blocks = [
    introduction(compaction, canvas),
    drawFor(compaction, process.stdout).trimEnd().split('\n'),
    summary(compaction, canvas),
    nextSteps(canvas),
  ]
  await printOut(`${blocks.map((lines) => lines.join('\n')).join('\n\n')}\n`)
}

function introduction({ compacted }: Compaction, { width }: Canvas): readonly string[] {
  const { before, after } = compacted.receipt.tokens
  const task = `A coding agent has mended a ferry timetable: ${count(before)} tokens of conversation.`
  const need = `The next request must fit a window of ${count(WINDOW)}.`
  const result = `It now takes ${count(after)}, keeps to the rules of the provider, and no model was asked.`
  return wrap(`${task} ${need} ${result}`, width, '')
}

/** The beginning of what stands where the old entries stood. */
function summary({ records }: Compaction, canvas: Canvas): readonly string[] {
  const record = records.find((candidate) => candidate.action === 'summarize')
  if (record === undefined) return []
  const { from, to } = shownRange(record.span)
  const heading = wrap(`What the model reads in place of entries ${from} to ${to}:`, canvas.width)
  const lines = record.summary.split('\n').flatMap((line) => wrap(line, canvas.width - 2, ''))
  const rest = lines.length - MOST_SUMMARY_LINES
  return [
    ...heading.map((line) => bold(line, canvas)),
    ...lines.slice(0, MOST_SUMMARY_LINES).map((line) => `| ${line}`.trimEnd()),
    ...(rest > 0 ? [`| (${count(rest)} more lines)`] : []),
  ]
}

function nextSteps(canvas: Canvas): readonly string[] {
  const heading = wrap('Now your own, an OpenAI or Anthropic request or transcript in JSON:', canvas.width)
  return [
    ...heading.map((line) => bold(line, canvas)),
    '  npx palimpsest compact session.json --window 32k --out smaller.json',
    '  npx palimpsest compact --help',
  ]
}
