import { type Taken, type Tree, takenBy } from './imports.ts'

/** A test with ids, and what it takes of the source that no door of the package reaches. */
export interface Unreached {
  readonly file: string
  readonly subjects: readonly string[]
}

/** What is wrong with proofs, in words. A subject that is `excused` may be without a door; an excuse that is not needed is wrong, too. */
export function faultsOfSubjects(unreached: readonly Unreached[], excused: readonly string[]): readonly string[] {
  const covers = (excuse: string, subject: string): boolean => subject === excuse || subject.startsWith(`${excuse}: `)
  const found = unreached.flatMap(({ subjects }) => subjects)
  return [
    ...unreached.flatMap(({ file, subjects }) =>
      subjects
        .filter((subject) => !excused.some((excuse) => covers(excuse, subject)))
        .map((subject) => `${file} carries ids, but no door of the package reaches its subject: ${subject}`),
    ),
    ...excused
      .filter((excuse) => !found.some((subject) => covers(excuse, subject)))
      .map((excuse) => `${excuse} is excused from having a door, and needs no excuse any more: take it from the list`),
  ]
}

/** The source files behind the doors of the package: what `exports` and `bin` name. */
export function doorsOf(tree: Tree): readonly string[] {
  const { exports = {}, bin = {} } = JSON.parse(tree.get('package.json') ?? '{}') as {
    readonly exports?: Readonly<Record<string, string | { readonly default: string }>>
    readonly bin?: Readonly<Record<string, string>>
  }
  const built = Object.values(exports).flatMap((door) => (typeof door === 'string' ? [] : [door.default]))
  // Programs load what was built by a path in a string.
  const loaded = Object.values(bin).flatMap((file) => (tree.get(file)?.match(/[\w./]*\/dist\/[\w./-]+\.js/g) ?? []).map(String))
  return [...built, ...loaded]
    .map((file) => file.replace(/^.*?dist\//, 'src/').replace(/\.js$/, '.ts'))
    .filter((file) => tree.has(file))
}

/**
 * Tests that carry ids but whose subject no door reaches: they prove something about code that no user runs. A subject is what a test
 * imports from the source directly, tools for tests left out. A test that takes nothing directly must get somewhere through its helpers.
 */
export function unreachedProofs(tests: readonly string[], tree: Tree): readonly Unreached[] {
  const taken = memoised((file: string) => takenBy(file, tree))
  const doors = doorsOf(tree)
  const reached = reachedFrom(doors, taken)
  const used = new Set(reached.flatMap((file) => taken(file).map(keyOf)))
  const files = new Set(reached)
  const isReached = ({ file, name }: Taken): boolean =>
    files.has(file) &&
    (['', '*'].includes(name) ||
      doors.includes(file) ||
      used.has(keyOf({ file, name })) ||
      used.has(`${file}: *`) ||
      isUsedInside(file, name, tree))
  return tests.flatMap((file): readonly Unreached[] => {
    const direct = taken(file).filter(isSubject)
    const subjects = direct.filter((subject) => !isReached(subject)).map(nameOf)
    if (subjects.length > 0) return [{ file, subjects: [...new Set(subjects)] }]
    const getsSomewhere = direct.length > 0 || reachedFrom([file], taken).some((each) => files.has(each))
    return getsSomewhere ? [] : [{ file, subjects: ['nothing of src'] }]
  })
}

function reachedFrom(start: readonly string[], taken: (file: string) => readonly Taken[]): readonly string[] {
  const files = new Set(start)
  for (const file of files) for (const next of taken(file)) files.add(next.file)
  return [...files]
}

/** A name that its own file uses, too, is reached with the file. */
function isUsedInside(file: string, name: string, tree: Tree): boolean {
  const code = (tree.get(file) ?? '').replaceAll(/^\s*(?:\/\/|\/?\*).*$/gm, '')
  return code.split(new RegExp(`\\b${name}\\b`)).length > 2
}

function isSubject({ file, name }: Taken): boolean {
  return name !== '' && file.startsWith('src/') && !file.startsWith('src/testing/')
}

function keyOf({ file, name }: Taken): string {
  return `${file}: ${name}`
}

function nameOf({ file, name }: Taken): string {
  return name === '*' ? file : `${file}: ${name}`
}

function memoised<Value>(make: (key: string) => Value): (key: string) => Value {
  const made = new Map<string, Value>()
  return (key) => {
    const value = made.get(key) ?? make(key)
    made.set(key, value)
    return value
  }
}
