import { outputAsked } from '../../budget/output-tokens.ts'
import { printReport } from '../../engine/explain.ts'
import type { RequestOptions } from '../../engine/request.ts'
import { createCompactor, modelSources } from '../../index.ts'
import type { Transcript } from '../../schema/draft.ts'
import { bpeTokenizer } from '../../tokenizers/bpe.ts'
import { explainRefusal } from '../compact/explain-refusal.ts'
import type { ExplainSettings } from '../compact/settings.ts'

/** What a preset would do with a transcript, in words. */
export async function explainTranscript(
  transcript: Transcript,
  request: RequestOptions,
  settings: ExplainSettings,
): Promise<string> {
  const { preset: policy, models } = settings
  const compactor = createCompactor({ policy, tokenizer: bpeTokenizer(), models: modelSources(models) })
  const thread = await compactor.thread('file')
  await thread.appendDrafts(transcript.messages, { tools: transcript.tools })
  try {
    return printReport(await thread.explain(request))
  } catch (error) {
    throw explainRefusal(error, { ...settings, output: outputAsked(transcript.envelope) })
  }
}
