/**
 * Signs that a reader does not see and a model does: joiners, marks of direction, tags, breaks that do not show on the page. The selector
 * that makes a sign an emoji is harmless.
 */
const HIDDEN = /[\p{Cf}\u115f\u1160\u2028\u2029\u3164\uffa0]|\u034f|\u17b4|\u17b5|[\ufe00-\ufe0e]|[\u{e0100}-\u{e01ef}]/gu
/** Digits of other scripts, raised, circled or in bold: `٩٠`, `²`, `𝟗`. */
const OTHER_NUMBERS = /(?:(?![0-9])\p{N})+/gu
/** Letters of two alphabets that look alike, in one word: `раypal`. */
const MIXED =
  /[\p{L}\p{N}_]*(?:\p{Script=Latin}[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}]|[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}]\p{Script=Latin})[\p{L}\p{N}_]*/gu

/** What of a text must be in its source as it is, because it could pass for something else. */
export function deceptiveIn(text: string): readonly string[] {
  return [HIDDEN, OTHER_NUMBERS, MIXED].flatMap((signs) => [...text.matchAll(signs)].map(([found]) => found))
}

/** A text as it looks: without what cannot be seen, wide and ornamental letters as plain ones. */
export function asSeen(text: string): string {
  return /[^\0-\x7f]/.test(text) ? text.normalize('NFKC').replaceAll(HIDDEN, '') : text
}
