import type { JsonObject } from './json.ts'

/** Pixels of an image. */
export interface ImageSize {
  readonly width: number
  readonly height: number
}

/**
 * What a provider counts besides text. A dialect names what it knows; the rest is counted carefully.
 *
 * Contract: pure. The rules of a dialect never change: what was counted by them is kept with the log.
 */
export interface CountRules {
  /** Tokens of the beginning of the answer, which the provider writes for the model. */
  readonly priming: number
  /** Tokens of instructions that the provider adds when there are tools. */
  readonly toolPrompt: number
  /** Most bytes of a request; `undefined` if it is unknown. */
  readonly byteLimit: number | undefined
  /** Tokens of an image by its size; by the worst case if the size is unknown. `detail` is what the request wishes for. */
  image(size: ImageSize | undefined, detail?: string): number
  /** Tokens of a page of a document. */
  readonly page: number
  /** Tokens of a second of sound. */
  readonly sound: number
  /** True for a message whose fields besides its parts are kept for people and sent to no model. */
  isForPeople(message: JsonObject): boolean
}

/** The rules of the dialect of a name. */
export type RulesOf = (dialect: string) => CountRules
