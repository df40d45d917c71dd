import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { quickFolder } from './test/support/quick-folder.ts'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // What may take how long is asked by `npm run speed`: here, nothing depends on how busy the machine is. So is what takes long itself.
    exclude: ['test/speed/**', 'test/long/**'],
    globalSetup: ['test/support/postgres-for-all.ts', 'test/support/quick-folder.ts'],
    setupFiles: ['test/support/seed.ts'],
    // Tests start a hundred processes; all but the first find the modules compiled.
    env: { NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules/.cache/compiled'), TMPDIR: quickFolder() },
    pool: 'forks',
    // Most of what tests make is garbage at once: with more room for it, it is collected less often.
    execArgv: ['--max-semi-space-size=32'],
    maxWorkers: '100%',
    // Loading the same modules for each of the files would take longer than half of the tests.
    isolate: false,
    // For what hangs. On a busy machine, a test may take twenty times as long as on a free one.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    reporters: ['default'],
  },
})
