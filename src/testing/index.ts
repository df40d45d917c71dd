/** For authors of an artifact store: the cases that define it. */
export { type ArtifactCase, type ArtifactScene, artifactCases } from './artifact-cases.ts'
export type { CapabilityCase } from './capability-case.ts'
/** For authors of a dialect: the cases that define the port, over samples of what programs write in it. */
export { type DialectCase, type DialectScene, dialectCases } from './dialect-cases.ts'
/** For authors of a store that can do more than it must: the cases of each capability. */
export { fullStoreCases } from './full-store-cases.ts'
/** For authors of a strategy: a scene to plan on, one entry a line. */
export { sceneOf } from './scene.ts'
export type { Script, ScriptedAnswer, ScriptedRequest, ScriptedTurn } from './scripted-model/script.ts'
/** For users who call models: a model that does what a test wants, behind a real server. */
export { type ScriptedModelServer, scriptedModelServer } from './scripted-model/server.ts'
/** For users who build agents: a provider that refuses what real ones refuse, oversized requests among it. */
export { type StrictOptions, type StrictReport, strictProvider } from './scripted-model/strict.ts'
/** For authors of a store: the cases that define the port. Run them under any test runner. */
export { type StoreCase, storeCases } from './store-cases.ts'
/** For those who write a strategy: what is promised of each, at every budget of a few scenes. */
export { type StrategyCase, strategyCases } from './strategy-cases.ts'
/** For those who write a summarizer. */
export { type SummarizerCase, summarizerCases } from './summarizer-cases.ts'
/** For those who write a tokenizer. */
export { type TokenizerCase, tokenizerCases } from './tokenizer-cases.ts'
