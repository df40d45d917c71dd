/** Who may work on a thread in this process: one job after another, in the order they were handed in. */
export interface Turns {
  /** Runs a job in its turn. A job that fails does not stop the next. */
  inTurn<Result>(job: () => Promise<Result>): Promise<Result>
  /** Called by the job whose turn it is: lets the next ones work while it waits for something outside, then takes its turn again. */
  aside<Result>(wait: () => Promise<Result>): Promise<Result>
}

export function turns(): Turns {
  const waiting: (() => void)[] = []
  let isTaken = false

  /** `undefined` if the turn is taken at once. */
  function enter(): Promise<void> | undefined {
    if (isTaken) return new Promise((resolve) => void waiting.push(resolve))
    isTaken = true
    return undefined
  }

  function leave(): void {
    const next = waiting.shift()
    if (next === undefined) isTaken = false
    else next()
  }

  function run<Result>(job: () => Promise<Result>): Promise<Result> {
    try {
      const running = job()
      // Whether the job failed or not: the error goes to its own caller, not to the next job.
      running.then(leave, leave)
      return running
    } catch (error) {
      leave()
      throw error
    }
  }

  return {
    inTurn: (job) => enter()?.then(() => run(job)) ?? run(job),
    async aside(wait) {
      leave()
      try {
        return await wait()
      } finally {
        await enter()
      }
    },
  }
}
