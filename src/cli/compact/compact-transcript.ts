import { outputAsked } from '../../budget/output-tokens.ts'
import { type Compacted, createCompactor, modelSources, presets } from '../../index.ts'
import type { Transcript } from '../../schema/draft.ts'
import type { Entry } from '../../schema/entry.ts'
import { isJsonObject, stringField } from '../../schema/json.ts'
import type { PlanRecord } from '../../schema/plan.ts'
import type { Tokenizer } from '../../schema/ports.ts'
import { bpeTokenizer } from '../../tokenizers/bpe.ts'
import { explainRefusal } from './explain-refusal.ts'
import { rememberCounts } from './remember-counts.ts'
import type { CompactSettings } from './settings.ts'

/** Where the size of the window comes from: the flag, the model's name, or nobody. */
export type WindowSource = 'flag' | 'model' | 'default'

/** A compaction with all that can be told about it. */
export interface Compaction {
  readonly file: string
  /** Where the request goes, if to a file. */
  readonly out: string | undefined
  readonly from: string
  readonly to: string
  readonly windowSource: WindowSource
  /** What everything was counted with. */
  readonly tokenizer: Tokenizer
  readonly entries: readonly Entry[]
  readonly records: readonly PlanRecord[]
  readonly compacted: Compacted
}

/** Compacts a transcript to the whole budget: one pass, nothing is kept for later. */
export async function compactTranscript(transcript: Transcript, settings: CompactSettings): Promise<Compaction> {
  const to = settings.to === 'auto' ? transcript.dialect : settings.to
  const model = settings.model ?? modelOf(transcript, to)
  const tokenizer = rememberCounts(bpeTokenizer())
  const compactor = createCompactor({
    policy: presets.balanced({ trigger: 1, release: 1 }),
    tokenizer,
    models: modelSources(settings.models),
  })
  const thread = await compactor.thread('file')
  await thread.appendDrafts(transcript.messages)
  for (const text of settings.pin) await thread.pin({ text })
  const { messages: _, ...around } = transcript
  const window = settings.window === undefined ? {} : { window: settings.window }
  const reserve = settings.reserve === undefined ? {} : { reserve: settings.reserve }
  try {
    const compacted = await thread.compact({ ...window, ...reserve, model, dialect: to, around })
    const records = (await thread.commits()).at(-1)?.plan.records ?? []
    const entries = await thread.entries()
    const formats = { from: transcript.dialect, to }
    const { file, out } = settings
    return { file, out, ...formats, windowSource: windowSource(settings, compacted), tokenizer, entries, records, compacted }
  } catch (error) {
    throw explainRefusal(error, { ...settings, output: outputAsked(transcript.envelope) })
  }
}

/** The model the request itself names. One written for another provider's format is not the model that will read it. */
function modelOf(transcript: Transcript, to: string): string {
  if (transcript.dialect !== to || !isJsonObject(transcript.envelope)) return ''
  return stringField(transcript.envelope, 'model') ?? ''
}

function windowSource({ window }: CompactSettings, { limits }: Compacted): WindowSource {
  if (window !== undefined) return 'flag'
  return limits.sources.window === 'fallback' ? 'default' : 'model'
}
