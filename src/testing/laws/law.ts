import type { Subject } from '../subject.ts'
import type { Trial } from '../transcripts/trials.ts'

export type LawName = 'L2' | 'L3' | 'L4' | 'L5' | 'L6' | 'L7' | 'L8' | 'L9' | 'L14' | 'adapters'

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

/** A breach of `law` unless `holds`. */
export function demand(law: LawName, holds: boolean, what: string): readonly LawBreach[] {
  return holds ? [] : [{ law, what }]
}
