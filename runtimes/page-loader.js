/**
 * Runs the modules of a folder as a page would: by the names that pages have, none of Node's, each module loaded when it is asked for.
 * `node --experimental-vm-modules page-loader.js <folder> <entry>`
 */
import { readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { createContext, SourceTextModule } from 'node:vm'

const [folder = '', entry = ''] = process.argv.slice(2)
const OF_PAGES = [
  ...[
    'AbortController',
    'AbortSignal',
    'DOMException',
    'Event',
    'EventTarget',
    'TextDecoder',
    'TextEncoder',
    'URL',
    'atob',
    'btoa',
  ],
  ...[
    'clearInterval',
    'clearTimeout',
    'console',
    'crypto',
    'fetch',
    'performance',
    'queueMicrotask',
    'setInterval',
    'setTimeout',
    'structuredClone',
  ],
]
const page = createContext(Object.fromEntries(OF_PAGES.map((name) => [name, globalThis[name]])))
page.self = page
const modules = new Map()

function moduleAt(name) {
  const known = modules.get(name)
  if (known !== undefined) return known
  const made = new SourceTextModule(readFileSync(join(folder, name), 'utf8'), {
    identifier: name,
    context: page,
    importModuleDynamically: async (to, from) => loaded(posix.join(posix.dirname(from.identifier), to)),
  })
  modules.set(name, made)
  return made
}

async function loaded(name) {
  const module = moduleAt(name)
  if (module.status === 'unlinked') await module.link((to, from) => moduleAt(posix.join(posix.dirname(from.identifier), to)))
  await module.evaluate()
  return module
}

await loaded(entry)
console.log(page.answer)
