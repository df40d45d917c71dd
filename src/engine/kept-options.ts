import { freshCopy } from '../schema/fresh-copy.ts'
import { isSameJson } from '../schema/same-json.ts'
import type { RequestOptions } from './request-options.ts'

/** Options of a request as they are when it is asked for: what the caller does to its own objects later changes nothing. */
export type KeepOptions = <Given extends RequestOptions>(given: Given) => Given

/** Tools and surroundings are long and mostly the same as last time: then they are the same copies, so that nothing is counted again. */
export function keepOptions(): KeepOptions {
  const tools = keeper<RequestOptions['tools']>()
  const system = keeper<RequestOptions['system']>()
  const around = keeper<RequestOptions['around']>()
  return (given) => ({
    ...given,
    // The AI SDK's tools are code: there is no copy of them.
    ...(given.tools === undefined ? {} : { tools: Array.isArray(given.tools) ? tools(given.tools) : { ...given.tools } }),
    ...(typeof given.system === 'object' ? { system: system(given.system) } : {}),
    ...(given.around === undefined ? {} : { around: around(given.around) }),
    ...(given.rehydrate === undefined ? {} : { rehydrate: freshCopy(given.rehydrate) }),
    ...(given.sources === undefined ? {} : { sources: freshCopy(given.sources) }),
  })
}

function keeper<Value>(): (given: Value) => Value {
  let kept: Value | undefined
  return (given) => {
    if (kept === undefined || !isSameJson(kept, given)) kept = freshCopy(given)
    return kept
  }
}
