/** How the program ends. Numbers from 64 on are those of sysexits.h. */
export const EXIT = {
  done: 0,
  /** The input cannot be read or is not a transcript. */
  input: 2,
  /** What may not be touched is larger than the budget. */
  doesNotFit: 3,
  usage: 64,
  /** A bug of ours. */
  software: 70,
  /** The output cannot be written. */
  output: 73,
} as const

export type ExitCode = (typeof EXIT)[keyof typeof EXIT]

/** Something the person at the keyboard can put right: its message is all that is printed. */
export class CliError extends Error {
  override readonly name = 'CliError'
  readonly exit: ExitCode

  constructor(exit: ExitCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.exit = exit
  }
}

/** What the operating system said, in its own short word and ours: `ENOENT` is "there is no such file". */
export function systemReason(error: unknown): string {
  const { code, message } = error as { readonly code?: string; readonly message?: string }
  return (code === undefined ? undefined : REASONS[code]) ?? message ?? String(error)
}

/** Whether an error is one that the operating system gave, and no bug. */
export function isSystemReason(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error && 'code' in error && String(error.code) in REASONS
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file or folder',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EISDIR: 'it is a folder',
  ENOTDIR: 'part of its path is not a folder',
  ENOSPC: 'no space is left',
  EROFS: 'the file system is read-only',
  EDQUOT: 'no space is left for this user',
  EIO: 'the disk failed',
  EMFILE: 'too many files are open',
  ENAMETOOLONG: 'its name is too long',
}
