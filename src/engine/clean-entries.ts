import { noRedaction, type Redactor } from '../ingest/redact.ts'
import type { Entry } from '../schema/entry.ts'

/**
 * The entries of a log as a summary may quote them: without secrets. Cleaned once each, when first asked for, so that a summary cut
 * short cannot show half of a secret. Results are left as they are: no summary quotes them.
 */
export function cleanEntries(entries: readonly Entry[], redact: Redactor): () => readonly Entry[] {
  if (redact === noRedaction) return () => entries
  const cleaned: Entry[] = []
  return () => {
    for (const entry of entries.slice(cleaned.length)) cleaned.push(cleanEntry(entry, redact))
    return cleaned
  }
}

/** The entry itself where there is nothing to take out: nearly always. */
function cleanEntry(entry: Entry, redact: Redactor): Entry {
  if (entry.kind === 'text') {
    const text = redact.text(entry.text)
    return text === entry.text ? entry : { ...entry, text }
  }
  if (entry.kind !== 'tool-call') return entry
  const input = redact.text(entry.input)
  return input === entry.input ? entry : { ...entry, input }
}
