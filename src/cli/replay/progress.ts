/** The part of a terminal stream that matters here. */
interface ProgressScreen {
  readonly isTTY?: boolean
  write(text: string): unknown
}

export interface Progress {
  tell(what: string): void
  /** Leaves the line as if nothing had been written. */
  clear(): void
}

const EVERY_MS = 100
const CLEAR_LINE = '\r\u001b[2K'

/** One line that says how far it is. Only on a terminal, and no more often than a person can read. */
export function progressOn(screen: ProgressScreen, clock: () => number = Date.now): Progress {
  let last = Number.NEGATIVE_INFINITY
  return {
    tell(what) {
      if (screen.isTTY !== true || clock() - last < EVERY_MS) return
      last = clock()
      screen.write(`${CLEAR_LINE}${what}`)
    },
    clear() {
      if (screen.isTTY === true) screen.write(CLEAR_LINE)
    },
  }
}
