const ENDINGS =
  'c|cc|cfg|cjs|cpp|cs|css|csv|env|go|gql|gradle|graphql|h|hpp|html|ini|ipynb|java|js|json|jsonl|jsx|kt|lock|lua|md|mdc|mdx|mjs|php|pl|pony|prisma|proto|py|rb|rs|rst|scala|scss|sh|sql|svelte|swift|tf|toml|ts|tsx|txt|vue|xml|yaml|yml|zig'
const END = String.raw`[\w-]\.(?:${ENDINGS})(?![\w(])`
const NAME = new RegExp(String.raw`(?<![\w@~.+/-])[\w@~.+/-]{0,200}${END}`, 'g')
const ANY = new RegExp(END)

/** The files that a text names, with or without their folders. `theme.code` and `session.State` are none. */
export function fileNamesIn(text: string): readonly RegExpExecArray[] {
  return [...text.matchAll(NAME)]
}

/** Whether a text names a file. */
export function namesFile(text: string): boolean {
  return ANY.test(text)
}
