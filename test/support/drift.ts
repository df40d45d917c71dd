import type { Json } from '../../src/schema/json.ts'
import { round, says } from './worked-session.ts'

/** Something that must survive compactions. */
export interface Seed {
  readonly key: string
  readonly kind: 'constraint' | 'fact'
  /** A sentence, word for word as it is said. */
  readonly text: string
  readonly value: string
  /** What one would search for. */
  readonly question: string
  /** In which of the rounds it is said, from 0. */
  readonly round: number
  /** The seed whose value it replaces. */
  readonly replaces?: string
  /** The seed that it looks like, and is not. */
  readonly twin?: string
}

export const ROUNDS = 20
const PEOPLE = ['billing', 'search', 'mail', 'login', 'basket', 'stock', 'report', 'audit', 'queue', 'image']
const THINGS = ['port', 'timeout', 'quota', 'batch']

/** Two hundred: 40 rules, 100 facts, 30 updates of earlier seeds, 30 near-duplicates. */
export function seedsOf(): readonly Seed[] {
  const rules = Array.from({ length: 40 }, (_, index): Seed => {
    const [service, thing] = [PEOPLE[index % 10] ?? '', THINGS[Math.floor(index / 10)] ?? '']
    return seed(`rule-${index}`, 'constraint', `Never set the ${service} ${thing} above`, 1_000 + index, index % ROUNDS)
  })
  const facts = Array.from({ length: 100 }, (_, index): Seed => {
    const [service, thing] = [PEOPLE[index % 10] ?? '', THINGS[Math.floor(index / 10) % 4] ?? '']
    const place = ['north', 'south', 'west'][Math.floor(index / 40)] ?? ''
    return seed(`fact-${index}`, 'fact', `The ${service} ${thing} in region ${place} is`, 5_000 + index, index % ROUNDS)
  })
  const updates = Array.from({ length: 30 }, (_, index): Seed => {
    const old = index < 15 ? rules[index] : facts[index]
    if (old === undefined) throw new Error('no seed to update')
    const same = old.text.slice(0, old.text.lastIndexOf(' '))
    const said = old.kind === 'constraint' ? `Correction: ${same.replace('Never', 'never')}` : same
    return { ...seed(`update-${index}`, old.kind, said, 8_000 + index, Math.min(ROUNDS - 1, old.round + 2)), replaces: old.key }
  })
  const twins = Array.from({ length: 30 }, (_, index): Seed => {
    const other = rules[index + 5]
    const said = other?.text.replace('Never set the', 'Never set the spare').replace(/ \d+\.$/, '') ?? ''
    return { ...seed(`twin-${index}`, 'constraint', said, 9_000 + index, (index * 7) % ROUNDS), twin: other?.key ?? '' }
  })
  return [...rules, ...facts, ...updates, ...twins]
}

function seed(key: string, kind: Seed['kind'], said: string, value: number, at: number): Seed {
  return { key, kind, text: `${said} ${value}.`, value: String(value), question: said, round: at }
}

/** A session in which they are said: people state rules, the agent states facts, tools print a lot in between. */
export function sessionOf(seeds: readonly Seed[]): { readonly messages: readonly Json[]; readonly ends: readonly number[] } {
  const messages: Json[] = [says('user', 'Keep the services of the shop running.')]
  const ends: number[] = []
  let entries = 1
  for (let at = 0; at < ROUNDS; at += 1) {
    const own = seeds.filter((one) => one.round === at)
    const stretch = [
      ...own.filter(({ kind }) => kind === 'constraint').map(({ text }) => says('user', text)),
      ...(at % 5 === 0 ? [says('user', `This is pinned note ${at}, keep it.`)] : []),
      ...own.filter(({ kind }) => kind === 'fact').map(({ text }) => says('assistant', text)),
      ...round('bash', { command: `inspect stretch-${at}` }, noise(at)),
      says('assistant', `Stretch ${at} of the shop was inspected in \`part-${at}.log\`.`),
    ]
    messages.push(...stretch)
    entries += stretch.length
    ends.push(entries)
  }
  return { messages, ends }
}

function noise(at: number): string {
  return Array.from(
    { length: 260 },
    (_, line) => `${line} service heartbeat ok load ${(line * 7 + at) % 100} uptime ${line * 13}`,
  ).join('\n')
}
