import { pathToFileURL } from 'node:url'
import type { Json } from '../../src/schema/json.ts'
import type { SecondOpinion } from './body-runs.ts'
import type { DoorName } from './provider-bodies.ts'

/** Rules that somebody else wrote down: each throws if the provider would refuse the body. */
interface StrictRules {
  checkChat(body: Json): void
  checkResponses(body: Json): void
  checkAnthropic(body: Json, issued: { readonly seals: { has(): boolean } }): void
}

/** Which seals a provider gave out nobody knows here: all of them count as given. */
const ISSUED = { seals: { has: () => true } }

/** What such rules do not know, or read more narrowly than the documents do. */
const NARROW: readonly RegExp[] = [
  /^lone surrogate$/, // It reads escapes in a text as the characters they stand for.
  /roles must alternate/, // "Consecutive user or assistant turns in your request will be combined into a single turn."
  /\.type server_tool_use$/, // Tools that Anthropic runs itself.
  /\.type item_reference$/, // What a stored answer is named by.
  /Unknown parameter: 'extra_content'/, // How the package hands on the thought signatures of Gemini.
]

/** The opinion of a module with `checkChat`, `checkResponses` and `checkAnthropic`. */
export async function strictOpinion(file: string): Promise<SecondOpinion> {
  const rules = (await import(pathToFileURL(file).href)) as StrictRules
  return (door, body, given) => {
    const words = complaintOf(() => checkWith(rules, door, body))
    if (words === undefined || NARROW.some((narrow) => narrow.test(words)) || isCallers(words, given)) return undefined
    return `by ${file}: ${words}`
  }
}

function checkWith(rules: StrictRules, door: DoorName, body: Json): void {
  switch (door) {
    case '@ai-sdk/anthropic':
    case '@anthropic-ai/sdk':
      rules.checkAnthropic(body, ISSUED)
      break
    case '@ai-sdk/openai chat':
    case '@ai-sdk/openai-compatible':
    case 'openai chat':
      rules.checkChat(body)
      break
    case '@ai-sdk/openai responses':
    case 'openai responses':
      rules.checkResponses(body)
      break
    case '@ai-sdk/google':
    case '@google/genai':
    case '@ai-sdk/amazon-bedrock':
      break
  }
}

function complaintOf(check: () => void): string | undefined {
  try {
    check()
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** Fields and types that the rules do not know and that stand in what was handed in: they are its sender's, and go out as they came. */
function isCallers(words: string, given: Json): boolean {
  const named = /Unknown parameter: '(.+?)'|(?:\.type|part) (\w+)$|Invalid value: '(\w+)'/.exec(words)?.slice(1).find(Boolean)
  return named !== undefined && JSON.stringify(given).includes(JSON.stringify(named))
}
