import { isJsonList, isJsonObject, type Json, type JsonObject } from '../../schema/json.ts'
import { around, historyOf } from './written-again.ts'

/** A body that was read: its text up to the end of its history, and from there on. */
interface Read {
  readonly body: JsonObject
  readonly front: string
  readonly behind: string
}

/**
 * Reads bodies of requests; `undefined` for what is no JSON object. A client hands in what it handed in before and something more at the end of its
 * history: then only that is read, and the messages in front are the very objects of the last time.
 *
 *     last  {"model":"m","messages":[a,b],"stream":true}      now  {"model":"m","messages":[a,b  ,c,d  ],"stream":true}
 */
export function bodyReader(): (text: string) => JsonObject | undefined {
  let last: Read | undefined
  return (text) => {
    const next = last === undefined ? undefined : goneOn(last, text)
    if (next !== undefined) {
      last = next
      return next.body
    }
    const body = parsed(text)
    last = isJsonObject(body) ? remembered(text, body) : undefined
    return isJsonObject(body) ? body : undefined
  }
}

/** The body, if the text is that of the last one with more at the end of its history. */
function goneOn({ front, behind, body }: Read, text: string): Read | undefined {
  const end = text.length - behind.length
  // Compared as a whole: `startsWith` looks at one character after the other.
  if (end < front.length || text.slice(0, front.length) !== front || !text.endsWith(behind)) return undefined
  const middle = text.slice(front.length, end)
  // What is no list by itself means that the history ends elsewhere.
  const more = middle === '' ? [] : middle.startsWith(',') ? parsed(`[${middle.slice(1)}]`) : undefined
  const name = historyOf(body)
  const history = body[name]
  if (!isJsonList(more) || !isJsonList(history)) return undefined
  return { front: text.slice(0, end), behind, body: { ...body, [name]: [...history, ...more] } }
}

/** Where the history of a body stands in its text; `undefined` if it has none, or was written with blanks. */
function remembered(text: string, body: JsonObject): Read | undefined {
  const name = historyOf(body)
  const history = body[name]
  if (!isJsonList(history) || history.length === 0) return undefined
  const [before, behind] = around(body, name, [])
  if (!text.startsWith(before) || !text.endsWith(behind)) return undefined
  return { front: text.slice(0, text.length - behind.length), behind, body }
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
