import type { ModelRequest } from './shapes.ts'

/**
 * The chat model that a call goes to. `createAgent({ model: 'openai:gpt-5' })` has one that becomes itself only when it is called, by what the
 * agent was made with and the call's `configurable`: until then it tells neither its name nor what it may answer.
 */
export async function modelBehind({ model, runtime }: ModelRequest): Promise<unknown> {
  if (!isLater(model)) return model
  try {
    return await model._getModelInstance({ configurable: runtime?.configurable ?? {} })
  } catch {
    // The call itself will say why there is no such model.
    return model
  }
}

interface LaterModel {
  _getModelInstance(config: object): Promise<unknown>
}

function isLater(model: unknown): model is LaterModel {
  return (
    typeof model === 'object' && model !== null && '_getModelInstance' in model && typeof model._getModelInstance === 'function'
  )
}
