import { readFileSync } from 'node:fs'
import type { TestProject } from 'vitest/node'
import { startPostgres } from './postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    readonly postgres: string
  }
}

const NEEDS_IT = /inject\('postgres'\)/

/** One server for all test files, started if one of those that run asks for it. Nothing that needs it is ever skipped. */
export async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const filters = process.argv.slice(2).filter((argument) => argument.startsWith('test/'))
  const { testFiles } = await project.globTestFiles(filters)
  if (!testFiles.some((file) => NEEDS_IT.test(readFileSync(file, 'utf8')))) return undefined
  const { url, stop } = await startPostgres()
  project.provide('postgres', url)
  return stop
}
