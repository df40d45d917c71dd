/**
 * A process that runs the program again and again: what takes most of a short run is loading the engine and the vocabulary, and that
 * is done once here. Each run has its own arguments, environment and streams, and evaluates the program's main file anew.
 */
import { Readable, Writable } from 'node:stream'
import type { Ended } from './program.ts'

/** A run that is asked for. */
export interface Asked {
  readonly run: number
  readonly main: string
  readonly args: readonly string[]
  readonly input: string
  readonly environment: Readonly<Record<string, string | undefined>>
}

let last: Promise<unknown> = Promise.resolve()
process.on('message', (asked: Asked) => {
  last = last.then(async () => process.send?.({ run: asked.run, ended: await runOnce(asked) }))
})
process.on('disconnect', () => process.exit())

async function runOnce({ run, main, args, input, environment }: Asked): Promise<Ended> {
  const [out, error] = [collecting(), collecting()]
  process.argv = [process.execPath, main, ...args]
  process.env = { ...environment }
  process.exitCode = undefined
  replace('stdin', Readable.from(input === '' ? [] : [Buffer.from(input)]))
  replace('stdout', out.stream)
  replace('stderr', error.stream)
  await import(`${main}?run=${run}`)
  const exit = Number(process.exitCode ?? 0)
  process.exitCode = undefined
  return { exit, stdout: out.text(), stderr: error.text() }
}

function replace(name: 'stdin' | 'stdout' | 'stderr', value: Readable | Writable): void {
  Object.defineProperty(process, name, { value, configurable: true })
}

function collecting(): { readonly stream: Writable; readonly text: () => string } {
  const chunks: Buffer[] = []
  const stream = new Writable({
    write(chunk: Buffer, _, done) {
      chunks.push(chunk)
      done()
    },
  })
  return { stream, text: () => Buffer.concat(chunks).toString('utf8') }
}
