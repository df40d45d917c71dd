import { readFileSync } from 'node:fs'
import { posix } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseAst } from 'vitest/node'

/** Doors with a short name besides their own. */
const AI_SDK = { types: './dist/integrations/ai-sdk/memory.d.ts', default: './dist/integrations/ai-sdk/memory.js' }
const ANTHROPIC = { types: './dist/integrations/anthropic.d.ts', default: './dist/integrations/anthropic.js' }
const OPENAI = { types: './dist/integrations/openai.d.ts', default: './dist/integrations/openai.js' }
const CHAT = { types: './dist/integrations/chat/route.d.ts', default: './dist/integrations/chat/route.js' }
const LANGCHAIN = { types: './dist/integrations/langchain/memory.d.ts', default: './dist/integrations/langchain/memory.js' }

/** What a user can reach. A new name is public for ever: add it here on purpose, with a caller in the same change. */
describe('the package', () => {
  const manifest: { readonly exports: object; readonly bin: object } = JSON.parse(readFileSync('package.json', 'utf8'))

  it('has these doors', () => {
    expect(manifest.exports).toEqual({
      '.': { types: './dist/index.d.ts', default: './dist/index.js' },
      './ports': { types: './dist/ports.d.ts', default: './dist/ports.js' },
      './dialects/kit': { types: './dist/dialects/kit.d.ts', default: './dist/dialects/kit.js' },
      './dialects/openai-chat': {
        types: './dist/dialects/openai-chat/dialect.d.ts',
        default: './dist/dialects/openai-chat/dialect.js',
      },
      './dialects/openai-responses': {
        types: './dist/dialects/openai-responses/dialect.d.ts',
        default: './dist/dialects/openai-responses/dialect.js',
      },
      './dialects/anthropic': {
        types: './dist/dialects/anthropic/dialect.d.ts',
        default: './dist/dialects/anthropic/dialect.js',
      },
      './dialects/gemini': { types: './dist/dialects/gemini/dialect.d.ts', default: './dist/dialects/gemini/dialect.js' },
      './dialects/ai-sdk': { types: './dist/dialects/ai-sdk/dialect.d.ts', default: './dist/dialects/ai-sdk/dialect.js' },
      './dialects/langchain': {
        types: './dist/dialects/langchain/dialect.d.ts',
        default: './dist/dialects/langchain/dialect.js',
      },
      './dialects/neutral': { types: './dist/dialects/neutral/dialect.d.ts', default: './dist/dialects/neutral/dialect.js' },
      './formats/claude-code': {
        types: './dist/formats/claude-code/format.d.ts',
        default: './dist/formats/claude-code/format.js',
      },
      './formats/codex': { types: './dist/formats/codex/format.d.ts', default: './dist/formats/codex/format.js' },
      './formats/copilot': { types: './dist/formats/copilot/format.d.ts', default: './dist/formats/copilot/format.js' },
      './formats/gemini-cli': { types: './dist/formats/gemini-cli/format.d.ts', default: './dist/formats/gemini-cli/format.js' },
      './formats/message-lines': {
        types: './dist/formats/message-lines/format.d.ts',
        default: './dist/formats/message-lines/format.js',
      },
      './formats/opencode': { types: './dist/formats/opencode/format.d.ts', default: './dist/formats/opencode/format.js' },
      './formats/palimpsest': { types: './dist/formats/palimpsest/format.d.ts', default: './dist/formats/palimpsest/format.js' },
      './formats/qwen-code': { types: './dist/formats/qwen-code/format.d.ts', default: './dist/formats/qwen-code/format.js' },
      './formats/sharegpt': { types: './dist/formats/sharegpt/format.d.ts', default: './dist/formats/sharegpt/format.js' },
      './formats/legacy-rows': {
        types: './dist/formats/legacy-rows/format.d.ts',
        default: './dist/formats/legacy-rows/format.js',
      },
      './formats/neutral': { types: './dist/formats/neutral/format.d.ts', default: './dist/formats/neutral/format.js' },
      './formats/all': { types: './dist/formats/all.d.ts', default: './dist/formats/all.js' },
      './formats/pi': { types: './dist/formats/pi/session.d.ts', default: './dist/formats/pi/session.js' },
      './stores/memory': { types: './dist/stores/memory.d.ts', default: './dist/stores/memory.js' },
      './stores/sqlite': { types: './dist/stores/sqlite.d.ts', default: './dist/stores/sqlite.js' },
      './stores/postgres': { types: './dist/stores/postgres.d.ts', default: './dist/stores/postgres.js' },
      './stores/jsonl': { types: './dist/stores/jsonl.d.ts', default: './dist/stores/jsonl.js' },
      './stores/memory-artifacts': { types: './dist/stores/memory-artifacts.d.ts', default: './dist/stores/memory-artifacts.js' },
      './stores/file-artifacts': { types: './dist/stores/file-artifacts.d.ts', default: './dist/stores/file-artifacts.js' },
      './stores/store-artifacts': { types: './dist/stores/store-artifacts.d.ts', default: './dist/stores/store-artifacts.js' },
      './stores/collect-artifacts': {
        types: './dist/stores/collect-artifacts.d.ts',
        default: './dist/stores/collect-artifacts.js',
      },
      './stores/keys': { types: './dist/stores/keys.d.ts', default: './dist/stores/keys.js' },
      './tokenizers/bpe': { types: './dist/tokenizers/bpe.d.ts', default: './dist/tokenizers/bpe.js' },
      './tokenizers/cl100k': { types: './dist/tokenizers/cl100k.d.ts', default: './dist/tokenizers/cl100k.js' },
      './tokenizers/characters': { types: './dist/tokenizers/characters.d.ts', default: './dist/tokenizers/characters.js' },
      './summarizers/ai-sdk': { types: './dist/summarizers/ai-sdk.d.ts', default: './dist/summarizers/ai-sdk.js' },
      './summarizers/openai': { types: './dist/summarizers/openai.d.ts', default: './dist/summarizers/openai.js' },
      './summarizers/anthropic': { types: './dist/summarizers/anthropic.d.ts', default: './dist/summarizers/anthropic.js' },
      './summarizers/cache': { types: './dist/summarizers/cache.d.ts', default: './dist/summarizers/cache.js' },
      './summarizers/chain': { types: './dist/summarizers/chain.d.ts', default: './dist/summarizers/chain.js' },
      './summarizers/profiles': { types: './dist/summarizers/profiles.d.ts', default: './dist/summarizers/profiles.js' },
      './integrations/ai-sdk': AI_SDK,
      './ai-sdk': AI_SDK,
      './integrations/anthropic': ANTHROPIC,
      './anthropic': ANTHROPIC,
      './integrations/openai': OPENAI,
      './openai': OPENAI,
      './integrations/langchain': LANGCHAIN,
      './langchain': LANGCHAIN,
      './integrations/chat': CHAT,
      './chat': CHAT,
      './integrations/event-names': {
        types: './dist/integrations/event-names.d.ts',
        default: './dist/integrations/event-names.js',
      },
      './integrations/layer': { types: './dist/integrations/layer.d.ts', default: './dist/integrations/layer.js' },
      './integrations/sse': { types: './dist/integrations/sse.d.ts', default: './dist/integrations/sse.js' },
      './integrations/telemetry': { types: './dist/integrations/telemetry.d.ts', default: './dist/integrations/telemetry.js' },
      './mcp': { types: './dist/mcp/index.d.ts', default: './dist/mcp/index.js' },
      './testing/generators': { types: './dist/testing/generators.d.ts', default: './dist/testing/generators.js' },
      './testing': { types: './dist/testing/index.d.ts', default: './dist/testing/index.js' },
      './package.json': './package.json',
    })
    expect(manifest.bin).toEqual({ palimpsest: 'bin/palimpsest.js' })
  })

  it('exports these names', async () => {
    expect(Object.keys(await import('palimpsest')).sort()).toEqual([
      'CompactionError',
      'aiSdk',
      'anthropic',
      'checkPolicy',
      'createCompactor',
      'describeFailure',
      'gemini',
      'isFailure',
      'langchain',
      'memoryArtifacts',
      'memoryStore',
      'modelSources',
      'neutral',
      'openaiChat',
      'openaiResponses',
      'parseModelOverrides',
      'presets',
      'printPlan',
      'sha256Hex',
      'triggers',
    ])
  })

  it('has these functions for those who extend it', async () => {
    expect(Object.keys(await import('palimpsest/ports')).sort()).toEqual([
      ...['CompactionError', 'GENESIS', 'eraseFromCommit', 'erasedWith', 'isCapable', 'isFailure', 'rangeAt', 'rangeOf'],
      ...['searchEntries', 'seqOf', 'tombstoneOf'],
    ])
    expect(Object.keys(await import('palimpsest/dialects/kit')).sort()).toEqual([
      ...['anthropicTools', 'argumentsObject', 'callIdOf', 'carve', 'checkPairs', 'envelopeOf', 'expectArray', 'expectObject'],
      ...['fillEnvelope', 'isCallPart', 'isJsonObject', 'isResultPart', 'messageDraft', 'messagesOf', 'objectsIn', 'openaiTools'],
      ...[
        'ownRaw',
        'readByRole',
        'refillShell',
        'refuseInput',
        'requestAround',
        'resultOf',
        'runRules',
        'shownText',
        'stringField',
      ],
      ...['surenessOf', 'takeBlock', 'takeContent', 'textIn', 'toolNameOf', 'toolsOf', 'validateByMessages', 'violation'],
      ...['wellFormedJson', 'wellFormedRule'],
    ])
  })

  it('opens every door', async () => {
    expect(Object.keys(await import('palimpsest/dialects/anthropic'))).toEqual(['anthropic'])
    expect(Object.keys(await import('palimpsest/dialects/openai-chat'))).toEqual(['openaiChat'])
    expect(Object.keys(await import('palimpsest/dialects/openai-responses'))).toEqual(['openaiResponses'])
    expect(Object.keys(await import('palimpsest/dialects/neutral'))).toEqual(['neutral'])
    expect(Object.keys(await import('palimpsest/dialects/gemini'))).toEqual(['gemini'])
    expect(Object.keys(await import('palimpsest/dialects/ai-sdk'))).toEqual(['aiSdk'])
    expect(Object.keys(await import('palimpsest/dialects/langchain'))).toEqual(['langchain'])
    expect(Object.keys(await import('palimpsest/stores/memory'))).toEqual(['memoryStore'])
    expect(Object.keys(await import('palimpsest/stores/sqlite'))).toEqual(['openSqliteStore'])
    expect(Object.keys(await import('palimpsest/stores/postgres'))).toEqual(['openPostgresStore'])
    expect(Object.keys(await import('palimpsest/stores/memory-artifacts'))).toEqual(['memoryArtifacts'])
    expect(Object.keys(await import('palimpsest/stores/file-artifacts'))).toEqual(['openFileArtifacts'])
    expect(Object.keys(await import('palimpsest/stores/store-artifacts'))).toEqual(['storeArtifacts'])
    expect(Object.keys(await import('palimpsest/stores/jsonl'))).toEqual(['openJsonlStore'])
    expect(Object.keys(await import('palimpsest/formats/legacy-rows')).sort()).toEqual(['legacyRows', 'readLegacyRow'])
    expect(Object.keys(await import('palimpsest/formats/claude-code'))).toEqual(['claudeCode'])
    expect(Object.keys(await import('palimpsest/formats/codex'))).toEqual(['codex'])
    expect(Object.keys(await import('palimpsest/formats/copilot'))).toEqual(['copilot'])
    expect(Object.keys(await import('palimpsest/formats/gemini-cli'))).toEqual(['geminiCli'])
    expect(Object.keys(await import('palimpsest/formats/message-lines'))).toEqual(['messageLines'])
    expect(Object.keys(await import('palimpsest/formats/opencode'))).toEqual(['opencode'])
    expect(Object.keys(await import('palimpsest/formats/palimpsest'))).toEqual(['palimpsestThread'])
    expect(Object.keys(await import('palimpsest/formats/qwen-code'))).toEqual(['qwenCode'])
    expect(Object.keys(await import('palimpsest/formats/sharegpt'))).toEqual(['shareGpt'])
    expect(Object.keys(await import('palimpsest/formats/all'))).toEqual(['ALL_FORMATS'])
    expect(Object.keys(await import('palimpsest/formats/neutral'))).toEqual(['neutralJson'])
    expect(Object.keys(await import('palimpsest/formats/pi')).sort()).toEqual([
      ...['SUMMARY_PREFIX', 'appendPiCompaction', 'appendPiMessage', 'branchPiSession', 'loadPiContext'],
      ...['piSessionFrom', 'piSessions', 'piUserMessages', 'readPiSession', 'writePiSession'],
    ])
    expect(Object.keys(await import('palimpsest/stores/keys')).sort()).toEqual(['memoryKeys', 'openFileKeys'])
    expect(Object.keys(await import('palimpsest/stores/collect-artifacts')).sort()).toEqual(['artifactsIn', 'collectArtifacts'])
    expect(Object.keys(await import('palimpsest/tokenizers/bpe'))).toEqual(['bpeTokenizer'])
    expect(Object.keys(await import('palimpsest/tokenizers/cl100k'))).toEqual(['cl100kTokenizer'])
    expect(Object.keys(await import('palimpsest/tokenizers/characters')).sort()).toEqual([
      'characterTokenizer',
      'estimateMessagesTokens',
      'estimateTokens',
    ])
    expect(Object.keys(await import('palimpsest/summarizers/ai-sdk'))).toEqual(['aiSdkSummarizer'])
    expect(Object.keys(await import('palimpsest/summarizers/openai'))).toEqual(['openaiSummarizer'])
    expect(Object.keys(await import('palimpsest/summarizers/anthropic'))).toEqual(['anthropicSummarizer'])
    expect(Object.keys(await import('palimpsest/summarizers/cache')).sort()).toEqual(['cachedSummarizer', 'memorySummaryCache'])
    expect(Object.keys(await import('palimpsest/summarizers/chain'))).toEqual(['summarizerChain'])
    expect(Object.keys(await import('palimpsest/summarizers/profiles')).sort()).toEqual([
      'checkProfile',
      'cms',
      'coding',
      'general',
      'proseStyles',
    ])
    expect(Object.keys(await import('palimpsest/integrations/layer')).sort()).toEqual([
      ...['compact', 'estimateMessagesTokens', 'estimateTokens', 'generateSummary', 'safeCompact'],
      ...['selectMessagesToCompact', 'shouldCompact'],
    ])
    expect(Object.keys(await import('palimpsest/integrations/ai-sdk'))).toEqual(['palimpsest'])
    expect(Object.keys(await import('palimpsest/ai-sdk'))).toEqual(['palimpsest'])
    expect(Object.keys(await import('palimpsest/integrations/anthropic'))).toEqual(['palimpsest'])
    expect(Object.keys(await import('palimpsest/anthropic'))).toEqual(['palimpsest'])
    expect(Object.keys(await import('palimpsest/integrations/openai'))).toEqual(['palimpsest'])
    expect(Object.keys(await import('palimpsest/openai'))).toEqual(['palimpsest'])
    expect(Object.keys(await import('palimpsest/integrations/langchain'))).toEqual(['palimpsest'])
    expect(Object.keys(await import('palimpsest/langchain'))).toEqual(['palimpsest'])
    expect(Object.keys(await import('palimpsest/integrations/chat'))).toEqual(['chatRoute'])
    expect(Object.keys(await import('palimpsest/chat'))).toEqual(['chatRoute'])
    expect(Object.keys(await import('palimpsest/integrations/event-names'))).toEqual(['namedEvents'])
    expect(Object.keys(await import('palimpsest/integrations/sse')).sort()).toEqual(['encodeSse', 'sseStream'])
    expect(Object.keys(await import('palimpsest/integrations/telemetry'))).toEqual(['telemetry'])
    expect(Object.keys(await import('palimpsest/mcp')).sort()).toEqual(['mcpServers', 'serveMcpHttp', 'serveMcpStdio'])
    expect(Object.keys(await import('palimpsest/testing')).sort()).toEqual([
      ...['artifactCases', 'dialectCases', 'fullStoreCases', 'sceneOf', 'scriptedModelServer', 'storeCases', 'strategyCases'],
      ...['strictProvider', 'summarizerCases', 'tokenizerCases'],
    ])
  })

  it('has generators that users of fast-check can run, and others do not need', async () => {
    const { cleanTranscripts, DIALECTS, dirtyTranscripts, providerFaults } = await import('palimpsest/testing/generators')
    const [clean, dirty] = [
      fc.sample(cleanTranscripts, { numRuns: 60, seed: 1 }),
      fc.sample(dirtyTranscripts, { numRuns: 60, seed: 1 }),
    ]
    expect(new Set([...clean, ...dirty].map(({ dialect }) => dialect))).toEqual(new Set(DIALECTS))
    const refused = dirty.filter(({ dialect, input }) => providerFaults(dialect, input).length > 0)
    expect(refused.length).toBeGreaterThan(20)
    expect([...reach('dist/testing/index.js')]).not.toContain('fast-check')
  })

  it('needs nothing of Node, no vocabulary and these packages at its root entry', () => {
    const loaded = [...reach('dist/index.js')]
    expect(loaded.filter((name) => /vocabular|bpe\.js/.test(name) && !name.includes('later-bpe'))).toEqual([])
    const reached = loaded.filter((name) => !name.startsWith('dist/')).sort()
    expect(reached).toEqual(['@noble/hashes/sha2.js', '@noble/hashes/utils.js'])
  })

  it('loads OpenTelemetry only when it is wanted', () => {
    expect([...reach('dist/integrations/telemetry.js')]).toEqual(['dist/integrations/telemetry.js'])
  })

  it('loads the AI SDK only when a model is asked, and no SDK where a client is handed in', () => {
    for (const door of ['ai-sdk', 'openai', 'anthropic']) {
      expect([...reach(`dist/summarizers/${door}.js`)].filter((name) => !name.startsWith('dist/')).sort()).toEqual([
        '@noble/hashes/sha2.js',
        '@noble/hashes/utils.js',
      ])
    }
    expect([...reach('dist/index.js')].filter((name) => name.includes('summarizers'))).toEqual([])
  })
})

/** The built files and packages that loading `entry` loads. */
function reach(entry: string, seen: Set<string> = new Set()): ReadonlySet<string> {
  if (seen.has(entry)) return seen
  seen.add(entry)
  for (const to of importsOf(entry)) {
    if (to.startsWith('.')) reach(posix.join(posix.dirname(entry), to), seen)
    else seen.add(to)
  }
  return seen
}

/** Doors share most of what they load: each file is read once. */
const imports = new Map<string, readonly string[]>()

function importsOf(file: string): readonly string[] {
  const found =
    imports.get(file) ??
    parseAst(readFileSync(file, 'utf8')).body.flatMap((node) => ('source' in node && node.source ? [node.source.value] : []))
  imports.set(file, found)
  return found
}
