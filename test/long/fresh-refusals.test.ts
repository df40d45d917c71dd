import { tryFreshTexts } from '../budget/refusals/fresh.ts'

tryFreshTexts(1)
