/**
 * Puts the built modules together, a file for each room: `npm run prepare` does it behind the compiler. Loading 600 files takes a process
 * three times as long as loading 30. Nothing is renamed or squeezed, so that the places in an error's stack can be read.
 */
import { globSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { rolldown } from 'rolldown'

const ROOT = join(import.meta.dirname, '..')
const FRONT = 'src/index.ts'
const THREAD = 'src/engine/open-thread.ts'
const WORK = 'src/ledger/work-readers.ts'
const DATA = 'src/tokenizers/'
const STATIC = /^(?:import|export) (?!type )(?:[^'"]* from )?'(\.[^']+)'/gm
const HANDED_ON = /^src\/dialects\/[^/]+\/dialect\.ts$/
const OF_ONE_DIALECT = /^src\/dialects\/(?!validate\/)[^/]+\//
const CHECK = 'src/stores/check-runtime.ts'
const manifest: { readonly exports: Readonly<Record<string, { readonly default?: string }>> } = JSON.parse(
  readFileSync(join(ROOT, 'package.json'), 'utf8'),
)
const doors = Object.values(manifest.exports).flatMap((door) => door.default ?? [])
/** Doors by the name of their file, without its ending: `dialects/anthropic/dialect`. */
const entries = [...new Set([...doors, './dist/cli/main.js'])].map((built) => built.slice('./dist/'.length, -'.js'.length))

const bundle = await rolldown({
  cwd: ROOT,
  input: Object.fromEntries(entries.map((entry) => [entry, `src/${entry}.ts`])),
  external: (id) => !/^[./]/.test(id),
  platform: 'neutral',
  preserveEntrySignatures: 'allow-extension',
})
for (const old of globSync('dist/**/*.js', { cwd: ROOT })) rmSync(join(ROOT, old))
const front = reachedFrom(FRONT)
const dialects = reachedFrom(
  ...globSync('src/dialects/*/{dialect,strict}.ts', { cwd: ROOT }).map((path) => path.replaceAll('\\', '/')),
)
const thread = reachedFrom(THREAD)
const work = reachedFrom(WORK)
await bundle.write({
  dir: join(ROOT, 'dist'),
  comments: false,
  chunkFileNames: 'parts/[name].js',
  // All rooms need this one, and what it needs is loaded before all others: they may need what an old runtime lacks.
  banner: ({ name }) => (name === 'schema' ? "import './check-runtime.js'" : ''),
  codeSplitting: {
    includeDependenciesRecursively: false,
    groups: [{ debugName: 'rooms', name: (id) => roomOf(pathOf(id)) }],
  },
})
await bundle.close()

function pathOf(id: string): string {
  return relative(ROOT, id).replaceAll('\\', '/')
}

/**
 * What the front door needs of a room is one file, what any dialect needs besides is another, and so is what is loaded of it when a thread is opened. Rooms do not need
 * each other in a circle, so that neither do these files. What reads calls and results is a third. What is loaded later than that, by the call that needs it, is in files of its own, and so is each dialect.
 */
function roomOf(path: string): string | null {
  const isLoaded = front.has(path) || dialects.has(path) || thread.has(path) || work.has(path)
  if (path === FRONT || !isLoaded || path.startsWith(DATA)) return null
  if (path === CHECK) return 'check-runtime'
  const room = path.split('/')[1] ?? ''
  if (front.has(path)) return room
  if (!dialects.has(path)) return `${room}-of-${thread.has(path) ? 'threads' : 'work'}`
  return OF_ONE_DIALECT.test(path) ? null : `${room}-of-dialects`
}

/**
 * Modules that are loaded with modules. Dialects that the front door hands on are left out: they stay in files of their own, so that a bundle that does not name
 * them loads only the one that it needs, when it needs it.
 */
function reachedFrom(...paths: readonly string[]): ReadonlySet<string> {
  const reached = new Set(paths)
  for (const path of reached) {
    const source = readFileSync(join(ROOT, path), 'utf8')
    for (const [, to = ''] of source.matchAll(STATIC)) {
      const found = join(dirname(path), to).replaceAll('\\', '/')
      if (!HANDED_ON.test(found)) reached.add(found)
    }
  }
  return reached
}
