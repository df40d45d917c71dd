import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { LAWS } from '../laws/all-laws.ts'
import { mutants } from './mutants.ts'
import { isNoticed } from './run-mutant.ts'

/** One in so many is tried here, from the first law to the last; `npm run mutants` tries all. */
const EVERY = 40

/** A law test that no mutant can break asserts nothing. */
describe('each law notices when our own code is wrong', () => {
  it.each(mutants.filter((_, index) => index % EVERY === 0))('$law notices that $name', async (mutant) => {
    expect(await isNoticed(mutant)).toBe(true)
  })

  it.each(mutants)('there is code to change so that $name', ({ file, find, replace }) => {
    const code = readFileSync(file, 'utf8')
    expect(code.split(find).length, 'how often it stands there, and one').toBeGreaterThanOrEqual(2)
    expect(replace).not.toBe(find)
  })

  it('has a mutant for every law', () => {
    expect(LAWS.map((law) => law.name).filter((name) => !mutants.some((mutant) => mutant.law === name))).toEqual([])
  })
})
