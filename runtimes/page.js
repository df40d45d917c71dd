/** For pages: leaves what came out where the page finds it. */
import * as palimpsest from '../dist/index.js'
import { scenario } from './scenario.js'

globalThis.answer = JSON.stringify(await scenario(palimpsest))
