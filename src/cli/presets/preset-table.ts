import { describePolicy } from '../../plan/describe-policy.ts'
import type { Policy } from '../../schema/policy.ts'
import { bold, type Canvas } from '../picture/canvas.ts'
import { wrap } from '../picture/words.ts'

/** Nearly every trigger begins so: it is said once, below the table. */
const USUAL = 'by hand; after an overflow; '
const LABEL = 10

/** Presets in words: a block each, one line for each thing it does, so that a ladder is read from top to bottom. */
export function presetTable(policies: readonly Policy[], canvas: Canvas): string {
  const blocks = policies.map((policy) => [bold(policy.name, canvas), ...linesOf(policy, canvas)].join('\n'))
  return `${[...blocks, wrap(footnote(policies), canvas.width, '').join('\n')].join('\n\n')}\n`
}

function linesOf(policy: Policy, canvas: Canvas): readonly string[] {
  const { trigger, release, keeps, ladder } = describePolicy(policy)
  return [
    ...labelled('acts', trigger.replace(USUAL, ''), canvas),
    ...labelled('down to', release, canvas),
    ...labelled('keeps', keeps, canvas),
    ...ladder.flatMap((rung, index) => labelled(index === 0 ? 'ladder' : '', rung, canvas)),
  ]
}

function labelled(label: string, text: string, { width }: Canvas): readonly string[] {
  const lines = wrap(text, width - LABEL - 2)
  return lines.map((line, index) => `  ${(index === 0 ? label : '').padEnd(LABEL)}${line}`)
}

function footnote(policies: readonly Policy[]): string {
  const rare = policies.filter((policy) => !describePolicy(policy).trigger.startsWith(USUAL)).map(({ name }) => name)
  const who = rare.length === 0 ? 'All of them' : `All but ${rare.join(', ')}`
  return `${who} also act by hand and after an overflow. Behind every ladder stands the floor: summarize as much of the oldest as needed, and if there is no room for a summary, drop it.`
}
