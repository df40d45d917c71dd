/** A thread that outlives its process: a session file for the log, a folder of sealed artifacts, and secrets kept out of summaries. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createCompactor, isFailure, presets } from 'palimpsest'
import { openFileArtifacts } from 'palimpsest/stores/file-artifacts'
import { openJsonlStore } from 'palimpsest/stores/jsonl'
import { openFileKeys } from 'palimpsest/stores/keys'

const folder = mkdtempSync(join(tmpdir(), 'palimpsest-'))
// In production, the master key and the key of the tokens come from a key service or the environment.
const masterKey = randomBytes(32)
const artifacts = openFileArtifacts(join(folder, 'artifacts'), { keys: openFileKeys(join(folder, 'keys'), masterKey) })
const open = () =>
  createCompactor({
    store: openJsonlStore(join(folder, 'sessions')),
    artifacts,
    policy: presets.harness(),
    redactionKey: 'example',
  })

const secret = ['sk', 'ant', 'api03', 'Q7w8E9r0T1y2U3i4O5p6A7s8D9f0G1h2J3k4'].join('-')
const report = Array.from({ length: 900 }, (_, line) => `${line} ok: ferry ${line % 7} left the harbour on time`).join('\n')
const turns = Array.from({ length: 12 }, (_, turn) => [
  { role: 'user', content: turn === 0 ? `Use the key ${secret} and read the log.` : `Read it again, ${turn}.` },
  {
    role: 'assistant',
    content: null,
    tool_calls: [{ id: `c${turn}`, type: 'function', function: { name: 'read', arguments: '{}' } }],
  },
  { role: 'tool', tool_call_id: `c${turn}`, content: `reading ${turn}\n${report}` },
  { role: 'assistant', content: `Reading ${turn} was fine.` },
]).flat()

const first = open()
const thread = await first.thread('harbour')
await thread.append(turns)
const { request, receipt } = await thread.compact({ model: 'gpt-4o', window: 60_000 })
console.log(`compacted: ${receipt.strategy}, ${receipt.tokens.before} to ${receipt.tokens.after} tokens`)
await first.close()

// Another process opens the same folder: nothing is lost, and the request is the same.
const again = await open().thread('harbour')
assert.equal((await again.entries()).length, turns.length)
const prepared = await again.prepare({ model: 'gpt-4o', window: 60_000 })
assert.deepEqual(prepared.request, request)
console.log(`opened again: ${(await again.entries()).length} entries, ${(await again.commits()).length} commit`)

// The file is lines of JSON, and only ever grows.
const sessions = join(folder, 'sessions', 'default')
const lines = readFileSync(join(sessions, 'harbour.jsonl'), 'utf8').trimEnd().split('\n')
console.log(`session file: ${lines.length} lines, the last a commit: ${lines.at(-1)?.startsWith('{"commit":')}`)

// Artifacts are encrypted on the disk, and are given only to readers with permission.
const [tenantFolder = ''] = readdirSync(join(folder, 'artifacts'))
const sealed = readdirSync(join(folder, 'artifacts', tenantFolder)).map((name) =>
  readFileSync(join(folder, 'artifacts', tenantFolder, name)),
)
assert.ok(sealed.length > 0 && sealed.every((bytes) => !bytes.includes('ferry')))
const [id = ''] = await artifacts.list('default')
const reader = { requester: 'anna', tenant: 'default', permissions: ['artifacts:read'] as const }
const seen = await artifacts.look(id, reader, { kind: 'search', text: '41 ok', limit: 1 })
console.log(`artifacts: ${sealed.length}, sealed; found in one: ${seen.kind === 'matches' ? seen.matches[0]?.text : ''}`)
const refusal = await artifacts.retrieve(id, { ...reader, requester: 'bob', permissions: [] }).catch((error: unknown) => error)
assert.ok(isFailure(refusal, 'artifact-unavailable'))
console.log(`bob: permissions reach ${refusal.failure.clearance}`)

// If a summary quotes the key, a token stands in its place.
const summarized = await createCompactor({ policy: presets.balanced(), redactionKey: 'example' }).thread('harbour')
await summarized.append(turns)
await summarized.compact({ model: 'gpt-4o', window: 6_000 })
const commits = JSON.stringify(await summarized.commits())
assert.ok(!commits.includes(secret))
console.log(`in the summary: ${/\[redacted:[^\]]+\]/.exec(commits)?.[0]}`)
rmSync(folder, { recursive: true })
