import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/postgres-for-all.ts'],
    setupFiles: ['test/support/seed.ts'],
    pool: 'forks',
    maxWorkers: '100%',
    // Loading the same modules for each of the files would take longer than half of the tests.
    isolate: false,
    // Property tests and child processes on a small machine take their time; a hang still ends.
    testTimeout: 60_000,
    reporters: ['default'],
  },
})
