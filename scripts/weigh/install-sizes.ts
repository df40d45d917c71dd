import { execFileSync } from 'node:child_process'
import { globSync, readFileSync, statSync } from 'node:fs'

/** Bytes on the disk of a user who installs the package, without optional peers. */
interface InstallSizes {
  readonly own: number
  readonly files: number
  /** What npm downloads of our own. */
  readonly packed: number
  readonly dependencies: number
}

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>
}

export function installSizes(): InstallSizes {
  const told = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], { encoding: 'utf8', shell: false })
  const parsed: readonly PackReport[] | Readonly<Record<string, PackReport>> = JSON.parse(told)
  const [packed] = Object.values(parsed)
  if (packed === undefined) throw new Error('npm pack said nothing')
  const { size, unpackedSize, entryCount } = packed
  return { own: unpackedSize, files: entryCount, packed: size, dependencies: unpackedSize + sizeOfAll(dependenciesOf('.')) }
}

interface PackReport {
  readonly size: number
  readonly unpackedSize: number
  readonly entryCount: number
}

/** Names of all packages that come with one. */
function dependenciesOf(folder: string, seen: Set<string> = new Set()): ReadonlySet<string> {
  const { dependencies = {} }: Manifest = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'))
  for (const name of Object.keys(dependencies)) {
    if (seen.has(name)) continue
    seen.add(name)
    dependenciesOf(`node_modules/${name}`, seen)
  }
  return seen
}

function sizeOfAll(packages: ReadonlySet<string>): number {
  const files = [...packages].flatMap((name) => globSync(`node_modules/${name}/**/*`))
  return files.map((path) => statSync(path)).reduce((sum, stat) => sum + (stat.isFile() ? stat.size : 0), 0)
}
