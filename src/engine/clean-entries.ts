import { noRedaction, type Redactor } from '../ingest/redact.ts'
import type { Entry } from '../schema/entry.ts'

/**
 * The entries of a log as a summary may quote them: without secrets. Cleaned once each, when first asked for, so that a summary cut
 * short cannot show half of a secret.
 */
export function cleanEntries(entries: readonly Entry[], redact: Redactor): () => readonly Entry[] {
  if (redact === noRedaction) return () => entries
  const cleaned: Entry[] = []
  return () => {
    for (let seq = cleaned.length; seq < entries.length; seq += 1) cleaned.push(cleanEntry(entries[seq] as Entry, redact))
    return cleaned
  }
}

/** The entry itself where there is nothing to take out: nearly always. */
function cleanEntry(entry: Entry, redact: Redactor): Entry {
  if (entry.kind === 'text' || entry.kind === 'reasoning' || entry.kind === 'tool-result') {
    const text = redact.text(entry.text)
    return text === entry.text ? entry : { ...entry, text }
  }
  if (entry.kind !== 'tool-call') return entry
  const input = redact.text(entry.input)
  return input === entry.input ? entry : { ...entry, input }
}
