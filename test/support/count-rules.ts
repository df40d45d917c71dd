import { rulesFrom } from '../../src/budget/careful-rules.ts'
import { ALL_DIALECTS } from '../../src/dialects/all.ts'
import type { RulesOf } from '../../src/schema/count-rules.ts'

/** What each of our dialects counts besides text. */
export const rulesOf: RulesOf = rulesFrom(ALL_DIALECTS)
