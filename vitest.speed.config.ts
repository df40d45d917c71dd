import { defineConfig } from 'vitest/config'

/** What may take how long, and what takes long: `npm run speed`. Not a part of `npm test`, since a busy machine would make it fail. */
export default defineConfig({
  test: {
    include: ['test/speed/**/*.test.ts', 'test/long/**/*.test.ts'],
    globalSetup: ['test/support/postgres-for-all.ts'],
    setupFiles: ['test/support/seed.ts'],
    pool: 'forks',
    // One after another: what runs beside it would be measured, too.
    maxWorkers: 1,
    isolate: false,
    testTimeout: 600_000,
    // Whatever else the machine did the first time.
    retry: 3,
    reporters: ['default'],
  },
})
