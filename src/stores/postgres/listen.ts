import type { EventEmitter } from 'node:events'
import type { Pool, PoolClient } from 'pg'
import { noteUnsent } from './translate.ts'

interface Listening {
  /** How many of us listen. */
  times: number
  isBroken: boolean
  isOver: boolean
  off(): void
}

const listening = new WeakMap<EventEmitter, Listening>()

/**
 * Listens to a pool or client until the returned function is called: without a listener, a connection that breaks would end the process.
 * What that means is said by the call that needs it. However often a handle is listened to, it has one listener of ours; and if it is broken,
 * until it has said all that it has to say.
 */
export function listenTo(handle: EventEmitter): () => void {
  const own = listening.get(handle) ?? begin(handle)
  own.times += 1
  let isDone = false
  return () => {
    if (isDone) return
    isDone = true
    own.times -= 1
    if (own.times === 0 && (own.isOver || !own.isBroken)) own.off()
  }
}

/** Remembers that a call has found the connection broken, which the connection itself may say only later. */
export function noteBroken(handle: EventEmitter): void {
  const own = listening.get(handle)
  if (own !== undefined) own.isBroken = true
}

function begin(handle: EventEmitter): Listening {
  // A pool outlives its connections.
  const hear = (): void => ('totalCount' in handle ? undefined : noteBroken(handle))
  const end = (): void => {
    own.isOver = true
    if (own.times === 0) own.off()
  }
  const own: Listening = {
    times: 0,
    isBroken: false,
    isOver: false,
    off() {
      handle.off('error', hear).off('end', end)
      listening.delete(handle)
    },
  }
  listening.set(handle, own)
  handle.on('error', hear).on('end', end)
  return own
}

/** A client of a pool that is listened to until it goes back. */
export function takeClient(pool: Pool): Promise<PoolClient> {
  return new Promise((resolve, reject) => {
    // The pool has just taken its own listener off. By the time that a promise of it is looked at, the connection may have broken.
    pool.connect((error, client, release) => {
      if (client === undefined) {
        reject(noteUnsent(error))
        return
      }
      const stop = listenTo(client)
      client.release = (broken) => {
        release(broken)
        stop()
      }
      resolve(client)
    })
  })
}
