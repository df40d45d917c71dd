/**
 * Things of which one is chosen and the others are not, each with the words for it in several languages. Who asks for spaces no longer wants
 * tabs. Only what excludes each other wherever it is said: JSON and CSV may both be wanted.
 */
const GROUPS: readonly (readonly string[])[] = [
  ['tabs tab tabulatoren tabulations tabuladores', 'spaces leerzeichen espaces espacios 空格'],
  ['single einfache simples 单引号', 'double doppelte doubles dobles 双引号'],
  ['npm', 'pnpm', 'yarn', 'bun'],
  [
    ...['english englisch anglais inglés 英文 英语', 'german deutsch allemand alemán 德文 德语'],
    ...['french französisch français francés 法文 法语', 'spanish spanisch espagnol español 西班牙文'],
    ...['chinese chinesisch chinois chino 中文', 'japanese japanisch japonais japonés 日文 日语'],
  ],
  ['camelcase', 'snake_case', 'pascalcase', 'kebab-case'],
  ['jest', 'vitest', 'mocha'],
  ['dark dunkel sombre oscuro', 'light hell clair claro'],
]

/** A choice: which group, and which of its members. */
export interface Choice {
  readonly group: string
  readonly member: number
}

const CHOICES: ReadonlyMap<string, Choice> = new Map(
  GROUPS.flatMap((members, at) =>
    members.flatMap((words, member) =>
      words.split(' ').map((word): [string, Choice] => [word, { group: `group ${at}`, member }]),
    ),
  ),
)

/** What a word chooses, if it is one of several that exclude each other. */
export function choiceOf(word: string): Choice | undefined {
  return CHOICES.get(word)
}
