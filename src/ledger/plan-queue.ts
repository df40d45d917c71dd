import { stepLine } from './fact-lines.ts'
import { type Queue, queueOf, SHARES, type SummaryScene } from './queue.ts'

/** The agent's plan: what it is at and what is open before what was dropped and what is done. */
export function stepQueue(scene: SummaryScene): Queue {
  const { facts, later } = scene
  const made = facts.steps.at(-1)?.seq ?? scene.end
  // A plan of which everything is done, though more was asked since, has only what is left.
  const isOver =
    facts.steps.every(({ status }) => status === 'done' || status === 'dropped') && later.some(({ seq }) => seq > made)
  const rank = { doing: 0, open: 1, dropped: 2, done: 3 } as const
  return queueOf(
    scene,
    'step',
    facts.steps.toSorted((a, b) => rank[a.status] - rank[b.status]),
    {
      share: isOver ? 0 : SHARES.step.all,
      line: (step) => ({
        ...{ seq: step.seq, text: stepLine(step), place: facts.steps.indexOf(step), says: step.text },
        isDone: step.status === 'done' || step.status === 'dropped',
      }),
    },
  )
}
