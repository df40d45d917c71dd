import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

/** The least of several processes. */
interface ColdStart {
  /** In milliseconds, as all others. */
  readonly processor: number
  readonly wall: number
  /** In bytes, beside a process that does nothing. */
  readonly memory: number
}

const RUNS = 7
const ENTRY = JSON.stringify(join(import.meta.dirname, '../../dist/index.js'))
const PROGRAMS = {
  nothing: '',
  import: `await import(${ENTRY})`,
  'import and first request': `
    const { createCompactor } = await import(${ENTRY})
    const thread = await createCompactor().thread('t')
    await thread.append([{ role: 'user', content: 'Hello' }])
    await thread.prepare({ model: 'gpt-4o' })`,
} as const
const BEFORE = 'const used = process.cpuUsage(); const start = performance.now();'
const AFTER = `
  ;const wall = performance.now() - start
  const { user, system } = process.cpuUsage(used)
  console.log(JSON.stringify({ wall, processor: (user + system) / 1000, memory: process.memoryUsage.rss() }))`

export function coldStarts(): Readonly<Record<'import' | 'import and first request', ColdStart>> {
  const empty = leastOf(PROGRAMS.nothing).memory
  const beside = (program: string): ColdStart => {
    const least = leastOf(program)
    return { ...least, memory: least.memory - empty }
  }
  return {
    import: beside(PROGRAMS.import),
    'import and first request': beside(PROGRAMS['import and first request']),
  }
}

function leastOf(program: string): ColdStart {
  const runs = Array.from({ length: RUNS }, () => run(program))
  const least = (field: keyof ColdStart): number => Math.min(...runs.map((each) => each[field]))
  return { processor: least('processor'), wall: least('wall'), memory: least('memory') }
}

/** In a process that finds nothing compiled. */
function run(program: string): ColdStart {
  const { NODE_COMPILE_CACHE: _, ...env } = process.env
  const args = ['--input-type=module', '-e', `${BEFORE}${program}${AFTER}`]
  return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8', env }))
}
