import { SESSION_OUTPUTS } from '../../formats/names.ts'
import { unshieldIntegers } from '../input/big-integers.ts'
import { findTranscript } from '../input/transcript-for.ts'
import { printOut } from '../output/print-out.ts'
import { writeOutFile } from '../output/write-file.ts'
import { drawFor } from '../picture/draw-for.ts'
import { receiptJson } from './receipt-json.ts'
import { checkNumbers } from './request-for.ts'
import type { CompactSettings } from './settings.ts'

/** `palimpsest compact`: the request goes to its output, and what there is to say about it to the other. */
export async function runCompact(settings: CompactSettings): Promise<void> {
  const { out } = settings
  checkNumbers(settings)
  const { transcript, read } = await findTranscript(settings)
  // The engine and its vocabulary take a third of a second: they are loaded once there is something to compact.
  const { compactTranscript } = await import('./compact-transcript.ts')
  const compaction = await compactTranscript(transcript, settings)
  const target = SESSION_OUTPUTS.find((name) => name === settings.to)
  const request =
    target === undefined
      ? unshieldIntegers(`${JSON.stringify(compaction.compacted.request)}\n`)
      : await (await import('./write-session.ts')).writeSession(target, { compaction, transcript, read })
  if (out !== undefined) writeOutFile(out, request)
  if (settings.json) {
    const all = { request: compaction.compacted.request, receipt: receiptJson(compaction) }
    await printOut(unshieldIntegers(`${JSON.stringify(all)}\n`))
  } else if (out !== undefined) {
    await printOut(drawFor(compaction, process.stdout))
  } else {
    await printOut(request)
    process.stderr.write(drawFor(compaction, process.stderr))
  }
}
