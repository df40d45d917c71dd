import type { TranscriptFile, TranscriptFormat } from '../schema/transcript-format.ts'

/** The format that is surest of a file. If no format sees a mark (roles and plain text), the first of the list. */
export function recogniseFormat(
  file: TranscriptFile,
  formats: readonly [TranscriptFormat, ...TranscriptFormat[]],
): TranscriptFormat {
  let best: TranscriptFormat = formats[0]
  let surest = best.recognise(file)
  for (const format of formats.slice(1)) {
    const sure = format.recognise(file)
    if (sure > surest) [best, surest] = [format, sure]
  }
  return best
}
