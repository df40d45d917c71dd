/** A session in OpenCode's database: `…/opencode.db#ses_1`; without a name behind it, the newest that no other began. */
export function inDatabase(file: string): { readonly path: string; readonly id: string | undefined } | undefined {
  const [, path, id] = /^(.*opencode[^/\\]*\.db)(?:#([\w-]+))?$/.exec(file) ?? []
  return path === undefined ? undefined : { path, id }
}
