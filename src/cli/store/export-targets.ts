import { DIALECT_NAMES, type DialectName } from '../../dialects/names.ts'
import { SESSION_OUTPUTS, type SessionOutput } from '../../formats/names.ts'

/** Forms that a thread can be written in: its messages as they came or in a dialect, a session of another program, or everything. */
export type ExportTarget = 'as-it-came' | 'palimpsest' | SessionOutput | DialectName

export const EXPORT_TARGETS: readonly ExportTarget[] = ['as-it-came', 'palimpsest', ...SESSION_OUTPUTS, ...DIALECT_NAMES]
