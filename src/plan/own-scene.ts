import { splitUnits } from '../log/rounds.ts'
import { freshCopy } from '../schema/fresh-copy.ts'
import { frozen } from '../schema/frozen.ts'
import type { Prices, Scene } from '../schema/strategy.ts'

/** A scene for foreign code, which may write into it: copies of everything but the entries, which are frozen. It has every unit. */
export function ownScene(scene: Scene): Scene {
  const { log, prices, units: _, ...others } = scene
  const entries = log.entries.map((entry) => frozen(entry))
  const hashes = entries.map((_, seq) => log.hashes.at(seq) ?? '')
  const units = splitUnits(entries, scene.fixed)
  return { ...freshCopy(others, collection), units, log: { entries, hashes }, prices: ownPrices(prices) }
}

function collection(value: object): unknown {
  if (value instanceof Map) return new Map<unknown, unknown>(value)
  return value instanceof Set ? new Set<unknown>(value) : undefined
}

function ownPrices(prices: Prices): Prices {
  return {
    ...prices,
    shortened: (entry, tokens, whole) => freshCopy(prices.shortened(entry, tokens, whole)),
    externalized: (entry) => freshCopy(prices.externalized(entry)),
  }
}
