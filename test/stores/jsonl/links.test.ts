import { appendFileSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { tenantId, threadId } from '../../../src/schema/ids.ts'
import { openJsonlStore } from '../../../src/stores/jsonl.ts'
import { emptyFolder } from '../../support/folders.ts'
import { lightEngine } from '../../support/light-engine.ts'

const tenant = tenantId('default')
const says = (content: string) => ({ role: 'user', content })

describe('case 100, F16 · links of session files', () => {
  it('are found anew in a folder that an older program wrote, if names and chain hashes agree', async () => {
    const folder = emptyFolder()
    const store = openJsonlStore(folder)
    const engine = lightEngine({ store })
    const thread = await engine.thread('t')
    await thread.append([says('one'), says('two')])
    await thread.branch({ at: 'e1' })
    await (await engine.thread('t/branch-2')).append([says('mine'), says('alone')])
    const links = await store.links.of({ tenant, thread: threadId('t') })
    expect(links).toEqual([{ kind: 'branch', thread: 't', linked: 't/branch-1' }])
    await store.close()
    rmSync(join(folder, 'default', 'links'))
    const again = openJsonlStore(folder)
    expect(await again.links.of({ tenant, thread: threadId('t') })).toEqual(links)
    await again.close()
  })

  it('go on after a line that was cut off, and are not lost when two processes write', async () => {
    const folder = emptyFolder()
    const [one, two] = [openJsonlStore(folder), openJsonlStore(folder)]
    const key = { tenant, thread: threadId('t') }
    await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        (index % 2 === 0 ? one : two).links.add(key, { kind: 'branch', linked: threadId(`b${index}`) }),
      ),
    )
    appendFileSync(join(folder, 'default', 'links'), '\n{"kind":"branch","thr')
    await two.links.add(key, { kind: 'branch', linked: threadId('last') })
    expect((await one.links.of(key)).length).toBe(21)
    expect(readdirSync(join(folder, 'default'))).toEqual(['links'])
    expect(readFileSync(join(folder, 'default', 'links'), 'utf8')).toContain('"last"')
  })
})
