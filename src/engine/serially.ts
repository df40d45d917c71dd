/** Runs jobs one after another, in the order they were handed in. A job that fails does not stop the next. */
export type Serially = <Result>(job: () => Promise<Result>) => Promise<Result>

export function serially(): Serially {
  let last: Promise<unknown> = Promise.resolve()
  let waiting = 0
  // Called whether the job failed or not: the error goes to its own caller, not to the next job.
  const end = (): void => {
    waiting -= 1
  }
  return (job) => {
    // No job is before it: it begins at once.
    const run = waiting === 0 ? job() : last.then(job)
    waiting += 1
    last = run.then(end, end)
    return run
  }
}
