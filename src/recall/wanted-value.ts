/** What kind of value a question asks for, by its words, and how such a value looks. */
const ASKED: readonly { readonly by: RegExp; readonly looks: RegExp }[] = [
  { by: /\bcommits?\b|\bhash(?:es)?\b/, looks: /\b(?=[0-9a-f]*\d)[0-9a-f]{7,40}\b/ },
  { by: /\bhow (?:long|much time|quick)|\bduration|\btime(?:out)?\b|\bgrace period/, looks: /\b\d+(?:\.\d+)? ?(?:ms|s|m\d*s?|h|min(?:ute)?s?|sec(?:ond)?s?|hours?|days?)\b/i },
  { by: /\bhow much\b|\bcost|\bprice|\bmoney|\bpaid/, looks: /[$€£]\s?\d/ },
  { by: /\bhow (?:many|big|large)\b|\bnumber of\b|\bsize\b|\blength\b|\bdefault\b|\blimit\b/, looks: /\b\d[\d.,]*\b/ },
  { by: /\burl\b|\baddress|\bendpoint|\bdownloaded|\blink\b/, looks: /https?:\/\/|\b(?:GET|POST|PUT|DELETE|PATCH) \// },
  { by: /\benvironment variable/, looks: /\b[A-Z][A-Z0-9]*_[A-Z0-9_]+\b/ },
  { by: /\bwhich file|\bwhat file|\bpath\b|\bon disk\b|\bdirectory|\bfolder|\bwhere\b/, looks: /(?<![\w.@-])[\w.@-]{1,100}\/[\w.@/-]{1,100}|(?<![\w-])[\w-]{1,100}\.[a-z]{1,4}\b/ },
  { by: /\bwhich line|\bline number|\bwhich lines|\bplaces\b/, looks: /\bline ~?\d+|:\d+\b|\bL\d+/i },
  { by: /\bissue\b|\bpull request\b|\bticket\b|\bcomment\b/, looks: /#\d+|\b[A-Z]{2,}-\d+\b|\b\d{6,}\b/ },
] // biome-ignore format: a table

/** How the value looks that a question asks for; `undefined` if it does not say. */
export function wantedValue(text: string): RegExp | undefined {
  const lower = text.slice(0, 400).toLowerCase()
  return ASKED.find(({ by }) => by.test(lower))?.looks
}
