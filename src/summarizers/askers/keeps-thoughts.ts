import { plainName } from '../../budget/model-names.ts'

/** `claude-opus-4-5`, `claude-sonnet-4-6`; older names have the number in front, and no such model keeps its thoughts. */
const CLAUDE = /^claude-([a-z]{1,20})-(\d{1,3})(?:-(\d{1,2}))?(?:-|$)/
/** The first of each family. Of Haiku there is none. */
const FIRST: Readonly<Record<string, readonly [major: number, minor: number]>> = {
  ...{ opus: [4, 5], sonnet: [4, 6], fable: [0, 0], mythos: [0, 0] },
}

/**
 * Whether a model goes on seeing what it thought before, once words of a person stand behind it. Others are shown none of it any more, and what
 * stands behind the first thought is not read from the cache.
 */
export function keepsThoughts(model: string): boolean {
  const [, family = '', major = '0', minor = '0'] = CLAUDE.exec(plainName(model)) ?? []
  const first = FIRST[family]
  if (first === undefined) return false
  return Number(major) > first[0] || (Number(major) === first[0] && Number(minor) >= first[1])
}
