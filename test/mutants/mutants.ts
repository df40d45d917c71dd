import type { LawName } from '../laws/laws/law.ts'
import { dialectMutants } from './dialects.ts'
import { lifeMutants } from './life.ts'
import { sharingMutants } from './sharing.ts'
import { timeMutants } from './time.ts'

/** Our own code with one thing wrong. The law it names must notice. */
export interface Mutant {
  readonly name: string
  readonly law: LawName | 'saboteur' | 'load' | 'thinking' | 'time' | 'recall'
  readonly file: string
  readonly find: string
  readonly replace: string
  /** Where to look first, for what few transcripts show. */
  readonly seed?: number
}

/** What a judge says of a mutant: who noticed it. */
export interface Noticed {
  readonly breaches: readonly { readonly law: Mutant['law'] }[]
}

export const mutants: readonly Mutant[] = [
  ...dialectMutants,
  ...sharingMutants,
  ...lifeMutants,
  ...timeMutants,
  {
    name: 'a request shares objects with the log',
    law: 'L1',
    file: 'src/engine/request.ts',
    find: 'asGiven(assembledOnce())',
    replace: 'assembledOnce()',
  },
  {
    name: 'a prompt can be changed, and the log with it',
    law: 'L1',
    file: 'src/engine/request.ts',
    find: 'frozen(finishedPrompt(at, view))',
    replace: 'finishedPrompt(at, view)',
  },
  {
    name: 'messages are read when their turn comes',
    law: 'L1',
    file: 'src/engine/open-thread.ts',
    find: 'const kept = copied(messages)',
    replace: 'const kept = messages',
  },
  {
    name: 'surroundings of a request are read when its turn comes',
    law: 'L1',
    file: 'src/engine/kept-options.ts',
    find: 'kept = freshCopy(given)',
    replace: 'kept = given',
  },
  {
    name: 'the policy is the one that the host goes on using',
    law: 'L1',
    file: 'src/engine/own-policy.ts',
    find: '{ ...freshCopy(given),',
    replace: '{ ...given,',
  },
  {
    name: 'what an earlier plan folded is shown again',
    law: 'B12',
    file: 'src/plan/standing.ts',
    find: 'const left = (scene.standing ?? [])',
    replace: 'const left = (scene.standing ?? []).slice(0, 0)',
  },
  {
    name: 'a call is parted from its results when units are cut',
    law: 'L2',
    file: 'src/log/rounds.ts',
    find: 'reach[seq] ?? 0)',
    replace: '0)',
  },
  {
    name: 'a result without its call is passed on',
    law: 'L2',
    file: 'src/render/pair-results.ts',
    find: 'if (!message.parts.some(isStray)) return [message]',
    replace: 'if (message.parts.length > 0) return [message]',
  },
  {
    name: 'a call without a result is passed on',
    law: 'L2',
    file: 'src/render/pair-results.ts',
    find: "return [{ kind: 'no-result',",
    replace: "if (seq >= 0) return []\n    return [{ kind: 'no-result',",
  },
  {
    name: 'the user message in front is forgotten',
    law: 'L2',
    file: 'src/render/render-prompt.ts',
    find: 'index === first || meets',
    replace: 'meets',
  },
  {
    name: 'reasoning stays while what it leads to has not come',
    law: 'L9',
    file: 'src/render/chained-reasoning.ts',
    find: 'torn = !led[index]',
    replace: 'torn = led.length < index',
  },
  {
    name: 'what reasoning led to keeps its id without it',
    law: 'L2',
    file: 'src/render/item-ids.ts',
    find: 'return { ...part, nameless: true }',
    replace: 'return part',
  },
  {
    name: 'two calls may share an id',
    law: 'L2',
    file: 'src/render/legal-names.ts',
    find: 'used.has(candidate) || taken.has(candidate)',
    replace: 'candidate === "" || (used.size < 0 && taken.has(candidate))',
  },
  {
    name: 'the text of results is not counted',
    law: 'L3',
    file: 'src/budget/measure.ts',
    find: 'tokenizer.count(result.callId) + tokenizer.count(text) + CALL_TOKENS',
    replace: 'tokenizer.count(result.callId) + CALL_TOKENS + (text.length < 0 ? 1 : 0)',
  },
  {
    name: 'the request is compared with the window instead of the budget',
    law: 'L3',
    file: 'src/budget/allowance.ts',
    find: 'const limit = unscale(window - reserve, scale)',
    replace: 'const limit = window',
  },
  {
    name: 'it refuses although there is a way',
    law: 'L3',
    file: 'src/plan/fit-frontier.ts',
    find: 'const stages: readonly Stage[] = [',
    replace: 'const stages: readonly Stage[] = []\n  const _unused: readonly Stage[] = [',
  },
  {
    name: 'what is carried loses its first character',
    law: 'L4',
    file: 'src/render/view.ts',
    find: 'carry.excerpt === undefined ? undefined :',
    replace: "carry.excerpt === undefined ? ('text' in entry ? entry.text.slice(1) : undefined) :",
  },
  {
    name: 'words that were answered are cut to far less than their quarter',
    law: 'L5',
    file: 'src/plan/answered-words.ts',
    find: 'Math.max(own, allowance',
    replace: 'Math.max(own / 8, allowance / 8',
    seed: 1000,
  },
  {
    name: 'long words that were answered are cut to an eighth of their quarter',
    law: 'L5',
    file: 'src/plan/answered-words.ts',
    find: 'shortenTo(scene, seqs, target)',
    replace: 'shortenTo(scene, seqs, target / 8)',
    seed: 1000,
  },
  {
    name: 'what people wrote last is forgotten',
    law: 'L5',
    file: 'src/plan/protect.ts',
    find: '...frontier.people, ',
    replace: '',
  },
  {
    name: 'what is dropped takes the task and the rules with it',
    law: 'L15',
    file: 'src/plan/strategies/fold-oldest.ts',
    find: 'foldWithPage(heardRoom(scene), 0, (page) =>',
    replace: 'foldWithPage(heardRoom(scene) * 0, 0, (page) =>',
  },
  {
    name: 'task and rules have only their usual share of a page',
    law: 'L15',
    file: 'src/ledger/summary-queues.ts',
    find: 'heard.taskTokens)',
    replace: 'heard.taskTokens * 0)',
  },
  {
    name: 'the open round leaves no room for the page of task and rules',
    law: 'L15',
    file: 'src/plan/choose-plan.ts',
    find: 'Math.min(reservedFor(scene), outsideFrontier',
    replace: 'Math.min(reservedFor(scene) * 0, outsideFrontier',
  },
  {
    name: 'a page that is longer than its price is left out',
    law: 'L15',
    file: 'src/compact/weigh.ts',
    find: 'unmet === true',
    replace: "unmet === true && overrides.some(({ law }) => law === 'L3')",
    seed: 60_001_800,
  },
  {
    name: 'of a summary from before, only the beginning of its task is kept',
    law: 'L15',
    file: 'src/ledger/earlier-summary.ts',
    find: 'const LONGEST_TASK = 20_000',
    replace: 'const LONGEST_TASK = 40',
  },
  {
    name: 'what is carried counts as summarized',
    law: 'L6',
    file: 'src/compact/fates.ts',
    find: 'const carry = carried.get(seq)',
    replace: 'const carry = carried.get(-1 - seq)',
  },
  {
    name: 'the last entry has no fate',
    law: 'L6',
    file: 'src/compact/fates.ts',
    find: 'seq < options.entries.length;',
    replace: 'seq < options.entries.length - 1;',
  },
  {
    name: 'a call id is drawn by lot',
    law: 'L7',
    file: 'src/render/legal-names.ts',
    find: 'let own = start',
    replace: 'let own = start + String(Math.random()).slice(2, 6)',
  },
  {
    name: 'the clock is in the summary',
    law: 'L7',
    file: 'src/ledger/floor-summary.ts',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is source text.
    find: '[Summary ${SUMMARY_VERSION}]',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is source text.
    replace: '[Summary ${SUMMARY_VERSION} at ${performance.now()}]',
  },
  {
    name: 'every compaction is made anew',
    law: 'L8',
    file: 'src/engine/compact.ts',
    find: 'JSON.stringify(commit.receipt.inputs) === JSON.stringify(planning.inputs)',
    replace: 'JSON.stringify(commit.receipt.inputs) === JSON.stringify(planning.inputs).slice(1)',
  },
  {
    name: 'a placeholder for a result that may still come counts as stable',
    law: 'L9',
    file: 'src/render/render-prompt.ts',
    find: "if (repair.kind === 'result-missing' && repair.seq + 1 >= lastRun) unstable.add(repair.seq)",
    replace: '',
  },
  {
    name: 'everything but the frontier is dropped',
    law: 'L14',
    file: 'src/plan/strategies/fold-oldest.ts',
    find: 'const room = scene.allowance - protectedTokens(scene) - overhead',
    replace: 'const room = Math.min(0, scene.allowance - protectedTokens(scene) - overhead)',
  },
  {
    name: 'unknown fields of a message are lost',
    law: 'dialects',
    file: 'src/dialects/shell.ts',
    find: 'const edit = editor(message)',
    replace:
      "const edit = editor(isJsonObject(message) ? Object.fromEntries(Object.entries(message).filter(([key]) => !key.startsWith('x'))) : message)",
  },
]
