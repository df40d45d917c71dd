/** 36412 as people read it: `36,412`. */
export function count(value: number): string {
  return value.toLocaleString('en-US')
}

/** The same where there is no room: `36k`. */
export function roughly(value: number): string {
  if (value < 10_000) return count(value)
  return value < 9_999_500 ? `${count(Math.round(value / 1_000))}k` : `${count(Math.round(value / 1_000_000))}M`
}

/** `3 entries`, `1 entry`. */
export function counted(value: number, one: string, many: string = `${one}s`): string {
  return `${count(value)} ${value === 1 ? one : many}`
}

/** A share in whole percent; what is there but rounds to nothing is `<1%`. */
export function percent(part: number, whole: number): string {
  const share = whole === 0 ? 0 : (part / whole) * 100
  if (share > 0 && share < 0.5) return '<1%'
  return `${count(Math.round(share))}%`
}

/** Breaks text into lines of at most `width`, between words if possible; lines after the first begin with `indent`. */
export function wrap(text: string, width: number, indent: string = '  '): readonly string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ').flatMap((long) => pieces(long, width - indent.length))) {
    const longer = line === '' ? word : `${line} ${word}`
    if (longer.length <= width) {
      line = longer
      continue
    }
    lines.push(line)
    line = indent + word
  }
  return [...lines, line].map((full) => full.trimEnd())
}

function pieces(word: string, width: number): readonly string[] {
  return word.length <= width ? [word] : (word.match(new RegExp(`.{1,${width}}`, 'gsu')) ?? [])
}
