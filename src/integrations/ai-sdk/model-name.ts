import { expectOptions } from '../../engine/options.ts'
import { CompactionError } from '../../schema/failures.ts'

/** A model of the SDK, as far as it is needed here: how it is called. */
interface Named {
  readonly modelId: string
}

/** Options in which the model is a name. Who has a model at hand need not know its name. */
export function withModelName<Options extends { readonly model?: string | Named | undefined }>(
  options: Options,
): Omit<Options, 'model'> & { readonly model?: string | undefined } {
  expectOptions('palimpsest', options)
  const { model, ...rest } = options
  if (model === undefined) return rest
  if (typeof model === 'string') return { ...rest, model }
  if (typeof model === 'object' && model !== null && typeof model.modelId === 'string') return { ...rest, model: model.modelId }
  const found = model === null ? 'null' : typeof model === 'object' ? 'an object without a `modelId`' : `a ${typeof model}`
  const expected = 'a model of the AI SDK, or its name'
  throw new CompactionError<'input-invalid'>({ code: 'input-invalid', at: 'model', expected, found })
}
