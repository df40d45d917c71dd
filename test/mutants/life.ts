import type { Mutant } from './mutants.ts'

/** What an agent would notice that works for a long time (`npm run loads`). */
export const lifeMutants: readonly Mutant[] = [
  {
    name: 'the body of an SDK’s error is not read',
    law: 'load',
    file: 'src/budget/refusals/evidence.ts',
    find: "'responseBody'",
    replace: "'responseBodies'",
  },
  {
    name: 'a hook that throws breaks the compaction',
    law: 'load',
    file: 'src/engine/hooks.ts',
    find: 'catch (error) {',
    replace: 'catch (error) {\n    throw error',
  },
]
