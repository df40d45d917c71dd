import { printReport } from '../../compact/explain.ts'
import { checkNumbers, requestFor, tellSessionModel } from '../compact/request-for.ts'
import type { ExplainSettings } from '../compact/settings.ts'
import { harmless } from '../harmless.ts'
import { transcriptFor } from '../input/transcript-for.ts'
import { printOut } from '../output/print-out.ts'
import { canvasFor } from '../picture/canvas.ts'
import { wrap } from '../picture/words.ts'

/** `palimpsest explain`: what would be done and why, one line a decision. */
export async function runExplain(settings: ExplainSettings): Promise<void> {
  checkNumbers(settings)
  const transcript = await transcriptFor(settings)
  tellSessionModel(transcript, settings)
  const { explainTranscript } = await import('./explain-transcript.ts')
  const report = await explainTranscript(transcript, requestFor(transcript, settings), settings)
  if (settings.json) return printOut(`${JSON.stringify(report)}\n`)
  const { width } = canvasFor(process.stdout, process.env)
  const lines = printReport(report)
    .split('\n')
    .flatMap((line) => wrapped(harmless(line), width))
  await printOut(`${lines.join('\n')}\n`)
}

/** A line broken between words, what follows further in. What is not read on a screen stays one line. */
function wrapped(line: string, width: number): readonly string[] {
  if (!process.stdout.isTTY && process.env['COLUMNS'] === undefined) return [line]
  const [lead = ''] = /^ */.exec(line) ?? []
  return wrap(line.slice(lead.length), width - lead.length, '    ').map((part) => lead + part)
}
