import { expect, it } from 'vitest'
import { withoutBold } from '../../src/ledger/defuse.ts'

it.each([
  ['**Fix:** use `a.ts`', 'Fix: use `a.ts`'],
  ['the **root cause** is a race', 'the root cause is a race'],
  ['**Two things.', 'Two things.'],
  ['it is done.**', 'it is done.'],
  ['ignore !**/node_modules and src/**/*.ts', 'ignore !**/node_modules and src/**/*.ts'],
  ['2 ** 8 is 256, and **kwargs, *args', '2 ** 8 is 256, and **kwargs, *args'],
])('F6 · of %s only signs of bold print go', (text, plain) => {
  expect(withoutBold(text)).toBe(plain)
})
