import { makeBudget } from '../../budget/allowance.ts'
import type { DialectName } from '../../dialects/names.ts'
import type { RequestOptions } from '../../engine/request-options.ts'
import type { Transcript } from '../../schema/draft.ts'
import { isJsonObject, stringField } from '../../schema/json.ts'
import type { RequestSettings, Target } from './settings.ts'

/** What a transcript's request is made with. */
export type TranscriptRequest = RequestOptions & { readonly dialect: string; readonly model: string }

/** The request that was asked for on the command line. What is not said there is taken from the transcript. */
export function requestFor(transcript: Transcript, settings: RequestSettings): TranscriptRequest {
  const { window, reserve } = settings
  const { messages: _, ...around } = transcript
  const dialect = settings.to === 'auto' ? transcript.dialect : dialectOf(settings.to)
  return {
    ...(window === undefined ? {} : { window }),
    ...(reserve === undefined ? {} : { reserve }),
    model: settings.model ?? modelOf(transcript, dialect),
    dialect,
    around,
  }
}

/** The dialect of the messages that a session or a request holds. */
export function dialectOf(target: Exclude<Target, 'auto'>): DialectName {
  switch (target) {
    case 'claude-code':
      return 'anthropic'
    case 'codex':
      return 'openai-responses'
    case 'pi':
      return 'neutral'
    default:
      return target
  }
}

/** Refuses wrong numbers before a long file is read for nothing. */
export function checkNumbers({ window, reserve }: RequestSettings): void {
  if (window !== undefined) makeBudget({ window, reserve, system: 0, tools: 0 })
}

/** The model the request itself names. One written for another provider's format is not the model that will read it. */
function modelOf(transcript: Transcript, to: string): string {
  if (transcript.dialect !== to || !isJsonObject(transcript.envelope)) return ''
  return stringField(transcript.envelope, 'model') ?? ''
}
