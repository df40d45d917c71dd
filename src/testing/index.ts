/** For those who write an artifact store: the cases that define it. */
export { type ArtifactCase, type ArtifactScene, artifactCases } from './artifact-cases.ts'
/** For those who write a strategy: a scene to plan on, one entry a line. */
export { sceneOf } from './scene.ts'
/** For those who write a store: the cases that define the port. Run them under any test runner. */
export { type StoreCase, storeCases } from './store-cases.ts'
