import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createCompactor } from '../../src/index.ts'
import { openSqliteStore } from '../../src/stores/sqlite.ts'
import { finishedTurns, messagesFor, user } from '../support/steps.ts'
import { folder, palimpsest } from './program.ts'

it('F7 · archive writes a thread to one file, and unarchive brings it back into another store', async () => {
  const at = folder()
  const [from, to, file] = [join(at, 'from.db'), join(at, 'to.db'), join(at, 't.archive')]
  const compactor = createCompactor({ store: await openSqliteStore(from) })
  const thread = await compactor.thread('t')
  await thread.append(messagesFor('openai-chat', [user('KEEP'), ...finishedTurns(6, 100), user('go')]))
  await thread.compact({ window: 1_500 })
  await compactor.close()
  await (await openSqliteStore(to)).close()
  expect(await palimpsest(['archive', 't', '--store', from, '--out', file])).toMatchObject({ exit: 0, stderr: '' })
  const back = await palimpsest(['unarchive', file, '--store', to, '--thread', 'again'])
  expect(back).toMatchObject({
    exit: 0,
    stdout: expect.stringMatching(/^again: 26 entries, 1 commit, 1 request, 0 artifacts\n$/),
  })
  expect(await palimpsest(['verify', 'again', '--store', to])).toMatchObject({ exit: 0 })
  writeFileSync(file, readFileSync(file, 'utf8').replace('KEEP', 'KEPT'))
  const damaged = await palimpsest(['unarchive', file, '--store', to])
  expect(damaged).toMatchObject({ exit: 2, stderr: expect.stringContaining('Nothing was changed') })
  expect((await palimpsest(['archive', 'nobody', '--store', from])).exit).toBe(64)
})
