import type { Subject } from '../judge/subject.ts'
import type { Trial } from '../judge/trials.ts'

export type LawName =
  | 'L1'
  | 'L2'
  | 'L3'
  | 'L4'
  | 'L5'
  | 'L6'
  | 'L7'
  | 'L8'
  | 'L9'
  | 'L14'
  | 'L15'
  | 'B12'
  | 'dialects'
  | 'everywhere'

/** How a law was broken, in words that name the place. */
export interface LawBreach {
  readonly law: LawName
  readonly what: string
}

/** A law of DESIGN.md as something that can be run. No breaches: the law holds for this trial. */
export interface Law {
  readonly name: LawName
  readonly title: string
  check(subject: Subject, trial: Trial): Promise<readonly LawBreach[]>
}

const NONE: readonly LawBreach[] = []

/** A breach of `law` unless `holds`. Words that take long to find are asked for only then. */
export function demand(law: LawName, holds: boolean, what: string | (() => string)): readonly LawBreach[] {
  return holds ? NONE : [{ law, what: typeof what === 'string' ? what : what() }]
}
