/**
 * `npm run weigh`: what the package costs its users. The size of a bundle, minified and compressed: what the root loads at once, what was loaded
 * when a first thread has compacted without a model, all that can be loaded, and data; the size of an installation; time and memory of a cold import and of a first request, each in processes of
 * their own. Fails if something is heavier than it may be; times are only told, because machines are busy.
 */
import { bundleSizes } from './weigh/bundle-sizes.ts'
import { coldStarts } from './weigh/cold-starts.ts'
import { installSizes } from './weigh/install-sizes.ts'

const KILOBYTE = 1_000
const MEGABYTE = 1_000_000

/** Compressed bytes that a page may load before it opens a thread. */
const MOST_AT_ONCE = 46 * KILOBYTE
/** The same when its first thread has compacted without a model: 200 are wanted. */
const MOST_TALK = 198 * KILOBYTE
/** That of an agent with tools: more than is wanted, so that it must not grow. */
const MOST_AGENT = 223 * KILOBYTE
/** Bytes of memory that importing the root may take beside an empty Node. */
const MOST_MEMORY = 25 * MEGABYTE

const bundle = await bundleSizes('dist/index.js')
const install = installSizes()
const starts = coldStarts()

const kilobytes = (bytes: number): string => `${Math.round(bytes / KILOBYTE)} kB`
const megabytes = (bytes: number): string => `${(bytes / MEGABYTE).toFixed(1)} MB`
const lines = [
  `bundle, gzip: ${kilobytes(bundle.atOnce)} at once, ${kilobytes(bundle.talk)} after a first compaction of talk, ${kilobytes(bundle.agent)} of an agent, ${kilobytes(bundle.all)} with all that can be loaded; besides, ${kilobytes(bundle.data)} vocabulary and prices`,
  `install: ${megabytes(install.own)} of our own in ${install.files} files (${megabytes(install.packed)} to download), ${megabytes(install.dependencies)} with dependencies`,
  ...Object.entries(starts).map(
    ([name, { processor, wall, memory }]) =>
      `${name}: ${Math.round(processor)} ms of processor time, ${Math.round(wall)} ms, ${megabytes(memory)} beside an empty Node`,
  ),
]
console.log(lines.join('\n'))

const faults = [
  ...(bundle.atOnce > MOST_AT_ONCE ? [`the root loads more than ${kilobytes(MOST_AT_ONCE)} at once`] : []),
  ...(bundle.talk > MOST_TALK ? [`a first compaction of talk loads more than ${kilobytes(MOST_TALK)}`] : []),
  ...(bundle.agent > MOST_AGENT ? [`a first compaction of an agent loads more than ${kilobytes(MOST_AGENT)}`] : []),
  ...(starts.import.memory > MOST_MEMORY ? [`importing takes more than ${megabytes(MOST_MEMORY)}`] : []),
]
for (const fault of faults) console.error(fault)
process.exitCode = faults.length === 0 ? 0 : 1
