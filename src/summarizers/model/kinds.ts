import type { ItemKind } from '../../schema/ledger.ts'

/** What a kind of item is for, in words for a model, and how one reads that helps and one that does not. */
interface KindGuide {
  readonly kind: ItemKind
  readonly says: string
  /** How it differs from others, and what else holds for it whatever a profile looks for. */
  readonly apart?: string
  readonly good: string
  readonly bad: string
}

/** The kinds that only a summarizer can fill, the most important first. */
export const TOLD_KINDS: readonly KindGuide[] = [
  {
    kind: 'state',
    says: 'where the work stands after the last entry: what works, what does not, what is unfinished or unchecked',
    apart: 'exactly one item; if the ledger has one, supersede it',
    good: 'The export is written. Its 14 tests pass. The import is not begun. No commit was seen.',
    bad: 'Good progress was made.',
  },
  {
    kind: 'open',
    says: 'a problem, a contradiction, a question or a half-done thing that is left',
    apart: 'what is wrong or unknown; what to do about it is a step',
    good: 'retry() still ignores the timeout in config.toml. retry() was not changed.',
    bad: 'More tests could be useful.',
  },
  {
    kind: 'step',
    says: 'an action that was agreed on, announced or done each time before, and has not been done, with all that is needed to do it',
    apart: 'not what you would advise',
    good: 'Next: rename load() in the callers a.go, b.go and c.go.',
    bad: 'Go on with the work.',
  },
  {
    kind: 'error',
    says: 'what failed or was told wrongly, with the words of its message, why, and what resolved it or that nothing has yet',
    good: 'make lint failed with E501 in api.py:88. The line was wrapped. make lint passes.',
    bad: 'There were some errors on the way.',
  },
  {
    kind: 'decision',
    says: 'what was decided, or promised to somebody, by whom, and why',
    good: 'Polling every 30 s instead of webhooks, because the host is behind a firewall.',
    bad: 'Polling was talked about.',
  },
  {
    kind: 'rejected',
    says: 'what was tried or proposed and given up, by whom, and why: so that it is not tried again',
    good: 'A global lock was tried and taken back because the workers waited for each other.',
    bad: 'Other ways were looked at.',
  },
  {
    kind: 'outcome',
    says: 'what was reached',
    apart: 'finished for good; what holds only now is the state',
    good: 'Migration 0042 ran on staging and is committed as 9f2c1aa.',
    bad: 'The migration is going well.',
  },
  {
    kind: 'fact',
    says: 'an id, a name, a number, an amount, a date, a version or a cause that is needed again; of a record, all that matters later in one item',
    good: 'The service answers 409, not 404, if the slug is taken.',
    bad: 'The project uses git.',
  },
  {
    kind: 'file',
    says: 'a file by its path, with what is in it now that its name does not tell',
    good: 'src/pool.ts: acquire() waits at most max_wait. a.ts and b.ts pass it.',
    bad: 'src/pool.ts was modified.',
  },
  {
    kind: 'artifact',
    says: 'a page, a record, a booking, a branch, a ticket, with its id',
    apart: 'made or found, and no file',
    good: 'Ticket OPS-311 was opened for the flaky job and assigned to the release.',
    bad: 'A ticket was made.',
  },
  {
    kind: 'command',
    says: 'a command that will be needed again, exactly, with what came of it',
    good: 'npm run e2e -- --shard 2 passes only while the server runs on port 4010.',
    bad: 'ls src',
  },
]

/** The kinds that are a person's own words; the log has them in any case. */
export const QUOTED_KINDS: readonly Pick<KindGuide, 'kind' | 'says'>[] = [
  { kind: 'task', says: 'what the whole session is for' },
  { kind: 'request', says: 'one thing asked for on the way' },
  { kind: 'constraint', says: 'a rule that must hold' },
  { kind: 'preference', says: 'a wish that may give way' },
]
