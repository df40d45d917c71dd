/** What is read here is read without an engine, which would see to it that the languages are known. */
import { knowLanguages } from '../src/ledger/languages/index.ts'
import { OTHER_LANGUAGES } from '../src/ledger/languages/other-languages.ts'

knowLanguages(OTHER_LANGUAGES)
