import { outputAsked } from '../../budget/output-tokens.ts'
import { explainRefusal } from '../compact/explain-refusal.ts'
import { checkNumbers, requestFor, tellSessionModel } from '../compact/request-for.ts'
import type { ReplaySettings } from '../compact/settings.ts'
import { harmless } from '../harmless.ts'
import { nameOf } from '../input/read-text.ts'
import { transcriptFor } from '../input/transcript-for.ts'
import { printOut } from '../output/print-out.ts'
import { canvasFor } from '../picture/canvas.ts'
import { progressOn } from './progress.ts'
import { otherwiseLines, replayChart } from './replay-chart.ts'
import { replayJson } from './replay-json.ts'
import { replayTable, replayTitle } from './replay-table.ts'

/** `palimpsest replay`: what each preset would have made of a session. Fails if none of them came to its end. */
export async function runReplay(settings: ReplaySettings): Promise<void> {
  checkNumbers(settings)
  const transcript = await transcriptFor(settings)
  tellSessionModel(transcript, settings)
  const request = requestFor(transcript, settings)
  const { replayTranscript } = await import('./replay-transcript.ts')
  const progress = progressOn(process.stderr)
  const { calls, replays } = await replayTranscript(transcript, request, { ...settings, progress }).finally(progress.clear)
  const end = (): void => {
    if (replays.some((replayed) => replayed.stopped === undefined)) return
    throw explainRefusal(replays[0]?.stopped, { ...settings, output: outputAsked(transcript.envelope) })
  }
  if (settings.json) {
    await printOut(`${JSON.stringify(replayJson(replays, { file: nameOf(settings.file), calls, dialect: request.dialect }))}\n`)
    return end()
  }
  const title = harmless(replayTitle(nameOf(settings.file), calls, replays, request.dialect))
  const canvas = canvasFor(process.stdout, process.env)
  const [only, ...others] = replays
  const chart = only === undefined || others.length > 0 ? [] : replayChart(only, canvas)
  await printOut(
    `${[title, '', ...replayTable(replays, calls, canvas), ...otherwiseLines(replays, canvas), ...chart].join('\n')}\n`,
  )
  end()
}
