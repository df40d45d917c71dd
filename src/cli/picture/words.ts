/** 36412 as people read it: `36,412`. */
export function count(value: number): string {
  return value.toLocaleString('en-US')
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
