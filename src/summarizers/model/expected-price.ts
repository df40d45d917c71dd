import type { SummaryJob } from '../../schema/summary.ts'
import { mostOutput, promptTokens } from './by-operations.ts'
import type { Settings } from './settings.ts'
import { transcriptOf } from './transcript.ts'
import { wayOf } from './warm.ts'

/** Dollars that a job would cost if its answer had as many tokens as its page; `undefined` if no prices are known. */
export function expectedPrice(job: SummaryJob, settings: Settings): number | undefined {
  const { prices } = settings
  if (prices === undefined) return undefined
  const shown = transcriptOf(job.entries, job, job.input)
  const maxOutput = mostOutput(job, settings)
  const usual = promptTokens(job, settings, shown, maxOutput)
  const way = settings.mode === 'prose' ? undefined : wayOf({ job, settings, nonce: () => '', shown, usual, maxOutput })
  return (way?.money ?? (usual * prices.input) / 1_000_000) + (Math.min(job.tokens, maxOutput) * prices.output) / 1_000_000
}
