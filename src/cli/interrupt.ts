/** What shells report of a program that ended by a signal: 128 and its number. */
const STATUS = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const

let isWatched = false

/**
 * Ends the program when it is interrupted, with one line. Files are written without a pause in which a signal could be heard, and stores
 * are made to be left at any moment: so nothing is half-written then.
 */
export function endOnInterrupt(): void {
  if (isWatched) return
  isWatched = true
  for (const [signal, status] of Object.entries(STATUS))
    process.on(signal, () => {
      // Another part of the program ends it in its own way.
      if (process.listenerCount(signal) > 1) return
      const line = process.stderr.isTTY === true ? '\r\u001b[2K' : ''
      process.stderr.write(`${line}palimpsest: interrupted; nothing is left half-written.\n`)
      process.exit(status)
    })
}
