/** Participles that do not end in "-ed", each with all of its forms. */
const IRREGULAR: Readonly<Record<string, string>> = {
  ...{ run: 'r[au]n|runs|running', rerun: 'rer[au]n|rerunning', done: 'do|does|did|done|doing', redone: 'redo|redid|redone' },
  ...{ undone: 'undo|undid|undone|undoing|removed', read: 'reads?|reading', written: 'writes?|wrote|written|writing' },
  ...{ rewritten: 'rewrites?|rewrote|rewritten|rewriting', given: 'gives?|gave|given|giving', taken: 'takes?|took|taken|taking' },
  ...{ seen: 'sees?|saw|seen|seeing', shown: 'show(?:s|ed|n|ing)?', said: 'says?|said|saying', told: 'tells?|told|telling' },
  ...{ made: 'makes?|made|making', built: 'buil[dt]s?|building', rebuilt: 'rebuil[dt]s?|rebuilding', sent: 'sen[dt]s?|sending' },
  ...{ found: 'finds?|found|finding', begun: 'beg[aiu]ns?|beginning', known: 'knows?|knew|known', left: 'leaves?|left|leaving' },
  ...{ kept: 'keeps?|kept|keeping', chosen: 'cho?ose[sn]?|choosing|choose', drawn: 'draws?|drew|drawn', set: 'sets?|setting' },
  ...{
    put: 'puts?|putting',
    cut: 'cuts?|cutting',
    hidden: 'hides?|hid|hidden',
    broken: 'breaks?|broke|broken',
    gone: 'goes|went|gone',
  },
  ...{
    overwritten: 'overwrites?|overwrote|overwritten',
    thought: 'thinks?|thought',
    brought: 'brings?|brought',
    got: 'gets?|got',
  },
}

/** How a verb looks behind "was" or "has". */
export const PARTICIPLE: string = String.raw`(?!(?:need|seed|speed|feed|proceed|exceed|succeed|failed|passed)\b)[a-z-]{2,24}ed|${Object.keys(IRREGULAR).join('|')}`

/** How a verb looks when it is done: "committed", "ran", "was written". */
export function pastOf(verb: string): RegExp {
  const name = verb.toLowerCase()
  const known = Object.hasOwn(PAST, name) ? PAST[name] : undefined
  if (known !== undefined) return new RegExp(String.raw`\b(?:${known})\b`, 'i')
  const bare = name.replace(/e?d$/, '')
  const ending = Object.hasOwn(IRREGULAR, name)
    ? name
    : `${bare.replace(/y$/, '[yi]').replace(/([b-df-hj-np-tvwxz])$/, '$1$1?')}e?d`
  return new RegExp(String.raw`\b(?:re-?)?${ending.replaceAll('-', '-?')}\b`, 'i')
}

/** Those whose past differs from the participle. */
const PAST: Readonly<Record<string, string>> = {
  ...{
    run: 'ran|(?:was|were|been|is|are|now|just|already) run|running|executed|tried|pass(?:es|ed)?|fail(?:s|ed)?|succeed(?:s|ed)?',
  },
  ...{ rerun: 'reran|rerun', done: 'did|done', undone: 'undid|undone|removed', written: 'wrote|written', given: 'gave|given' },
  ...{ taken: 'took|taken', shown: 'showed|shown', begun: 'began|begun', chosen: 'chose|chosen', seen: 'saw|seen|sees' },
  ...{ known: 'knew|known|knows', read: 'read|reads', overwritten: 'overwrote|overwritten', rewritten: 'rewrote|rewritten' },
}

/** Finds a verb in any of its forms: "committed" in "will commit", "rerun" in "ran". */
export function formsOf(verb: string): RegExp {
  const name = verb.toLowerCase()
  const known = Object.hasOwn(IRREGULAR, name) ? IRREGULAR[name] : undefined
  if (known !== undefined) return new RegExp(String.raw`\b(?:${known})\b`, 'i')
  const bare = name
    .replace(/ed$/, '')
    .replace(/e$/, '')
    .replace(/([b-df-hj-np-tv-z])\1$/, '$1')
  const root = /[b-df-hj-np-tvwxz]$/.test(bare) ? `${bare}${bare.slice(-1)}?` : bare.replace(/[yi]$/, '[yi]')
  return new RegExp(String.raw`\b(?:re-?)?${root.replaceAll('-', '-?')}(?:e?s|e?d|ing|e)?\b`, 'i')
}
