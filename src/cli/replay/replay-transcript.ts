import { ALL_DIALECTS } from '../../dialects/all.ts'
import { modelSources } from '../../index.ts'
import type { Transcript } from '../../schema/draft.ts'
import { bpeTokenizer } from '../../tokenizers/bpe.ts'
import { rememberCounts } from '../compact/remember-counts.ts'
import type { TranscriptRequest } from '../compact/request-for.ts'
import type { ReplaySettings } from '../compact/settings.ts'
import type { Progress } from './progress.ts'
import { type Replayed, replayPreset } from './replay-preset.ts'
import { stepsOf } from './steps.ts'

interface Replays {
  /** Requests that the whole session takes. */
  readonly calls: number
  readonly replays: readonly Replayed[]
}

/** Replays a session under one preset after another. Texts are counted once for all of them. */
export async function replayTranscript(
  transcript: Transcript,
  request: TranscriptRequest,
  { presets, models, progress }: Pick<ReplaySettings, 'presets' | 'models'> & { readonly progress: Progress },
): Promise<Replays> {
  const steps = stepsOf(transcript.messages)
  const dialect = ALL_DIALECTS.find(({ traits }) => traits.name === request.dialect) ?? ALL_DIALECTS[0]
  const common = { request, dialect, tokenizer: rememberCounts(bpeTokenizer()), models: modelSources(models) }
  const replays: Replayed[] = []
  for (const policy of presets) {
    const tell = (step: number): void => progress.tell(`${policy.name}: request ${step + 1} of ${steps.length}`)
    replays.push(await replayPreset(steps, { ...common, policy, progress: tell }))
  }
  return { calls: steps.length, replays }
}
