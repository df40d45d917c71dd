import { makeBudget } from '../../budget/allowance.ts'
import type { DialectName } from '../../dialects/names.ts'
import type { RequestOptions } from '../../engine/request-options.ts'
import { isJsonObject, stringField } from '../../schema/json.ts'
import type { FileTranscript } from '../../schema/transcript-format.ts'
import { harmless } from '../harmless.ts'
import type { RequestSettings, Target } from './settings.ts'

/** What a transcript's request is made with. */
export type TranscriptRequest = RequestOptions & { readonly dialect: string; readonly model: string }

/** The request that was asked for on the command line. What is not said there is taken from the transcript. */
export function requestFor(transcript: FileTranscript, settings: RequestSettings): TranscriptRequest {
  const { window, reserve } = settings
  const { messages: _, ...around } = transcript
  const dialect = settings.to === 'auto' ? transcript.dialect : dialectOf(settings.to)
  return {
    ...(window === undefined ? {} : { window }),
    ...(reserve === undefined ? {} : { reserve }),
    model: settings.model ?? (modelOf(transcript, dialect) || (sessionModel(transcript, settings) ?? '')),
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

/**
 * The model that a session names, where nobody says which model or which window: a window that is given may be another model's. One that goes
 * to another provider's format goes to another model.
 */
export function sessionModel(
  { dialect, about, envelope }: FileTranscript,
  { model, window, to }: RequestSettings,
): string | undefined {
  if (model !== undefined || window !== undefined) return undefined
  if (isJsonObject(envelope) && stringField(envelope, 'model') !== undefined) return undefined
  return to === 'auto' || dialectOf(to) === dialect ? about?.model : undefined
}

/** Says which model a session was taken for, where nothing else that is printed says so. */
export function tellSessionModel(transcript: FileTranscript, settings: RequestSettings): void {
  const model = sessionModel(transcript, settings)
  if (model === undefined) return
  process.stderr.write(`palimpsest: taken for ${harmless(model)}, which the session names; --window or --model say otherwise.\n`)
}

/** The model the request itself names. One written for another provider's format is not the model that will read it. */
function modelOf(transcript: FileTranscript, to: string): string {
  if (transcript.dialect !== to || !isJsonObject(transcript.envelope)) return ''
  return stringField(transcript.envelope, 'model') ?? ''
}
