import { parseModelOverrides } from '../../budget/model-overrides.ts'
import { describeFailure, isCompactionError } from '../../schema/failures.ts'
import type { ModelTable } from '../../schema/model-limits.ts'
import { CliError, EXIT } from '../exit.ts'
import { readText } from '../input/read-text.ts'

/** A user's own numbers about models. What is wrong in it is named with its file. */
export async function readModels(file: string): Promise<ModelTable> {
  const text = await readText(file)
  try {
    return parseModelOverrides(text)
  } catch (error) {
    if (!isCompactionError(error)) throw error
    throw new CliError(EXIT.input, `${file}: ${describeFailure(error.failure)}`, { cause: error })
  }
}
