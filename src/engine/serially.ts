/** Runs jobs one after another, in the order they were handed in. A job that fails does not stop the next. */
export function serially(): <Result>(job: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve()
  return (job) => {
    const run = last.then(job, job)
    last = run.then(
      () => undefined,
      () => undefined, // Its caller got the error; the next job must not.
    )
    return run
  }
}
