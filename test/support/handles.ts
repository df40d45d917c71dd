import type { AgentTools, Json, Thread } from '../../src/index.ts'

const HANDLES = /(?<![\p{L}\p{N}_.:/-])(?:old:)?e\d+(?:\s?[–-]\s?(?:old:)?e\d+)?(?![\p{L}\p{N}_])/gu
const ARTIFACTS = /(?:artifact[: ]|read_artifact\(\\*")([\w:.-]+)/g
const DIGESTS = /\bsu:[\w.]+/g

/** What of a request names something of the log, and could not be opened. What the conversation itself says is not ours. */
export async function everyHandle(
  { thread, tools }: { readonly thread: Thread; readonly tools: AgentTools },
  request: Json,
  said: unknown,
): Promise<{ readonly count: number; readonly broken: readonly string[] }> {
  const shown = textsIn(request)
  const own = textsIn(said)
  const found = (pattern: RegExp, group = 0): readonly string[] => {
    const known = new Set([...own.matchAll(pattern)].map((match) => match[group] ?? ''))
    return [...new Set([...shown.matchAll(pattern)].map((match) => match[group] ?? ''))].filter((name) => !known.has(name))
  }
  const broken: string[] = []
  const handles = found(HANDLES)
  for (const handle of handles) {
    const originals = await thread.expand(handle).catch(() => [])
    const { isError } = await tools.execute('expand', { handle })
    if (originals.length === 0 || isError) broken.push(handle)
  }
  const artifacts = [...found(ARTIFACTS, 1), ...found(DIGESTS)]
  for (const id of artifacts) {
    const { isError, text } = await tools.execute('read_artifact', { id })
    if (isError) broken.push(`${id}: ${text}`)
  }
  return { count: handles.length + artifacts.length, broken }
}

/** All texts of a value, each apart: tools' definitions speak of handles in general. */
function textsIn(value: unknown): string {
  const texts: string[] = []
  const { tools: _, ...rest } = Object(value) as { readonly tools?: unknown }
  JSON.stringify(Array.isArray(value) ? value : rest, (__, each: unknown) => {
    if (typeof each === 'string') texts.push(each)
    return each
  })
  return texts.join('\n')
}
