/**
 * `npm run types`: compiles test/types against the package as it is published. Packs it, unpacks it beside the SDKs that are installed
 * here, and compiles strictly, with exact optional properties and without. Then opens every door once in a project without any SDK.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'

interface Manifest {
  readonly exports: Readonly<Record<string, unknown>>
  readonly dependencies: Readonly<Record<string, string>>
}

const COMPILER = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin', 'tsc')
const SDKS = ['openai', '@anthropic-ai/sdk', '@google/genai', 'ai', 'ai-v6', '@langchain/core']
/** Doors that need the types of a package which only their users install. */
const WITH_PEERS = new Set([
  ...['./stores/postgres', './summarizers/ai-sdk', './testing/generators', './integrations/langchain', './langchain'],
  './mcp',
])

const manifest: Manifest = JSON.parse(readFileSync('package.json', 'utf8'))
const folder = mkdtempSync(join(tmpdir(), 'palimpsest-types-'))
try {
  const archive = pack()
  const failed = [
    ...[true, false].filter((exact) => !compiles(besideSdks(archive, `exact-${exact}`), { exactOptionalPropertyTypes: exact })),
    ...[alone(archive)].filter((project) => !compiles(project, { skipLibCheck: false })),
  ]
  process.exitCode = failed.length === 0 ? 0 : 1
  console.log(failed.length === 0 ? 'the packed package compiles beside every SDK, and alone' : `failed: ${failed.join(', ')}`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}

/** A project with all SDKs and the type tests. */
function besideSdks(archive: string, name: string): string {
  const project = install(archive, name, SDKS)
  cpSync('test/types', project, { recursive: true })
  return project
}

/** A project without an SDK, which imports every door that needs none: our own declarations are checked in it, too. */
function alone(archive: string): string {
  const project = install(archive, 'alone', [])
  const doors = Object.keys(manifest.exports).filter((door) => door !== './package.json' && !WITH_PEERS.has(door))
  const lines = doors.map((door, index) => `import * as door${index} from 'palimpsest${door.slice(1)}'`)
  writeFileSync(
    join(project, 'doors.ts'),
    `${lines.join('\n')}\nconsole.log(${doors.map((_, index) => `door${index}`).join(', ')})\n`,
  )
  return project
}

/** A folder with the packed package, what it depends on, and some more. */
function install(archive: string, name: string, others: readonly string[]): string {
  const project = join(folder, name)
  const own = join(project, 'node_modules', 'palimpsest')
  mkdirSync(own, { recursive: true })
  execFileSync('tar', ['-xzf', archive, '-C', own, '--strip-components=1'])
  for (const dependency of [...Object.keys(manifest.dependencies), '@types/node', ...others]) {
    const link = join(project, 'node_modules', dependency)
    mkdirSync(dirname(link), { recursive: true })
    symlinkSync(resolve('node_modules', dependency), link, 'junction')
  }
  writeFileSync(join(project, 'package.json'), '{ "type": "module", "private": true }')
  return project
}

/** The package as it would be published, built anew. */
function pack(): string {
  const [made] = JSON.parse(
    execFileSync('npm', ['pack', '--silent', '--json', '--pack-destination', folder], { encoding: 'utf8' }),
  )
  return join(folder, made.filename)
}

function compiles(project: string, options: object): boolean {
  const compilerOptions = {
    ...{ target: 'es2024', module: 'nodenext', types: ['node'], strict: true, noUncheckedIndexedAccess: true, noEmit: true },
    ...{ skipLibCheck: true, ...options },
  }
  writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }))
  const { status, stdout } = spawnSync(process.execPath, [COMPILER, '-p', project], { encoding: 'utf8' })
  process.stdout.write(stdout)
  return status === 0
}
