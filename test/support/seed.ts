import fc from 'fast-check'
import { knowWork } from '../../src/ledger/known-work.ts'
import { knowLanguages } from '../../src/ledger/languages/index.ts'
import { OTHER_LANGUAGES } from '../../src/ledger/languages/other-languages.ts'
import { WORK_READERS } from '../../src/ledger/work-readers.ts'

/**
 * Property tests draw the same cases in every run, so that a run says something about the change and not about luck. Other cases:
 * `PALIMPSEST_SEED=4711 npm test`.
 */
fc.configureGlobal({ seed: Number(process.env['PALIMPSEST_SEED'] ?? 20_261_115) })

/** The engine sees to it that languages, and what reads calls, are known. Tests of pure rooms have no engine. */
knowLanguages(OTHER_LANGUAGES)
knowWork(WORK_READERS)
