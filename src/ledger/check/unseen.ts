/**
 * Signs that a reader does not see and a model does: joiners, marks of direction, tags, breaks that do not show on the page. The selector
 * that makes a sign an emoji is harmless.
 */
const HIDDEN = /[\p{Cf}\u115f\u1160\u2028\u2029\u3164\uffa0]|\u034f|\u17b4|\u17b5|[\ufe00-\ufe0e]|[\u{e0100}-\u{e01ef}]/gu
/** Digits of other scripts, raised, circled or in bold: `٩٠`, `²`, `𝟗`. */
const OTHER_NUMBERS = /(?:(?![0-9])\p{N})+/gu
const WORD = /[\p{L}\p{M}\p{N}_]+/gu
/** Letters of two alphabets that look alike, side by side: `раypal`. */
const MIXED =
  /\p{Script=Latin}[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}]|[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}]\p{Script=Latin}/u

/** What of a text must be in its source as it is, because it could pass for something else. */
export function deceptiveIn(text: string): readonly string[] {
  const mixed = (text.match(WORD) ?? []).filter((word) => MIXED.test(word))
  return [...(text.match(HIDDEN) ?? []), ...(text.match(OTHER_NUMBERS) ?? []), ...mixed]
}

/** A text as it looks: without what cannot be seen, wide and ornamental letters as plain ones. */
export function asSeen(text: string): string {
  return /[^\0-\x7f]/.test(text) ? text.normalize('NFKC').replaceAll(HIDDEN, '') : text
}
