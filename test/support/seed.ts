import fc from 'fast-check'

/**
 * Property tests draw the same cases in every run, so that a run says something about the change and not about luck. Other cases:
 * `PALIMPSEST_SEED=4711 npm test`.
 */
fc.configureGlobal({ seed: Number(process.env['PALIMPSEST_SEED'] ?? 20_261_115) })
