/** As `engines` of package.json says. */
const NEEDED = [22, 13] as const

/**
 * Says what is missing before anything else is loaded: an older Node would fail on a function that it does not have. Other runtimes that
 * give themselves out for a Node know what they can do.
 */
function checkRuntime(): void {
  const versions = globalThis.process?.versions
  if (versions?.node === undefined || 'bun' in versions || 'deno' in versions) return
  const [major = 0, minor = 0] = versions.node.split('.').map(Number)
  if (major > NEEDED[0] || (major === NEEDED[0] && minor >= NEEDED[1])) return
  throw new Error(`palimpsest needs Node ${NEEDED.join('.')} or newer and found ${versions.node}.`)
}

checkRuntime()
