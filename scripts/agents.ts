/**
 * `npm run agents -- --steps 300 --window 32000`: agents of the real SDKs work for hundreds of steps before a provider that refuses what real ones
 * refuse, counts 1.3 times what we count and takes half of what was declared. They think, call tools in parallel, have a picture, are stopped once
 * and go on in another memory. Exits non-zero if a request is refused after the limit is known, an entry is kept twice or a summary becomes
 * history. With `--strict FOLDER`, somebody else's strict server judges: a `server.mjs` with `strictServer(options)`.
 */
import { parseArgs } from 'node:util'
import { installPeers } from '../bench/install.ts'
import type { Thread } from '../src/index.ts'
import { aiSdkAgent } from '../test/support/ai-sdk-agents.ts'
import { foreignWorld } from '../test/support/foreign-world.ts'
import { langchainAgent } from '../test/support/langchain-agents.ts'
import { anthropicAgent, chatAgent, responsesAgent } from '../test/support/provider-agents.ts'
import { faultsOf, type World, world } from '../test/support/sdk-world.ts'

/** It asks for thoughts as DeepSeek has them: who plays OpenAI itself refuses that. */
const THINKING_HOST = 'Chat with thoughts'

const AGENTS: Readonly<Record<string, (at: World) => Promise<Thread>>> = {
  'AI SDK 6, Anthropic': (at) => aiSdkAgent('v6', 'anthropic', at),
  'AI SDK 6, Chat': (at) => aiSdkAgent('v6', 'chat', at),
  'AI SDK 6, Responses': (at) => aiSdkAgent('v6', 'responses', at),
  'AI SDK 7, Anthropic': (at) => aiSdkAgent('v7', 'anthropic', at),
  'AI SDK 7, Chat': (at) => aiSdkAgent('v7', 'chat', at),
  'AI SDK 7, Responses': (at) => aiSdkAgent('v7', 'responses', at),
  'Anthropic, streamed': (at) => anthropicAgent('streamed', at),
  'OpenAI Chat, streamed': (at) => chatAgent('streamed', at),
  [THINKING_HOST]: (at) => chatAgent('streamed', at, 'thinks'),
  'OpenAI Responses, whole': (at) => responsesAgent('whole', at),
  'LangChain, Chat': (at) => langchainAgent('chat', at),
  'LangChain, Responses': (at) => langchainAgent('responses', at),
  'createAgent, Chat': (at) => createdAgent('chat', at),
  'createAgent, Anthropic': (at) => createdAgent('anthropic', at),
}

const { values } = parseArgs({
  options: {
    steps: { type: 'string', default: '300' },
    window: { type: 'string', default: '32000' },
    lines: { type: 'string', default: '40' },
    only: { type: 'string', default: '' },
    strict: { type: 'string' },
  },
})
const [steps, window, lines] = [values.steps, values.window, values.lines].map(Number)
if (!steps || !window || !lines) throw new Error('--steps, --window and --lines are numbers')

/** LangChain itself is not installed with the project: its agents are made where the bench has it. */
async function createdAgent(behind: 'chat' | 'anthropic', at: World): Promise<Thread> {
  installPeers()
  const place = '../bench/langchain-agent.ts'
  const made: { readonly createdAgent: (behind: 'chat' | 'anthropic', at: World) => Promise<Thread> } = await import(place)
  return made.createdAgent(behind, at)
}

let isBroken = false
const judge = values.strict === undefined ? '' : `, judged by ${values.strict}`
console.log(`${steps} steps, a window of ${window} tokens by the provider's count, declared as ${2 * window}${judge}`)
for (const [name, agent] of Object.entries(AGENTS)) {
  if (!name.includes(values.only) || (values.strict !== undefined && name === THINKING_HOST)) continue
  const options = { steps, window, declared: 2 * window, stopAt: Math.floor(steps / 2), lines }
  const at = await (values.strict === undefined ? world(options) : foreignWorld(values.strict, options))
  const faults = await lived(name, agent, at, steps)
  for (const fault of faults.slice(0, 5)) console.log(`  WRONG: ${fault}`)
  isBroken ||= faults.length > 0
  await at.close()
}
process.exitCode = isBroken ? 1 : 0

/** What is wrong with an agent's life, if anything is: one that dies is told as that, and the others go on. */
async function lived(name: string, agent: (at: World) => Promise<Thread>, at: World, steps: number): Promise<readonly string[]> {
  const begun = performance.now()
  try {
    const thread = await agent(at)
    const [faults, entries, commits] = [await faultsOf(at, thread, steps), await thread.entries(), await thread.commits()]
    const { requests, overflows, largest, breaks, cacheRead, taken } = at.report()
    // A server that does not say what it has read from its cache says nothing.
    const share = cacheRead === 0 ? '–' : `${((100 * cacheRead) / taken).toFixed(1)} %`
    const thoughts = entries.filter(({ kind }) => kind === 'reasoning').length
    const seconds = ((performance.now() - begun) / 1_000).toFixed(1)
    console.log(
      `${name.padEnd(24)} ${requests} requests, ${overflows} too large, ${commits.length} compactions, ${thoughts} thoughts, largest ${largest}, ${breaks} prefixes broken, ${share} read from the cache, ${seconds} s`,
    )
    return faults
  } catch (error) {
    console.log(`${name.padEnd(24)} died after ${at.report().requests} requests`, error)
    return [`it died: ${error}`]
  }
}
