import fc from 'fast-check'
import { knowOtherLanguages } from '../../src/ledger/languages/index.ts'
import { OTHER_LANGUAGES } from '../../src/ledger/languages/other-languages.ts'

/**
 * Property tests draw the same cases in every run, so that a run says something about the change and not about luck. Other cases:
 * `PALIMPSEST_SEED=4711 npm test`.
 */
fc.configureGlobal({ seed: Number(process.env['PALIMPSEST_SEED'] ?? 20_261_115) })

/** The engine loads them for the first text that needs them (test/engine/languages.test.ts). Here, rooms are also asked without it. */
knowOtherLanguages(OTHER_LANGUAGES)
