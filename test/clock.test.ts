import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const READS_CLOCK = /performance\.now|Date\.now|hrtime|cpuUsage/
/** These name the clock and do not read it: what pure rooms may not use, and a mutant that does. */
const NAME_IT: readonly string[] = ['test/architecture.test.ts', 'test/clock.test.ts', 'test/mutants/mutants.ts']
/** These compare the times that a store has written down with the day's; they measure nothing. */
const TELL_TIME: readonly string[] = ['test/stores/columns.test.ts', 'test/stores/readable.test.ts', 'test/support/go-on.ts']

/** These are told how long something took, for `npm run speed`; what `npm test` asks of them does not depend on it. */
const HINT: readonly string[] = ['test/support/agent-life.ts']

describe('npm test', () => {
  it('measures no time, so that it does not depend on how busy the machine is: npm run speed does', () => {
    const files = globSync('test/**/*.ts', { exclude: ['test/speed/**'] }).map((file) => file.replaceAll('\\', '/'))
    const reading = files.filter((file) => READS_CLOCK.test(readFileSync(file, 'utf8')))
    expect(reading.sort()).toEqual([...NAME_IT, ...TELL_TIME, ...HINT].sort())
  })
})
