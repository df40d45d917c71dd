import type { Ending } from './signs.ts'

/** "checked", but not what is, gets or stays checked, nor "a checked bag"; what something "never empties" or "always forgets". */
export const ENGLISH_ENDINGS: readonly Ending[] = [
  {
    sign: 'shows',
    pattern: /^[a-z]{2,30}[^su\W]s$/,
    behind: /^(?:never|always|only|still|sometimes|often|rarely|usually|randomly|suddenly|it|he|she|which|who|nobody)$/,
  },
  {
    sign: 'past',
    pattern: /^[a-z-]{2,40}ed$/,
    behind:
      /^(?!(?:is|are|be|been|being|gets?|stays?|kept|not|always|never|only|the|an?|no|any|all|every|our|your|with|without|in|of)$)\S+$/,
  },
]

/** "gelaufen", "installierte"; "schreibst". */
export const GERMAN_ENDINGS: readonly Ending[] = [
  { sign: 'past', pattern: /^(?:ge[a-zäöüß]{3,30}(?:t|en)|[a-zäöüß]{2,30}(?:ierte|ierten|ckte|llte|tzte))$/ },
  { sign: 'you', pattern: /^[a-zäöüß]{3,30}st$/ },
]

/** "marchait"; "a trouvé". */
export const FRENCH_ENDINGS: readonly Ending[] = [
  { sign: 'past', pattern: /^[a-zà-ÿ]{3,30}(?:ait|aient|ais)$/ },
  { sign: 'past', pattern: /^[a-zà-ÿ]{1,30}(?:é|ée|és|ées|i|u)$/, behind: /^(?:ai|as|a|ont|avons|été)$/ },
]

/** "no publiques"; "llegó". */
export const SPANISH_ENDINGS: readonly Ending[] = [
  { sign: 'dont', pattern: /^[a-záéíóúñ]{2,30}[ae]s$/, behind: /^(?:no|nunca|me|lo|le|les)$/ },
  { sign: 'past', pattern: /^[a-záéíóúñ]{2,30}(?:ó|í|aron|ieron|aba|aban|ía|ían)$/ },
]
