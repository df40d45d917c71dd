import { fileURLToPath } from 'node:url'
import type { PlanRecord } from '../../schema/plan.ts'
import { printOut } from '../output/print-out.ts'
import { bold, canvasFor } from '../picture/canvas.ts'
import { drawFor } from '../picture/draw-for.ts'
import { count, wrap } from '../picture/words.ts'
import { compactFile } from './compact-file.ts'

/** Small enough that most of the sample has to go, large enough that something worth seeing stays. */
const WINDOW = 16_000
const SAMPLE = new URL('../../../samples/ferry-timetable.json', import.meta.url)
const MOST_SUMMARY_LINES = 14

/** `palimpsest demo`: the bundled session, compacted, and how to go on from there. */
export async function runDemo(): Promise<void> {
  const compaction = await compactFile({ file: fileURLToPath(SAMPLE), from: 'auto', to: 'auto', window: WINDOW, pin: [] })
  const canvas = canvasFor(process.stdout, process.env)
  const { before, after } = compaction.compacted.receipt.tokens
  const paragraph = (text: string): string => wrap(text, canvas.width, '').join('\n')
  const blocks = [
    paragraph(
      `A coding agent has fixed a ferry timetable: ${count(before)} tokens of conversation. The next request must fit a window of ${count(WINDOW)}. It now takes ${count(after)}, it keeps to the provider's rules, and no model was asked.`,
    ),
    drawFor({ ...compaction, file: 'samples/ferry-timetable.json' }, process.stdout).trimEnd(),
    ...summaryBlock(compaction.records, canvas.width, (text) => bold(text, canvas)),
    [
      bold('Now your own, an OpenAI or Anthropic request or transcript in JSON:', canvas),
      '  npx palimpsest compact session.json --window 32k --out smaller.json',
      '  npx palimpsest compact --help',
    ].join('\n'),
  ]
  await printOut(`${blocks.join('\n\n')}\n`)
}

/** The beginning of what stands where the old entries stood. */
function summaryBlock(records: readonly PlanRecord[], width: number, title: (text: string) => string): readonly string[] {
  const record = records.find((candidate) => candidate.action === 'summarize')
  if (record === undefined) return []
  const { from, to } = record.span
  const lines = record.summary.split('\n').flatMap((line) => wrap(line, width - 2, ''))
  const shown = lines.slice(0, MOST_SUMMARY_LINES).map((line) => `| ${line}`.trimEnd())
  const rest = lines.length - shown.length
  const heading = wrap(`What the model reads in place of entries ${from} to ${to}:`, width).map(title)
  return [[...heading, ...shown, ...(rest > 0 ? [`| (${count(rest)} more lines)`] : [])].join('\n')]
}
