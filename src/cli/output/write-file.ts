import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  fsyncSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { CliError, EXIT, systemReason } from '../exit.ts'
import { zstdFor } from '../input/zstd.ts'

/**
 * Puts `text` into a file, whole or not at all: it is written beside the file and then takes its name. What is not an ordinary
 * file (a device, a pipe) is written to directly: renaming would replace it.
 */
export function writeOutFile(file: string, text: string): void {
  try {
    const content = zstdFor(file, text)
    const before = statSync(file, { throwIfNoEntry: false })
    if (before?.isDirectory()) throw new CliError(EXIT.output, `${file}: cannot be written: it is a folder.`)
    if (before !== undefined && !before.isFile()) writeFileSync(file, content)
    else replaceFile(before === undefined ? file : realpathSync(file), content, before)
  } catch (error) {
    if (error instanceof CliError) throw error
    throw new CliError(EXIT.output, `${file}: cannot be written: ${systemReason(error)}.`, { cause: error })
  }
}

function replaceFile(file: string, content: string | Buffer, before: Stats | undefined): void {
  const beside = join(dirname(file), `.${basename(file)}.${randomBytes(4).toString('hex')}.tmp`)
  try {
    const handle = openSync(beside, 'wx')
    try {
      writeFileSync(handle, content)
      fsyncSync(handle)
    } finally {
      closeSync(handle)
    }
    if (before !== undefined) chmodSync(beside, before.mode)
    renameSync(beside, file)
  } catch (error) {
    rmSync(beside, { force: true })
    throw error
  }
}
