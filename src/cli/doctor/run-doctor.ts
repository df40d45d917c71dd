import { existsSync } from 'node:fs'
import { loadConfig } from '../config/load-config.ts'
import { CliError, EXIT, systemReason } from '../exit.ts'
import { harmless } from '../harmless.ts'
import { printOut } from '../output/print-out.ts'
import { canvasFor } from '../picture/canvas.ts'
import { counted, wrap } from '../picture/words.ts'
import { findSessions } from '../sessions/find-sessions.ts'
import type { Finding } from './finding.ts'
import { PROVIDERS, reachModels } from './reach-models.ts'

interface DoctorFlags {
  readonly store?: string
  readonly online?: true
  readonly json?: true
}

/** `palimpsest doctor`: what is there, what is missing and how to mend it. Fails if something is broken; nothing is changed. */
export async function runDoctor({ store, online, json }: DoctorFlags): Promise<void> {
  const findings = [
    node(),
    settings(),
    ...(await stores(store)),
    await packageThere('pg', 'PostgreSQL stores'),
    await packageThere('ai', 'summaries by a model'),
    ...keys(),
    ...(online === true ? await reachModels() : []),
    sessions(),
  ]
  if (json) await printOut(`${JSON.stringify(findings)}\n`)
  else {
    const { width } = canvasFor(process.stdout, process.env)
    const lines = findings.flatMap(({ what, state, detail, mend }) => [
      ...wrap(harmless(`${MARKS[state]} ${what}: ${detail}`), width),
      ...(mend === undefined ? [] : wrap(harmless(mend), width - 8, '').map((line) => `        ${line}`)),
    ])
    await printOut(`${lines.join('\n')}\n`)
  }
  const broken = findings.filter(({ state }) => state === 'broken')
  if (broken.length > 0)
    throw new CliError(
      EXIT.input,
      `${counted(broken.length, 'thing')} ${broken.length === 1 ? 'is' : 'are'} broken: ${broken.map(({ what }) => what).join(', ')}.`,
    )
}

const MARKS = { ok: 'ok     ', missing: 'missing', broken: 'BROKEN ' } as const

function node(): Finding {
  return { what: 'Node', state: 'ok', detail: process.versions.node }
}

function settings(): Finding {
  try {
    const found = loadConfig()
    return {
      what: 'settings',
      state: 'ok',
      detail: found.size === 0 ? 'none are set' : `${counted(found.size, 'value')}; palimpsest config says where from`,
    }
  } catch (error) {
    return {
      what: 'settings',
      state: 'broken',
      detail: error instanceof Error ? error.message : String(error),
      mend: 'Mend the file that is named, or remove it.',
    }
  }
}

/** The store that was named, or the one of the settings. */
async function stores(named: string | undefined): Promise<readonly Finding[]> {
  const place = named ?? configured()
  if (place === undefined)
    return [
      {
        what: 'store',
        state: 'missing',
        detail: 'none is named',
        mend: 'palimpsest config store sessions.db sets one; --store names one.',
      },
    ]
  try {
    const { withStore } = await import('../store/open-store.ts')
    await withStore({ store: place }, async (store, tenant) => store.head({ tenant, thread: 'palimpsest-doctor' }))
    return [{ what: 'store', state: 'ok', detail: `${place} opens` }]
  } catch (error) {
    const mend =
      existsSync(place) || /^\w+:/.test(place)
        ? 'palimpsest verify says more.'
        : `palimpsest import --all --store ${place} makes it.`
    return [{ what: 'store', state: 'broken', detail: error instanceof Error ? error.message : systemReason(error), mend }]
  }
}

function configured(): string | undefined {
  try {
    const value = loadConfig().get('store')?.value
    return typeof value === 'string' ? value : undefined
  } catch {
    return undefined // Said under settings.
  }
}

async function packageThere(name: string, needs: string): Promise<Finding> {
  try {
    import.meta.resolve(name)
    return { what: name, state: 'ok', detail: `installed; for ${needs}` }
  } catch {
    return { what: name, state: 'missing', detail: `not installed; only ${needs} need it`, mend: `npm install ${name}` }
  }
}

const KEYS = PROVIDERS.map(({ key }) => key)

/** Whether keys are set, never what they are. None is needed: without a model, summaries are made from the log. */
function keys(): readonly Finding[] {
  const there = KEYS.filter((name) => (process.env[name] ?? '') !== '')
  if (there.length > 0) return [{ what: 'keys', state: 'ok', detail: `${there.join(', ')}; --online tries them` }]
  return [
    {
      what: 'keys',
      state: 'missing',
      detail: 'none is set; compaction works without a model',
      mend: `Set ${KEYS.join(' or ')} to let a model write summaries.`,
    },
  ]
}

function sessions(): Finding {
  const found = findSessions()
  const agents = [...new Set(found.map(({ agent }) => agent))]
  if (found.length === 0) return { what: 'sessions', state: 'missing', detail: 'no agent has any on this machine' }
  return {
    what: 'sessions',
    state: 'ok',
    detail: `${counted(found.length, 'session')} of ${agents.join(', ')}; palimpsest sessions lists them`,
  }
}
