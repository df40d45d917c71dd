import { type AST, parseRegExpLiteral, visitRegExpAST } from '@eslint-community/regexpp'

/** Characters of every class that a pattern may be made of. */
const PALETTE = [
  ' ',
  '\t',
  '\n',
  'a',
  'A',
  'e',
  '1',
  '_',
  '/',
  '.',
  '-',
  ':',
  '=',
  '"',
  "'",
  '\\',
  '`',
  '#',
  '*',
  '<',
  '(',
  '[',
  '{',
  '~',
  'é',
  '请',
]
/** Signs that only matter in company. */
const PAIRS = ['\\"', '\\\\', ', ', '- ', '# ', '" ', '(e', 'a ', '1 ', 'a.', 'a/', '**']
/** What ends a run so that a match must be given up: nothing, something foreign, a word, a line. */
const ENDS = ['', '\u0001', 'x.', '\n.']

/**
 * Texts of about `length` characters on which a pattern works hardest, made from the pattern itself: what each repeated part matches, over
 * and over, behind what must stand before it, and ended by what does not fit.
 */
export function worstCases(pattern: RegExp, length: number): readonly string[] {
  const parts = repeatedParts(pattern)
  const runs = (pieces: readonly string[], front = ''): readonly string[] =>
    pieces.flatMap((piece) => ENDS.map((end) => front + piece.repeat(Math.ceil(length / piece.length)) + end))
  return [...runs([...new Set([...PALETTE, ...parts])]), ...frontsOf(pattern).flatMap((front) => runs(parts, front))]
}

/** What quantified parts match, once for each branch. */
function repeatedParts(pattern: RegExp): readonly string[] {
  const parts: string[] = []
  visitRegExpAST(parseRegExpLiteral(pattern), {
    onQuantifierEnter: ({ element, max }) => {
      if (max > 8) parts.push(...sampleOf(element))
    },
    onAlternativeEnter: ({ elements }) => {
      const whole = elements.map((element) => sampleOf(element)[0] ?? '').join('')
      const words = elements.map((element) => (element.type === 'Character' ? String.fromCodePoint(element.value) : ' ')).join('')
      parts.push(whole, ...words.split(/\s+/).map((word) => (word === '' ? '' : ` ${word}`)))
    },
  })
  return [...new Set([...parts, ...PAIRS])].filter((part) => part !== '')
}

/** What stands in front of repeated parts, within their branch. */
function frontsOf(pattern: RegExp): readonly string[] {
  const fronts = new Set<string>()
  visitRegExpAST(parseRegExpLiteral(pattern), {
    onAlternativeEnter: ({ elements }) => {
      for (const [index, element] of elements.entries()) {
        if (element.type !== 'Quantifier' || element.max <= 8) continue
        fronts.add(
          elements
            .slice(0, index)
            .map((before) => sampleOf(before)[0] ?? '')
            .join(''),
        )
      }
    },
  })
  fronts.delete('')
  return [...fronts].slice(0, 6)
}

/** Texts that a part of a pattern matches: one for each branch. */
function sampleOf(node: AST.Element): readonly string[] {
  switch (node.type) {
    case 'Character':
      return [String.fromCodePoint(node.value)]
    case 'CharacterClass':
    case 'CharacterSet':
    case 'ExpressionCharacterClass':
      return charactersIn(node)
    case 'Group':
    case 'CapturingGroup':
      return node.alternatives.map((branch) => branch.elements.map((element) => sampleOf(element)[0] ?? '').join(''))
    case 'Quantifier':
      return sampleOf(node.element).map((sample) => sample.repeat(Math.max(1, Math.min(node.min, 8))))
    case 'Assertion':
    case 'Backreference':
      return []
  }
}

function charactersIn(node: AST.CharacterClass | AST.CharacterSet | AST.ExpressionCharacterClass): readonly string[] {
  const literal = ancestorOf(node)
  const one = new RegExp(`^${node.raw}$`, literal.flags.raw.replaceAll(/[gym]/g, ''))
  return PALETTE.filter((character) => one.test(character)).slice(0, 3)
}

function ancestorOf(node: AST.Node): AST.RegExpLiteral {
  let at: AST.Node = node
  while (at.parent !== null) at = at.parent
  if (at.type !== 'RegExpLiteral') throw new Error('a part of no pattern')
  return at
}
