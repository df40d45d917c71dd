import type { CountRules, RulesOf } from '../schema/count-rules.ts'
import type { DialectTraits } from '../schema/prompt.ts'

/** What an unknown file costs: the price of a large image at Anthropic, and above OpenAI's largest. */
export const FILE_TOKENS = 1_600

/** What is counted if a dialect says nothing: rather too much. A page is its text and its picture, sound as dear as any provider's. */
const CAREFUL: CountRules = {
  ...{ priming: 3, toolPrompt: 0, byteLimit: undefined, page: 3_000, sound: 32 },
  image: () => FILE_TOKENS,
  isForPeople: () => false,
}

/** A dialect's own rules over the careful ones. */
export function rulesOfDialect({ counts }: Pick<DialectTraits, 'counts'>): CountRules {
  return counts === undefined ? CAREFUL : { ...CAREFUL, ...counts }
}

/** The rules of dialects by their names; careful ones for any other name. */
export function rulesFrom(dialects: readonly { readonly traits: DialectTraits }[]): RulesOf {
  const known = new Map(dialects.map(({ traits }) => [traits.name, rulesOfDialect(traits)]))
  return (dialect) => known.get(dialect) ?? CAREFUL
}
