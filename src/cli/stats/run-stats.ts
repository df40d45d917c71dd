import { resolveLimits } from '../../budget/model-limits.ts'
import { FALLBACK, MODEL_TABLE } from '../../budget/model-table.ts'
import type { Format } from '../compact/settings.ts'
import { nameOf } from '../input/read-text.ts'
import { chosen, readSession, tellFaults } from '../input/read-transcript.ts'
import { printOut } from '../output/print-out.ts'
import { canvasFor } from '../picture/canvas.ts'
import { count, counted, percent } from '../picture/words.ts'
import { age } from '../sessions/age.ts'
import { tilde } from '../sessions/tilde.ts'
import { drawStats, type Stats } from './draw-stats.ts'
import { type Fill, fillOf } from './fill-of.ts'

interface StatsSettings {
  readonly file: string
  readonly from: Format
  readonly conversation?: string
  readonly window?: number
  readonly model?: string
  readonly json?: true
}

/** What a compaction of ours leaves of a long conversation: a page and as much of the newest as makes 12,000. */
const LEFT = 12_000
/** The window of which that is left beside the answer: in its own, larger one, a session may fit as it is, and nothing would be done. */
const FITTING = '16k'

/** `palimpsest stats`: what fills the window of a session, by kind, tool, file and turn. Tokens are estimated, so that it is quick. */
export async function runStats(settings: StatsSettings): Promise<void> {
  const { file, from, conversation } = settings
  const read = await readSession(file, from)
  tellFaults(read)
  const transcript = chosen(read, conversation === undefined ? {} : { conversation })
  const now = fillOf(transcript.seen ?? transcript.messages)
  const whole = transcript.seen === undefined ? undefined : fillOf(transcript.messages)
  const model = settings.model ?? transcript.about?.model ?? ''
  const limits = resolveLimits({ model }, { overrides: {}, learned: {}, table: MODEL_TABLE, data: {}, fallback: FALLBACK })
  const window = settings.window ?? limits.window
  const after = Math.min(now.tokens, LEFT)
  const { title, folder, compactions = 0, ended } = transcript.about ?? {}
  const others = read.transcripts.length - 1
  if (settings.json) {
    const about = {
      file: nameOf(file),
      format: read.format.name,
      thread: transcript.thread ?? null,
      ...transcript.about,
      model,
      window,
    }
    return printOut(
      `${JSON.stringify({ ...about, now, whole: whole ?? null, compacted: after, conversations: read.transcripts.length })}\n`,
    )
  }
  const stats: Stats = {
    title: [read.format.name, transcript.thread?.slice(0, 8), title]
      .filter((part) => part !== undefined && part !== '')
      .join(' · '),
    facts: [
      ...(folder === undefined ? [] : [folder]),
      [
        ...(model === '' ? [] : [model]),
        counted(now.messages, 'message'),
        ...(others > 0 ? [counted(others, 'more conversation')] : []),
        ...(ended === undefined ? [] : [`${age(Date.now() - ended)} old`.replace('now old', 'just now')]),
      ].join(', '),
      `${whole === undefined ? 'In all' : 'The model sees'} about ${count(now.tokens)} tokens, ${percent(now.tokens, window)} of ${count(window)}.`,
      ...(whole === undefined
        ? []
        : [
            `Said in all: about ${count(whole.tokens)} tokens; ${read.format.name} compacted ${compactions === 1 ? 'once' : `${count(compactions)} times`}.`,
          ]),
    ],
    ...{ now, whole, window, after },
    advice: adviceFor(now, after, file),
  }
  await printOut(drawStats(stats, canvasFor(process.stdout, process.env)))
}

/** What would save most, most important first. */
function adviceFor(now: Fill, after: number, file: string): readonly string[] {
  const again = now.repeated.reduce((sum, { tokens }) => sum + tokens, 0)
  const saved = now.tokens - after
  return [
    ...(saved > 0
      ? [
          `A compaction would leave about ${count(after)} tokens and save ${percent(saved, now.tokens)}: palimpsest compact ${tilde(file)} --window ${FITTING}`,
        ]
      : ['It is too short for a compaction to save anything.']),
    ...(now.oldResults > 0 ? [`Tool output of finished turns takes ${count(now.oldResults)} tokens.`] : []),
    ...(again > 0 ? [`What was asked again takes ${count(again)} tokens.`] : []),
  ]
}
