/** What is read here is read without an engine, which would see to it that languages, and what reads calls, are known. */
import { knowWork } from '../src/ledger/known-work.ts'
import { knowLanguages } from '../src/ledger/languages/index.ts'
import { OTHER_LANGUAGES } from '../src/ledger/languages/other-languages.ts'
import { WORK_READERS } from '../src/ledger/work-readers.ts'

knowLanguages(OTHER_LANGUAGES)
knowWork(WORK_READERS)
