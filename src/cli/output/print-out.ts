import { CliError, EXIT, systemReason } from '../exit.ts'

/** Writes to standard output and waits until it is there. A reader that went away has what it wanted. */
export async function printOut(text: string): Promise<void> {
  const fault = await new Promise<NodeJS.ErrnoException | null | undefined>((resolve) => {
    process.stdout.write(text, resolve)
  })
  if (fault === null || fault === undefined || fault.code === 'EPIPE') return
  throw new CliError(EXIT.output, `standard output: cannot be written: ${systemReason(fault)}.`, { cause: fault })
}
