import type { Mutant } from './mutants.ts'

/** What can go wrong in single dialects, or for their sake. */
export const dialectMutants: readonly Mutant[] = [
  {
    name: 'a request to Gemini may end with the model',
    law: 'L2',
    file: 'src/render/render-prompt.ts',
    find: 'traits.endsWithUser === true ? endWithUser(trimmed) : trimmed',
    replace: 'trimmed',
  },
  {
    name: 'what the model of Gemini calls stands apart from what it said before',
    law: 'L2',
    file: 'src/dialects/gemini/join.ts',
    find: "if (content.role === 'model' && content.hasCalls) joinRun(groups)",
    replace: '',
  },
  {
    name: 'results of one round are several contents of Gemini',
    law: 'L2',
    file: 'src/dialects/gemini/join.ts',
    find: 'return before.hasResults && next.hasResults',
    replace: 'return false',
  },
  {
    name: 'a result without an id finds no call',
    law: 'L5',
    file: 'src/ingest/open-calls.ts',
    find: 'inventedId === true ? take(tools.get(tool))',
    replace: 'inventedId === true ? (tool === "" ? take(tools.get(tool)) : undefined)',
  },
  {
    name: 'the AI SDK is sent parts that may not stand where they stand',
    law: 'L2',
    file: 'src/render/adapt-parts.ts',
    find: ' && entry.unsent !== true',
    replace: '',
  },
]
