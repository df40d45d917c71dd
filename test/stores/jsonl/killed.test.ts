import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { tenantId, threadId } from '../../../src/schema/ids.ts'
import { openJsonlStore } from '../../../src/stores/jsonl.ts'
import { emptyFolder } from '../../support/folders.ts'

const STORE = fileURLToPath(new URL('../../../src/stores/jsonl.ts', import.meta.url))

/** Appends steps of three entries for as long as it lives, and says after each how long the log is. */
const WRITER = `
  const { openJsonlStore } = await import(${JSON.stringify(STORE)})
  const store = openJsonlStore(process.argv[1])
  const key = { tenant: 'default', thread: 't' }
  for (let { length } = await store.head(key); ; length += 3) {
    const entries = [0, 1, 2].map((index) => ({ kind: 'text', seq: length + index, text: 'x'.repeat(20000) }))
    await store.append(key, length, entries, { length: length + 3, hash: 'h' + (length + 3) })
    process.stdout.write((length + 3) + '\\n')
  }`

/** Runs the writer and kills it after so many steps, wherever it is. Gives the last length that it was told. */
function writeAndDie(folder: string, steps: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['--input-type=module', '-e', WRITER, folder], { stdio: ['ignore', 'pipe', 'inherit'] })
    let said = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      said += text
      if (said.split('\n').length > steps) child.kill('SIGKILL')
    })
    child.on('error', reject)
    child.on('close', () => resolve(Number(said.trim().split('\n').at(-1))))
  })
}

describe('a session file whose writer is killed', () => {
  it('case 80 · has every step that was acknowledged, whole steps only, and can be written again', async () => {
    const folder = emptyFolder()
    const key = { tenant: tenantId('default'), thread: threadId('t') }
    for (const steps of [1, 6]) {
      const told = await writeAndDie(folder, steps)
      const store = openJsonlStore(folder)
      const { length, hash } = await store.head(key)
      expect(length).toBeGreaterThanOrEqual(told)
      expect([length % 3, hash]).toEqual([0, `h${length}`])
      expect((await store.read(key, 0, length)).map(({ seq }) => seq)).toEqual(Array.from({ length }, (_, seq) => seq))
    }
    await openJsonlStore(folder).pin(key, [0])
  })
})
