import type { ModelCalls } from './calls.ts'
import type { AnyModel, CallParams } from './shapes.ts'

/** The same model, whose calls go through us. Whatever else it has, it has it still: its name, its provider, its private parts. */
export function wrappedModel<Model extends AnyModel>(model: Model, calls: ModelCalls): Model {
  return new Proxy(model, {
    get(target, key) {
      if (key === 'doGenerate') return (params: CallParams) => calls.generate(target, params)
      if (key === 'doStream') return (params: CallParams) => calls.stream(target, params)
      const value: unknown = Reflect.get(target, key, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}
