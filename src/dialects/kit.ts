/**
 * What our own dialects are made of, for those who write one. Types are in `palimpsest/ports`; `docs/extending.md` shows a whole dialect.
 *
 * Reading: begin with `carve`, take each block out with `takeBlock` or `takeContent`, and end with `messageDraft`.
 * Writing: `refillShell` puts a message back as it came; only if it gives `undefined`, write the message anew.
 * Validating: one `MessageRule` a rule, run by `runRules`; `checkPairs` for calls and results.
 */
export { isJsonObject, stringField, wellFormedJson } from '../schema/json.ts'
export {
  envelopeOf,
  expectArray,
  expectObject,
  fillEnvelope,
  messageDraft,
  messagesOf,
  type ReadPart,
  readByRole,
  refuseInput,
  takeContent,
  toolsOf,
} from './reading.ts'
export { type Marks, surenessOf } from './recognise.ts'
export { type Carver, carve, takeBlock } from './shell.ts'
export { anthropicTools, openaiTools } from './tools.ts'
export { checkPairs, type PairStep } from './validate/pairs.ts'
export {
  type MessageRule,
  objectsIn,
  runRules,
  textIn,
  validateByMessages,
  violation,
  wellFormedRule,
} from './validate/rules.ts'
export {
  argumentsObject,
  callIdOf,
  isCallPart,
  isResultPart,
  ownRaw,
  refillShell,
  requestAround,
  resultOf,
  shownText,
  toolNameOf,
  type WritePart,
} from './writing.ts'
