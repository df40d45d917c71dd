import { attachmentLine, fileCells, fileLine } from './fact-lines.ts'
import { stateOf } from './file-words.ts'
import { purposesOf } from './purposes.ts'
import { type Queue, queueOf, SHARES, type SummaryScene } from './queue.ts'
import { writtenValues } from './written-values.ts'

/** Of a page, what the values may take that were put into files. */
const VALUES_SHARE = 0.05
/** Of a page, what the names of attached files may take besides those of the files that were worked on. */
const ATTACHED_SHARE = 0.04

/** What a summary says of files: those that were changed, what was put into them, what came with messages. */
export function fileQueues(scene: SummaryScene): readonly Queue[] {
  return [changedFiles(scene), putIn(scene), attached(scene)]
}

/** Files that were only read. */
export function filesRead(scene: SummaryScene): Queue {
  const { facts, root } = scene
  const files = facts.files.filter(({ operation }) => operation === 'read').toReversed()
  return queueOf(scene, 'file', files, {
    line: (file) => ({ seq: file.seq, text: fileLine(file, root), cells: fileCells(file, root) }),
  })
}

function changedFiles(scene: SummaryScene): Queue {
  const { facts, said, root } = scene
  const changed = facts.files.filter((file) => file.operation !== 'read' && !said.has(`${file.path}: ${stateOf(file)}`))
  const purposes = purposesOf(changed, scene)
  return queueOf(scene, 'file', changed.toReversed(), {
    line: (file) => {
      const purpose = purposes.get(file)
      const says = purpose === undefined ? {} : { says: purpose.text }
      return { seq: file.seq, text: fileLine(file, root, purpose), cells: fileCells(file, root, purpose), ...says }
    },
  })
}

/** Values that were written into files: they stand in no sentence, and the next step may rest on them. */
function putIn(scene: SummaryScene): Queue {
  const lines = writtenValues(scene.log, scene).filter(({ seq }) => !scene.shown.has(seq))
  return queueOf(scene, 'file', lines, {
    line: (line) => line,
    share: SHARES.file.all + VALUES_SHARE,
  })
}

/** Images and documents that came with messages: what they show is lost, but not that there was something to see (B15). */
function attached(scene: SummaryScene): Queue {
  const files = scene.facts.attached.filter(({ seq }) => !scene.shown.has(seq))
  return queueOf(scene, 'file', files.toReversed(), {
    line: (file) => ({ seq: file.seq, text: attachmentLine(file) }),
    share: SHARES.file.all + VALUES_SHARE + ATTACHED_SHARE,
  })
}
