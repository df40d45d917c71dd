import { isJsonObject, type JsonObject } from '../../schema/json.ts'
import type { Wire } from './wire.ts'

/** A body on its way to a provider, and a way to ask it. */
interface Question {
  readonly wire: Wire
  readonly url: URL
  body(): JsonObject
  ask(at: URL, body: JsonObject): Promise<Response>
}

/** Asks a provider how it counts. */
export interface Counts {
  /** What it counts for a body; `undefined` if it is not asked, or does not say. */
  count(question: Question): Promise<number | undefined>
}

/** Nobody is asked. */
export const noCounts: Counts = { count: async () => undefined }

/** Each model is asked once: from then on its own reports say how it counts. */
export function countsOnce(): Counts {
  const asked = new Set<string>()
  return {
    async count({ wire, url, body, ask }) {
      if (wire.count === undefined) return undefined
      const request = body()
      const model = String(request['model'])
      if (asked.has(model)) return undefined
      asked.add(model)
      const at = new URL(url)
      at.pathname += wire.count.path
      const said = await jsonOf(ask(at, wire.count.body(request)))
      return isJsonObject(said) ? wire.count.tokens(said) : undefined
    },
  }
}

/** A server that cannot be reached does not count: the request itself will show whether it can be. */
async function jsonOf(asked: Promise<Response>): Promise<unknown> {
  try {
    const answer = await asked
    return answer.ok ? await answer.json() : null
  } catch {
    return null
  }
}
