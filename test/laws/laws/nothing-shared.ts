import { type CompactOptions, type Compactor, type Prepared, presets, type Thread } from '../../../src/index.ts'
import { type Outcome, prepareTo, withoutLimit } from '../judge/observe.ts'
import { firstDifference, sameBytes } from '../judge/same-bytes.ts'
import { DIALECT, policyOf } from '../judge/subject.ts'
import { piecesOf, type Trial } from '../judge/trials.ts'
import { vandalise } from '../judge/vandalise.ts'
import { demand, type Law, type LawBreach } from './law.ts'

/**
 * L1, the half of it that a host can break: everything that was handed in is vandalised as soon as the call is made, and everything that
 * came out as soon as it is there. A twin of the thread, another thread of the same compactor and one of another tenant are left alone: all
 * of them must go on with the same requests.
 */
export const nothingShared: Law = {
  name: 'L1',
  title: 'nothing that is handed in or out can change the log',
  async check(subject, trial) {
    const policy = policyOf(trial.policy)
    const toolPolicies = {}
    const compactor = subject.open(trial.policy, { policy, toolPolicies, keepRequests: 4, redact: 'off' })
    const hostile = await compactor.thread('hostile')
    const others = [await compactor.thread('beside'), await compactor.thread('elsewhere', { tenant: 'other' })]
    const twin = await subject.open(trial.policy, { redact: 'off' }).thread('twin')
    for (const thread of [twin, ...others]) await play(thread, trial, () => undefined)
    vandalise(policy)
    vandalise(toolPolicies)
    await play(hostile, trial, vandalise)
    await plunder(compactor, hostile, trial)
    const expected = await lastRequests(twin, trial)
    const breaches: LawBreach[] = []
    for (const [name, thread] of [['hostile', hostile] as const, ...others.map((other) => ['other', other] as const)]) {
      const found = await lastRequests(thread, trial)
      const differs = (): string => `the ${name} thread's requests are not its twin's: ${firstDifference(found, expected)}`
      breaches.push(...demand('L1', sameBytes(found, expected), differs))
    }
    const chain = await compactor.verify('hostile')
    return [...breaches, ...demand('L1', chain.kind === 'whole', () => `the log of the hostile thread: ${JSON.stringify(chain)}`)]
  },
}

type Spoil = (value: unknown) => void

/** What JSON cannot hold; its kind of dialect is given it by every host that lets people upload files. */
const PICTURES = {
  role: 'user',
  content: [
    { type: 'image', image: Uint8Array.from([137, 80, 78, 71, 13, 10, 26, 10]) },
    { type: 'file', mediaType: 'image/png', data: new Uint8Array(3).buffer },
  ],
}

/** Appends, resends and makes requests, and spoils what was used for it. */
async function play(thread: Thread, trial: Trial, spoil: Spoil): Promise<void> {
  const { dialect, messages } = trial.transcript
  const sent: unknown[] = []
  for (const [index, piece] of piecesOf(trial, dialect === 'ai-sdk' ? [PICTURES, ...messages] : messages).entries()) {
    sent.push(...piece)
    // Every client that resends hands in all of it; every other one what is new.
    const given = structuredClone(index % 2 === 0 ? piece : sent) as object[]
    // Something is under way: what is handed in waits its turn, and is spoiled by then.
    const busy = thread.entries()
    const done = index % 2 === 0 ? thread.append(given, { dialect }) : thread.resend(given, { dialect })
    spoil(given)
    await busy
    const outcome = await done.catch((error: unknown) => error)
    if (typeof outcome === 'object') spoil(outcome)
    await request(thread, withoutLimit(optionsOf(trial)), spoil)
  }
  await request(thread, optionsOf(trial), spoil)
}

async function request(thread: Thread, options: CompactOptions, spoil: Spoil): Promise<void> {
  const made = prepareTo(thread, options)
  spoil(options)
  spoil(await made)
}

/** Fresh objects each time: they may be vandalised. */
function optionsOf(trial: Trial): CompactOptions {
  const { window, reserve, target: dialect, system, transcript } = trial
  const { messages: _, ...around } = DIALECT[transcript.dialect].read(structuredClone(transcript.input))
  return { window, reserve, dialect, around, ...(system === undefined ? {} : { system }) }
}

/** Reads everything that can be read, and spoils it. */
async function plunder(compactor: Compactor, thread: Thread, trial: Trial): Promise<void> {
  const reads: readonly (() => unknown)[] = [
    ...[() => thread.entries(), () => thread.commits(), () => thread.summaries(), () => thread.messages(), () => thread.usage()],
    ...[() => thread.requests(), () => thread.session(), () => thread.check(optionsOf(trial))],
    ...[() => thread.explain(optionsOf(trial)), () => compactor.learned(), () => compactor.threads()],
    ...[() => compactor.search('the'), () => compactor.verify('hostile'), () => presets.balanced(), () => Object.values(DIALECT)],
    ...[() => thread, () => compactor],
  ]
  for (const read of reads) {
    try {
      vandalise(await read())
    } catch {
      // A window that is too small has no plan to explain.
    }
  }
}

/** What the thread says now: as it stands, and all that the log holds. */
async function lastRequests(thread: Thread, trial: Trial): Promise<unknown> {
  const asItStands = await prepareTo(thread, optionsOf(trial))
  const all = await prepareTo(thread, withoutLimit(optionsOf(trial)))
  return [said(asItStands), said(all), (await thread.entries()).map(({ raw, message }) => [raw, message.shell])]
}

function said(outcome: Outcome<Prepared>): unknown {
  return outcome.kind === 'made' ? [outcome.made.request, outcome.made.tokens] : outcome.kind
}
