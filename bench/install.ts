import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('.', import.meta.url))

/** Installs what is compared with, if it is missing: most users of the project never run this. */
export function installPeers(): void {
  if (existsSync(`${folder}node_modules/mitata`)) return
  console.error('The libraries to compare with are installed first, into bench/node_modules (about 90 MB).')
  const { status, error } = spawnSync('npm', ['install', '--prefix', folder, '--no-audit', '--no-fund', '--progress=true'], {
    cwd: folder,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  if (error !== undefined) throw error
  if (status !== 0) throw new Error(`npm install in bench ended with ${status}; is the network there?`)
}
