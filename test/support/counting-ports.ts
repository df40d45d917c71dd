import { memoryStore, sha256Hex } from '../../src/index.ts'
import type { Meter } from '../../src/schema/meter.ts'
import type { Hash, Store, Tokenizer } from '../../src/schema/ports.ts'
import { bpeTokenizer } from '../../src/tokenizers/bpe.ts'

/** What the engine looked at. */
export interface Work {
  /** Entries read, measured or rendered. */
  readonly entries: number
  /** Messages written and validated. */
  readonly messages: number
  readonly storeCalls: number
  readonly rowsRead: number
  readonly rowsWritten: number
  /** Bytes that went over the border to the store, both ways. */
  readonly storeBytes: number
  readonly counts: number
  readonly countedCharacters: number
  readonly hashes: number
  readonly hashedCharacters: number
}

const NOTHING: Work = {
  entries: 0,
  messages: 0,
  storeCalls: 0,
  rowsRead: 0,
  rowsWritten: 0,
  storeBytes: 0,
  counts: 0,
  countedCharacters: 0,
  hashes: 0,
  hashedCharacters: 0,
}

export interface CountingPorts {
  readonly ports: { readonly store: Store; readonly meter: Meter; readonly tokenizer: Tokenizer; readonly hash: Hash }
  /** What a job took. */
  during(job: () => Promise<unknown>): Promise<Work>
}

/** The real ports, each of which counts what passes through it. */
export function countingPorts(store: Store = memoryStore()): CountingPorts {
  let work: { -readonly [Field in keyof Work]: Work[Field] } = { ...NOTHING }
  const exact = bpeTokenizer()
  return {
    ports: {
      store: countingStore(store, (traffic) => {
        work.storeCalls += 1
        work.rowsRead += traffic.read.length
        work.rowsWritten += traffic.written.length
        work.storeBytes += JSON.stringify(traffic).length
      }),
      meter: {
        touch(what, count) {
          work[what] += count
        },
      },
      tokenizer: {
        name: exact.name,
        count(text) {
          work.counts += 1
          work.countedCharacters += text.length
          return exact.count(text)
        },
      },
      hash(text) {
        work.hashes += 1
        work.hashedCharacters += text.length
        return sha256Hex(text)
      },
    },
    async during(job) {
      work = { ...NOTHING }
      await job()
      return { ...work }
    },
  }
}

interface Traffic {
  readonly read: readonly unknown[]
  readonly written: readonly unknown[]
}

/** A store that reports every row which passes its border. */
function countingStore(store: Store, report: (traffic: Traffic) => void): Store {
  const reading = async <Rows>(rows: Promise<Rows>): Promise<Rows> => {
    const read = await rows
    report({ read: Array.isArray(read) ? read : [read], written: [] })
    return read
  }
  return {
    head: (key) => reading(store.head(key)),
    async append(key, expected, entries, head, measures) {
      report({ read: [], written: entries })
      await store.append(key, expected, entries, head, measures)
    },
    read: (key, from, to) => reading(store.read(key, from, to)),
    async commit(key, expected, commit) {
      report({ read: [], written: [commit] })
      await store.commit(key, expected, commit)
    },
    latest: (key) => reading(store.latest(key)),
    commits: (key) => reading(store.commits(key)),
    async pin(key, seqs) {
      report({ read: [], written: seqs })
      await store.pin(key, seqs)
    },
    pins: (key) => reading(store.pins(key)),
    secrets: store.secrets,
    close: () => store.close(),
  }
}
