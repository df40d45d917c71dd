import { readRefusal } from '../budget/refusals/read-refusal.ts'
import { isCompactionError } from '../schema/failures.ts'
import type { Refusal, RefusedRequest } from '../schema/refusal.ts'

/** How long a body may take that has not come yet, how much of it is read, and in how many pieces. */
const BODY_MS = 2_000
const MOST_BODY = 1_000_000
const MOST_PIECES = 10_000

/** What a provider or an SDK says by what was thrown, whatever that is: to look at a stranger's object may throw. */
export async function refusalIn(thrown: unknown, refused: RefusedRequest): Promise<Refusal> {
  const { said } = await saidIn(thrown)
  try {
    return readRefusal(said, refused)
  } catch {
    return { kind: 'other', by: 'something that cannot be looked at' }
  }
}

/** What we threw ourselves was refused before it was sent. */
export function isOurs(thrown: unknown): boolean {
  try {
    return isCompactionError(thrown)
  } catch {
    return false
  }
}

/**
 * What was thrown, and of a response of `fetch` its body, in so far as it comes in time and nobody else reads it. In a box: what strangers throw
 * may look like a promise, and would be waited for.
 */
async function saidIn(thrown: unknown): Promise<{ readonly said: unknown }> {
  try {
    if (!(thrown instanceof Response) || thrown.bodyUsed || thrown.body?.locked === true) return { said: thrown }
    const { status } = thrown
    return { said: { status, body: await beginningOf(thrown.clone()) } }
  } catch {
    return { said: thrown }
  }
}

/** What has come of a body when its time is up. Nothing is read afterwards: a body may have no end. */
async function beginningOf({ body }: Response): Promise<string> {
  const reader = body?.getReader()
  if (reader === undefined) return ''
  const decoder = new TextDecoder()
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, BODY_MS, undefined)
  })
  let text = ''
  try {
    for (let piece = 0; piece < MOST_PIECES && text.length < MOST_BODY; piece += 1) {
      const read = await Promise.race([reader.read(), late])
      if (read === undefined || read.done) break
      text += decoder.decode(read.value, { stream: true })
    }
  } catch {
    // A connection that broke has said what it has said.
  } finally {
    clearTimeout(timer)
    reader.cancel().catch(() => undefined)
  }
  return text
}
