/** For runtimes that read packages from the disk. */
import * as palimpsest from '../dist/index.js'
import { scenario } from './scenario.js'

console.log(JSON.stringify(await scenario(palimpsest)))
