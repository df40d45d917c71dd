import { accountedFor } from './laws/accounted-for.ts'
import { alwaysFits } from './laws/always-fits.ts'
import { alwaysValid } from './laws/always-valid.ts'
import { deterministic } from './laws/deterministic.ts'
import { dialectsRestore } from './laws/dialects-restore.ts'
import { everywhere } from './laws/everywhere.ts'
import { foldedStays } from './laws/folded-stays.ts'
import { frontierIsTrue } from './laws/frontier-is-true.ts'
import { idempotent } from './laws/idempotent.ts'
import type { Law } from './laws/law.ts'
import { nothingShared } from './laws/nothing-shared.ts'
import { personHeard } from './laws/person-heard.ts'
import { pinsHold } from './laws/pins-hold.ts'
import { stablePrefix } from './laws/stable-prefix.ts'
import { worthIt } from './laws/worth-it.ts'

/** Every law that can be stated over one transcript and one budget. */
export const LAWS: readonly Law[] = [
  nothingShared,
  alwaysValid,
  alwaysFits,
  pinsHold,
  frontierIsTrue,
  accountedFor,
  deterministic,
  idempotent,
  stablePrefix,
  worthIt,
  foldedStays,
  dialectsRestore,
  personHeard,
]

/** And the one that sends a transcript out in every dialect. */
export const ALL_LAWS: readonly Law[] = [...LAWS, everywhere]
