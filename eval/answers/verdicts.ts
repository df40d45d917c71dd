import type { FindingReason } from '../../src/schema/summary.ts'
import type { MeasuredAnswer } from './run.ts'

/** Why an operation was refused, as somebody found who read its sources; and whether that is right. */
const EXPLANATIONS = {
  'not cited': { isRight: true, words: 'a name, a number or a quotation that stands in another entry than those it names' },
  'worked out': { isRight: true, words: 'a number that the model has reckoned, and no entry has' },
  'of a person': { isRight: true, words: 'says what a person wanted, in words that this person has not used' },
  'own order': { isRight: true, words: 'tells the reader what to do, and nobody in the log has said so' },
  'other kind': { isRight: true, words: 'no such thing: a program’s question as a request, a person’s words as an outcome' },
  'later step': { isRight: true, words: 'was so, and a later step of the log has changed it' },
  'how code is': { isRight: false, words: 'a "not" or a condition about code or an answer, which these show without saying it' },
  'counted or looked up': { isRight: false, words: 'a number that can be counted or found in its sources' },
  'drawn from many': { isRight: false, words: 'a true conclusion in words of its own' },
} as const
type Explanation = keyof typeof EXPLANATIONS

/** Operations of the answers that docs/summarizers.md tells of, by answer and how they begin. */
const VERDICTS: Readonly<Record<string, readonly (readonly [begins: string, why: Explanation])[]>> = {
  '0824bf066bcf': [
    ['Before "fix test"', 'not cited'],
    ['Skipped sessions are reported', 'not cited'],
    ['The per-session agent work', 'not cited'],
  ],
  '0c47af5199e8': [
    ['edit str_replace on command_parser.pony without', 'drawn from many'],
    ['/workspace/ponylang__ponyc__0.1/packages/cli/cli.pony', 'counted or looked up'],
    ['The code at lines 100-103', 'counted or looked up'],
  ],
  '1dbb794668e8': [
    ['ok, i manually removed', 'other kind'],
    ['cd packages/coding-agent && npm run check', 'not cited'],
    ['The agent is looking into why', 'not cited'],
  ],
  '3912670d5d10': [
    ['The LLM does not drive', 'how code is'],
    ['Agenite and VoltAgent were turned down', 'drawn from many'],
  ],
  '490c621d661a': [
    ['Opt #5 (output format compaction)', 'own order'],
    ['bun run test 2>&1 | grep "fail"', 'drawn from many'],
  ],
  bed241b4a30c: [
    ["The agent's verdict that the remaining", 'drawn from many'],
    ['mise run test is go test', 'how code is'],
  ],
  '03': [
    ['examples/features/composite', 'counted or looked up'],
    ['PR 1532 was created', 'how code is'],
    ['The confidence answer contradicts', 'how code is'],
    ["Ranking's discards", 'counted or looked up'],
  ],
  '04': [['The person wanted to try', 'of a person']],
  '06': [
    ['Attempt to fix lint errors', 'other kind'],
    ['Commits now on top', 'later step'],
  ],
  '08': [
    ['After the edit is confirmed', 'own order'],
    ['First edit failed with', 'how code is'],
  ],
  '09': [
    ['The agent announced "details', 'of a person'],
    ['Scheduled times: HAT300', 'worked out'],
  ],
  '10': [['One checked bag is still', 'drawn from many']],
  '11': [
    ['No edit hides the other', 'how code is'],
    ['Types were never checked', 'drawn from many'],
    ['The mode toggle now shows', 'how code is'],
  ],
  '13': [['The bug is reproduced', 'not cited']],
  '14': [['The Dockerfile lost its three', 'worked out']],
  '23': [['The person chose a minor', 'of a person']],
  '25': [
    ['The content of pub1.pub', 'not cited'],
    ['Each RsaCtfTool.py --createpub', 'not cited'],
  ],
  '26': [
    ['The agent takes the base', 'counted or looked up'],
    ["submit 'flag{d|o9yx", 'drawn from many'],
    ['recover_flag.py: z3', 'worked out'],
  ],
  '29': [['Next, step 8', 'counted or looked up']],
  '32': [
    ['Each earlier fix was checked', 'drawn from many'],
    ['The warning "This variable', 'not cited'],
    ['The first git push of 262f600', 'not cited'],
  ],
}

interface Explained {
  readonly answer: string
  readonly reason: FindingReason
  readonly text: string
  /** Nothing if nobody has looked at it. */
  readonly why: Explanation | undefined
}

/** Every operation of which nothing was kept, with what was found out about it. */
function explained({ file, account }: MeasuredAnswer): readonly Explained[] {
  return account.rejected
    .filter(({ lighter }) => lighter !== true)
    .map(({ reason, text }) => {
      const said = text.replace(/^\w+: /, '')
      const verdict = VERDICTS[file.name]?.find(([begins]) => said.startsWith(begins))
      return { answer: file.name, reason, text: said, why: verdict?.[1] }
    })
}

/** Each refused operation with its explanation, and how many there are of each. */
export function printVerdicts(measured: readonly MeasuredAnswer[]): string {
  const all = measured.flatMap(explained)
  const judged = (why: Explanation | undefined): string =>
    why === undefined ? 'not looked at' : `${EXPLANATIONS[why].isRight ? 'right' : 'wrong'}: ${why}`
  const rows = [...Map.groupBy(all, ({ why }) => why)].toSorted(([, one], [, other]) => other.length - one.length)
  return [
    'refused, and whether that is right',
    ...all.map(
      ({ answer, reason, text, why }) =>
        `  ${answer.padEnd(12)} ${reason.padEnd(18)} ${judged(why).padEnd(28)} ${text.slice(0, 70)}`,
    ),
    ...rows.map(
      ([why, { length }]) =>
        `  ${String(length).padStart(3)}  ${judged(why).padEnd(28)} ${why === undefined ? '' : EXPLANATIONS[why].words}`,
    ),
  ].join('\n')
}
