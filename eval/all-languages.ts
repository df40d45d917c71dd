/** What asks the ledger without the engine loads the languages with letters of their own itself. */
import { knowOtherLanguages } from '../src/ledger/languages/index.ts'
import { OTHER_LANGUAGES } from '../src/ledger/languages/other-languages.ts'

knowOtherLanguages(OTHER_LANGUAGES)
