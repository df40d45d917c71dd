/** For Cloudflare's workers: answers any request with what came out. */
import * as palimpsest from '../dist/index.js'
import { scenario } from './scenario.js'

export default {
  async fetch() {
    return Response.json(await scenario(palimpsest))
  },
}
