import { outputAsked } from '../../budget/output-tokens.ts'
import type { LadderReport } from '../../compact/explain.ts'
import type { RequestOptions } from '../../engine/request-options.ts'
import { modelSources } from '../../index.ts'
import type { Transcript } from '../../schema/draft.ts'
import { bpeTokenizer } from '../../tokenizers/bpe.ts'
import { explainRefusal } from '../compact/explain-refusal.ts'
import { onThread } from '../compact/on-thread.ts'
import type { ExplainSettings } from '../compact/settings.ts'

/** What a preset would do with a transcript. */
export async function explainTranscript(
  transcript: Transcript,
  request: RequestOptions,
  settings: ExplainSettings,
): Promise<LadderReport> {
  const { preset: policy, models } = settings
  const ports = { policy, tokenizer: bpeTokenizer(), models: modelSources(models) }
  try {
    return await onThread(transcript, settings, ports, (thread) => thread.explain(request))
  } catch (error) {
    throw explainRefusal(error, { ...settings, output: outputAsked(transcript.envelope) })
  }
}
