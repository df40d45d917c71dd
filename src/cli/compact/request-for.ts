import { makeBudget } from '../../budget/allowance.ts'
import type { RequestOptions } from '../../engine/request-options.ts'
import type { Transcript } from '../../schema/draft.ts'
import { isJsonObject, stringField } from '../../schema/json.ts'
import type { RequestSettings } from './settings.ts'

/** What a transcript's request is made with. */
export type TranscriptRequest = RequestOptions & { readonly dialect: string; readonly model: string }

/** The request that was asked for on the command line. What is not said there is taken from the transcript. */
export function requestFor(transcript: Transcript, settings: RequestSettings): TranscriptRequest {
  const { window, reserve } = settings
  const { messages: _, ...around } = transcript
  const dialect = settings.to === 'auto' ? transcript.dialect : settings.to
  return {
    ...(window === undefined ? {} : { window }),
    ...(reserve === undefined ? {} : { reserve }),
    model: settings.model ?? modelOf(transcript, dialect),
    dialect,
    around,
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
