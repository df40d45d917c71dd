import { askedLife } from '../economy/cache-life.ts'
import { isOpenaiModel } from '../economy/price-sheet.ts'
import type { PriceSheet } from '../schema/price-sheet.ts'
import type { Setting } from '../view/setting.ts'
import type { ThreadState } from './thread-state.ts'

/** Clients mark what they said last: so many entries are looked at. */
const NEWEST = 40

/** What tokens cost, and how long the cache lives: longer than usual where the client or the host asked for it. */
export function sheetNow({ log }: ThreadState, at: Setting, idleMs = 0): PriceSheet | undefined {
  const { priced, around } = at
  const { sheet } = priced
  // The usual step need not look.
  if (sheet === undefined || !(idleMs > sheet.cacheLifeMs)) return sheet
  const asked = askedLife({
    isForADay: around.promptCache?.retention === '24h' && isForOpenai(at),
    envelope: around.envelope,
    newest: log.read
      .slice(-NEWEST)
      .flatMap((entry) => (entry === undefined ? [] : [entry.raw, entry.message.shell?.raw ?? null])),
  })
  return asked > sheet.cacheLifeMs ? { ...sheet, cacheLifeMs: asked } : sheet
}

/** Whether the request has the field: in OpenAI's own protocols, and where an SDK calls one of its models. */
function isForOpenai({ dialect, model }: Setting): boolean {
  const { name } = dialect.traits
  return name.startsWith('openai') || ((name === 'ai-sdk' || name === 'langchain') && isOpenaiModel(model))
}
