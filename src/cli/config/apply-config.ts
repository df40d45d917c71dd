import type { Command } from 'commander'
import { CliError, EXIT } from '../exit.ts'
import { loadConfig } from './load-config.ts'

/** Gives a command the settings that it has flags for; a flag that is given itself comes first. */
export function applyConfig(command: Command): void {
  if (command.name() === 'config' || command.name() === 'doctor') return
  for (const { key, value, from } of loadConfig().values()) {
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
