/** How the names of branches begin that histories of a thread went to. */
export function branchPrefix(thread: string): string {
  return `${thread}/branch-`
}

/** Whether a name is that of such a branch. */
export function isBranchOf(thread: string, name: string): boolean {
  return name.startsWith(branchPrefix(thread))
}
