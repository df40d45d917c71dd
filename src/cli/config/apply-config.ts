import type { Command } from 'commander'
import { CliError, EXIT } from '../exit.ts'
import { harmless } from '../harmless.ts'
import { loadConfig } from './load-config.ts'

/** Gives a command the settings that it has flags for; a flag that is given itself comes first. */
export function applyConfig(command: Command): void {
  if (command.name() === 'config' || command.name() === 'doctor') return
  const settings = loadConfig()
  const enabled = settings.get('enabled')
  if (enabled?.value === false && TELLS_WHAT_AGENTS_DO.has(command.name()))
    process.stderr.write(
      `palimpsest: enabled is false (${harmless(enabled.from)}): an agent would not compact by itself; this is what it would do if it did.\n`,
    )
  for (const { key, value, from } of settings.values()) {
    const option = key.flag === undefined ? undefined : command.options.find((each) => each.attributeName() === key.flag)
    // A store in the settings is not meant where a file can be named.
    if (option === undefined || (key.name === 'store' && !option.mandatory)) continue
    const text = String(value)
    try {
      command.setOptionValueWithSource(option.attributeName(), option.parseArg?.(text, undefined) ?? text, 'config')
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error)
      throw new CliError(EXIT.input, `${from}: ${key.name}: ${why}`, { cause: error })
    }
  }
}

const TELLS_WHAT_AGENTS_DO: ReadonlySet<string> = new Set(['explain', 'replay'])
