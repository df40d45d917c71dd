import { restoreMessages } from '../../src/dialects/restore-messages.ts'
import { EMPTY_STATE, ingest } from '../../src/ingest/ingest.ts'
import type { Json } from '../../src/schema/json.ts'
import type { Dialect } from '../../src/schema/ports.ts'

/** A foreign request taken apart into entries and put together again. */
export function roundTrip(dialect: Dialect, input: Json): Json {
  const { messages, envelope } = dialect.read(input)
  return dialect.restore(envelope, restoreMessages(ingest(EMPTY_STATE, messages).entries))
}
