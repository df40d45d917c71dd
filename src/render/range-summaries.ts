import { extractFacts } from '../ledger/extract.ts'
import { readLog } from '../ledger/read-log.ts'
import type { Entry, ToolCallEntry, ToolResultEntry } from '../schema/entry.ts'
import { isJsonObject, type Json } from '../schema/json.ts'
import type { PlanRecord, SummarizeRecord } from '../schema/plan.ts'
import type { SeqRange } from '../schema/range.ts'
import type {
  HiddenEntry,
  ProducedArtifact,
  RangeDigest,
  RangeSummary,
  SearchHits,
  ToolOutputs,
} from '../schema/range-summary.ts'
import { clearedText, externalizedText, shortenedText, summaryText } from './placeholders.ts'

/** The summaries of a plan as a timeline has them (E8, E9). Made from log and plan alone, so that they can be read at any later time. */
export function rangeSummaries(entries: readonly Entry[], records: readonly PlanRecord[]): readonly RangeSummary[] {
  const hidden = records.flatMap((record) => hiddenBy(record, entries))
  return records.filter((record) => record.action === 'summarize').map((record) => rangeSummary(record, entries, hidden))
}

function rangeSummary(record: SummarizeRecord, entries: readonly Entry[], hidden: readonly HiddenEntry[]): RangeSummary {
  const { span } = record
  const covered = entries.slice(span.from, span.end)
  const splitTurn = record.splitTurn === undefined ? undefined : entries[record.splitTurn.from]?.turn
  return {
    type: 'conv.range.summary',
    path: `su:${span.lastTurn}.conv.range.summary`,
    text: summaryText(record),
    coveredTurns: [...new Set(covered.map(({ turn }) => turn))],
    ...(splitTurn === undefined ? {} : { splitTurn }),
    digest: digestOf(entries, span, hidden),
  }
}

function digestOf(entries: readonly Entry[], range: SeqRange, hidden: readonly HiddenEntry[]): RangeDigest {
  const covered = entries.slice(range.from, range.end)
  const results = covered.filter((entry) => entry.kind === 'tool-result')
  return {
    artifacts: producedIn(entries, range),
    toolOutputs: outputsByTool(results),
    searches: results.flatMap((result) => searchOf(result, entries)),
    hidden,
  }
}

function producedIn(entries: readonly Entry[], range: SeqRange): readonly ProducedArtifact[] {
  const { files } = extractFacts(readLog(entries), range)
  const said = entries
    .slice(range.from, range.end)
    .flatMap((entry) => (entry.kind === 'text' && entry.author === 'agent' ? [entry.text] : []))
  return files
    .filter(({ operation }) => operation !== 'read' && operation !== 'deleted' && operation !== 'restored')
    .map(({ path, seq }) => ({
      path,
      mime: mimeOf(path),
      visibility: said.some((text) => text.includes(path)) ? 'mentioned' : 'internal',
      sources: files.filter((other) => other.operation === 'read' && other.seq < seq).map((other) => other.path),
      entry: seq,
    }))
}

const MIMES: Readonly<Record<string, string>> = {
  ...{ md: 'text/markdown', txt: 'text/plain', html: 'text/html', css: 'text/css', csv: 'text/csv', ts: 'text/typescript' },
  ...{ js: 'text/javascript', py: 'text/x-python', json: 'application/json', pdf: 'application/pdf', png: 'image/png' },
  ...{ jpg: 'image/jpeg', jpeg: 'image/jpeg', svg: 'image/svg+xml', yaml: 'application/yaml', yml: 'application/yaml' },
}

function mimeOf(path: string): string {
  const extension = /\.([a-z0-9]+)$/i.exec(path)?.[1]?.toLowerCase() ?? ''
  return Object.hasOwn(MIMES, extension) ? (MIMES[extension] ?? '') : 'application/octet-stream'
}

function outputsByTool(results: readonly ToolResultEntry[]): readonly ToolOutputs[] {
  return [...Map.groupBy(results, ({ envelope }) => envelope.tool)].map(([tool, own]) => ({
    tool,
    entries: own.map(({ seq }) => seq),
    failures: own.filter(({ envelope }) => envelope.outcome === 'failure').length,
  }))
}

const SEARCH_TOOL = /search|grep|glob|^find|^rg$/i
const PATH_LINE = /^[^\S\n]*(?:[-*]\s+)?((?:\.{0,2}\/)?[\w@.+-]+(?:\/[\w@.+-]+)+|[\w@+-]+\.[a-z]{1,5})(?::\d+)?(?=[\s:]|$)/gim
const MOST_PATHS = 20

function searchOf(result: ToolResultEntry, entries: readonly Entry[]): readonly SearchHits[] {
  const call = result.answers.kind === 'call' ? entries[result.answers.seq] : undefined
  if (!SEARCH_TOOL.test(result.envelope.tool) || call?.kind !== 'tool-call') return []
  const paths = [...result.text.slice(0, 100_000).matchAll(PATH_LINE)].map(([, path = '']) => path)
  return [
    { tool: result.envelope.tool, query: queryOf(call), paths: [...new Set(paths)].slice(0, MOST_PATHS), entry: result.seq },
  ]
}

const QUERY_ARGUMENTS = ['query', 'pattern', 'q', 'regex', 'search', 'glob'] as const

function queryOf(call: ToolCallEntry): string {
  const args = argumentsOf(call)
  const query = isJsonObject(args)
    ? QUERY_ARGUMENTS.map((name) => args[name]).find((value) => typeof value === 'string')
    : undefined
  return typeof query === 'string' ? query : call.input.slice(0, 200).toWellFormed()
}

function argumentsOf(call: ToolCallEntry): Json {
  try {
    return JSON.parse(call.input)
  } catch {
    return null // Broken arguments are shown as they are.
  }
}

function hiddenBy(record: PlanRecord, entries: readonly Entry[]): readonly HiddenEntry[] {
  const entry = entries[record.span.from]
  if (entry === undefined) return []
  if (record.action === 'externalize') return [{ entry: entry.seq, replacement: externalizedText(record) }]
  if (record.action === 'shorten') return [{ entry: entry.seq, replacement: shortenedText(entry, record.excerpt) }]
  if (record.action !== 'clear') return []
  if (record.resent !== undefined) return [{ entry: entry.seq, replacement: record.resent }]
  return [{ entry: entry.seq, replacement: entry.kind === 'tool-result' ? clearedText(entry, record.note) : (record.note ?? '') }]
}
