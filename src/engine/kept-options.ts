import { freshCopy } from '../schema/fresh-copy.ts'
import { isSameJson } from '../schema/same-json.ts'
import type { RequestOptions } from './request-options.ts'

/** Options of a request as they are when it is asked for: what the caller does to its own objects later changes nothing. */
export type KeepOptions = <Given extends RequestOptions>(given: Given) => Given

/** Tools and surroundings are long and mostly the same as last time: then they are the same copies, so that nothing is counted again. */
export function keepOptions(): KeepOptions {
  const tools = keeper<RequestOptions['tools']>()
  const around = keeper<RequestOptions['around']>()
  return (given) => ({
    ...given,
    ...(given.tools === undefined ? {} : { tools: tools(given.tools) }),
    ...(given.around === undefined ? {} : { around: around(given.around) }),
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
