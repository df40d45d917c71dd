import { tryFreshTexts } from './fresh.ts'

tryFreshTexts(5)
