/** Tags by which resellers tell variants of one model apart. They do not change what the model can take. */
const VARIANTS = /:(?:free|beta|nitro|floor|online|thinking|extended|exacto|latest|default)$/
/** `us.anthropic.` and the like before a name. */
const HOST = /^(?:[a-z]{2,8}\.)?(?:ai21|amazon|anthropic|cohere|deepseek|meta|mistral|moonshot|nvidia|openai|qwen|writer)\./
const DATE = /-20\d{2}-?[01]\d-?[0-3]\d$/

/**
 * The names under which a model may be known, most particular first: with its provider and date, without them.
 *
 *     openrouter/anthropic/claude-3.5-sonnet:beta    openrouter/anthropic/claude-3-5-sonnet
 *                                                    anthropic/claude-3-5-sonnet
 *                                                    claude-3-5-sonnet
 *     gpt-4o-2024-05-13                              gpt-4o-2024-05-13, gpt-4o
 *     us.anthropic.claude-opus-4-20250514-v1:0       claude-opus-4-20250514, claude-opus-4
 *
 * Tables are keyed by these names; versions are written with dashes (`3-5`), because half of the world writes them with dots.
 */
export function modelKeys(model: string): readonly string[] {
  const path = model.trim().toLowerCase().replace(/^@/, '').split('/').map(cleanName)
  const dated = path.map((_, index) => path.slice(index).join('/'))
  const plain = dated.map((name) => name.replace(/-latest$/, '').replace(DATE, ''))
  return [...new Set(dated.flatMap((name, index) => [name, plain[index] ?? name]))]
}

/**
 * True of names as Ollama has them: a tag that says how large a model is, or how it was made small. What runs under such a name serves what it
 * was started with, whatever its relatives can do elsewhere.
 *
 *     llama3.1:8b   qwen2.5-coder:7b-instruct-q4_K_M   mistral.gguf   but not   gpt-oss:120b-cloud
 */
export function isLocalName(model: string): boolean {
  return LOCAL.test(model.trim()) && !/[-:]cloud$/i.test(model.trim())
}

const LOCAL = /:(?:e?\d+(?:\.\d+)?[bm](?:$|[-_])|(?:\d+x\d+b)|.{0,40}(?:^|[-_:])(?:q\d|fp16|bf16|f16))|\.gguf$/i

/** The shortest of a model's names: no provider, no date, no variant. */
export function plainName(model: string): string {
  return modelKeys(model).at(-1) ?? ''
}

/** Names of the families a model may belong to, nearest first: `gpt-5-9-sol` may be a `gpt-5-9`, a `gpt-5`, a `gpt`. */
export function familyKeys(model: string): readonly string[] {
  const parts = plainName(model).split(/(?=[-:])/)
  return parts.slice(1).map((_, index) => parts.slice(0, parts.length - 1 - index).join(''))
}

function cleanName(segment: string): string {
  const base = segment.startsWith('ft:') ? (segment.split(':')[1] ?? '') : segment
  const [name = ''] = base.split('@', 1)
  return name
    .replace(HOST, '')
    .replace(/-v\d+:\d+$/, '')
    .replace(VARIANTS, '')
    .replace(/(\d)\.(?=\d)/g, '$1-')
}
