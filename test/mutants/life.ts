import type { Mutant } from './mutants.ts'

/** What an agent would notice that works for a long time (`npm run loads`). */
export const lifeMutants: readonly Mutant[] = [
  {
    name: 'what an SDK’s error says is not read',
    law: 'load',
    file: 'src/budget/refusals/evidence.ts',
    find: 'texts.add(said)',
    replace: "texts.add('')",
  },
  {
    name: 'a hook that throws breaks the compaction',
    law: 'load',
    file: 'src/engine/hooks.ts',
    find: 'catch (error) {',
    replace: 'catch (error) {\n    throw error',
  },
  {
    name: 'thinking that is bound to what stands before it is sent behind other words',
    law: 'thinking',
    file: 'src/engine/sealed-in.ts',
    find: 'bindsReasoning(model) && commit !== null',
    replace: 'commit === undefined',
  },
  {
    name: 'after an undo, what was thought in between is sent',
    law: 'thinking',
    file: 'src/engine/sealed-in.ts',
    find: 'rangeOf(0, commits[0]?.receipt.inputs.head ?? head)',
    replace: 'rangeOf(0, head)',
  },
  {
    name: 'a plan is committed that was shown with what its model thought before',
    law: 'thinking',
    file: 'src/engine/land.ts',
    find: 'packed(state, afterCommit(state, at))',
    replace: 'packed(state, at)',
  },
]
