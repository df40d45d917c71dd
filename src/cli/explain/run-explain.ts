import { checkNumbers, requestFor } from '../compact/request-for.ts'
import type { ExplainSettings } from '../compact/settings.ts'
import { harmless } from '../harmless.ts'
import { transcriptFor } from '../input/transcript-for.ts'
import { printOut } from '../output/print-out.ts'

/** `palimpsest explain`: what would be done and why, one line a decision. */
export async function runExplain(settings: ExplainSettings): Promise<void> {
  checkNumbers(settings)
  const transcript = await transcriptFor(settings)
  const { explainTranscript } = await import('./explain-transcript.ts')
  const report = await explainTranscript(transcript, requestFor(transcript, settings), settings)
  await printOut(`${report.split('\n').map(harmless).join('\n')}\n`)
}
