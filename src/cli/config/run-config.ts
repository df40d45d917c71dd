import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { isJsonObject } from '../../schema/json.ts'
import { CliError, EXIT } from '../exit.ts'
import { harmless } from '../harmless.ts'
import { printOut } from '../output/print-out.ts'
import { drawTable } from '../output/table.ts'
import { writeOutFile } from '../output/write-file.ts'
import { canvasFor } from '../picture/canvas.ts'
import { tilde } from '../sessions/tilde.ts'
import { configSchema, KEYS } from './keys.ts'
import { loadConfig, parsed, projectFile, readConfig, userFile } from './load-config.ts'

interface ConfigFlags {
  readonly json?: true
  readonly schema?: true
  readonly user?: true
}

/** `palimpsest config`: what is set, and where each value comes from; with a key and a value, sets it. */
export async function runConfig(name: string | undefined, value: string | undefined, flags: ConfigFlags): Promise<void> {
  if (flags.schema === true) return printOut(`${JSON.stringify(configSchema(), null, 2)}\n`)
  const key = KEYS.find((each) => each.name === name)
  if (name !== undefined && key === undefined)
    throw new CliError(EXIT.usage, `${name} is no setting; known are ${KEYS.map((each) => each.name).join(', ')}.`)
  const settings = loadConfig()
  if (key !== undefined && value !== undefined) {
    const file = flags.user === true ? userFile(process.env) : projectFile(process.cwd())
    write(file, key.name, parsed(key, value, 'config'))
    return printOut(`${key.name} is ${value} in ${tilde(file)}.\n`)
  }
  const shown = KEYS.filter((each) => key === undefined || each === key).map((each) => ({
    name: each.name,
    value: settings.get(each.name)?.value ?? null,
    from: settings.get(each.name)?.from ?? null,
    description: each.description,
  }))
  if (flags.json) return printOut(`${JSON.stringify(shown)}\n`)
  const columns = [
    { title: 'setting', side: 'left', rank: 9 },
    { title: 'value', side: 'left', rank: 8 },
    { title: 'from', side: 'left', rank: 7 },
    { title: 'what it is', side: 'left', rank: 1 },
  ] as const
  const rows = shown.map((each) =>
    [
      each.name,
      each.value === null ? '–' : String(each.value),
      each.from === null ? 'default' : tilde(each.from),
      each.description,
    ].map(harmless),
  )
  await printOut(`${drawTable(columns, rows, canvasFor(process.stdout, process.env)).join('\n')}\n`)
}

/** Settings of pi's kind stand where pi has them. Everything else in the file stays as it is. */
const IN_COMPACTION: ReadonlySet<string> = new Set(['enabled', 'reserveTokens', 'keepRecentTokens'])

function write(file: string, name: string, value: string | number | boolean): void {
  const before = readConfig(file)
  const compaction = isJsonObject(before['compaction']) ? before['compaction'] : {}
  const after = IN_COMPACTION.has(name)
    ? { ...before, compaction: { ...compaction, [name]: value } }
    : { ...before, [name]: value }
  mkdirSync(dirname(file), { recursive: true })
  writeOutFile(file, `${JSON.stringify(after, null, 2)}\n`)
}
