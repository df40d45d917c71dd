import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { rolldown } from 'rolldown'

const HERE = import.meta.dirname

/** Bundles one of the programs here, minified and in chunks, as pages and workers get it; gives the names of the files, the entry first. */
export async function bundleFor(program: string, folder: string): Promise<readonly string[]> {
  const bundle = await rolldown({ input: join(HERE, program), platform: 'browser', logLevel: 'silent' })
  const { output } = await bundle.write({ dir: folder, minify: true })
  await bundle.close()
  return output.map(({ fileName }) => fileName)
}

/** What a page says that loads the package. */
export async function runAsPage(folder: string): Promise<string> {
  const [entry = ''] = await bundleFor('page.js', folder)
  const args = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning', join(HERE, 'page-loader.js'), folder, entry]
  return execFileSync(process.execPath, args, { encoding: 'utf8' }).trim()
}
