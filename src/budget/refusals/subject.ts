/** What a request has besides what goes into the model: of these, it may be said that they are too long, too. */
const ELSE =
  /\b(?:descriptions?|names?|titles?|ids?|strings?|arrays?|lists?|schemas?|headers?|urls?|paths?|files?|uploads?|attachments?|documents?|images?|pictures?|photos?|pdfs?|audio|videos?|clips?|pages?|pixels?|memory|ram|disks?|storage|workers?|workspaces?|replicas?|gpus?|nodes?|time(?:out)?|upstream|responses?|answers?|repl(?:y|ies)|outputs?|completions?|generations?|summar(?:y|ies)|results?|embeddings?|vectors?|dimensions?|index|batch|nesting|depth|scores?|toxicity|temperature|participants|members|seats|users|metadata|keys?|grammar|regex|patterns?|stop|sequences|logprobs|penalt(?:y|ies)|credits?|balance|costs?|spend|price|budgets? of|usage|bucket|concurrency|parallel|sessions|connections?|queue|retries|attempts|frames?|cookies?|commits?|comments?|fields?|columns?|rows?|records?|tables?|buffer|stack|heap|integer|maps?|repos?|repository|diffs?|hunks?|snippets?|chunks?|blobs?|plans?|notes?|commands?|tools?|functions?|plugins?|calls?|choices|candidates|samples|adapters?|lora|variables?|placeholders?|labels?|tags?|tokens? per|latency|duration|rate|rank|uris?|search(?:es)?|traffic|requests|characters?|chars|bytes|words|lines|items|elements|entries|seconds?|minutes?|hours?|days?|jobs?|tasks?|threads|versions?|certificates?|deadline)\b/i
/** What goes into the model. Tokens are a unit, and anything may have some. */
const OURS =
  /\binput[ _]ids\b|prompt|\binputs?\b|\btotal tokens\b|instructions|model'?s (?:memory|tokens?)|\b(?:system|assistant|user) (?:tokens|messages?)|context|conversation|\bmessages?\b(?!\.\w)|history|\bchats?\b|\bthread\b|transcript|\brequest\b|sequence\b|window|n_?ctx|\bctx\b|dialog|total|sum\b|session\b|prefill|kv.cache/i
const WINDOW =
  /context (?:window|length|size|limit|of\b)|(?:'s|its|the|in|into) context\b(?! \w)|\binto (?:the|a|one|this|its|our|your) (?:\w+ )?prompt|\bwindow|model'?s? (?:context|window|limit|max|input|prompt|can(?! (?:write|generate|output|return|produce))|takes|accepts|supports|reads)|attention (?:span|window)|n_?ctx|(?:prompt|input|token)s? (?:limit|length|size)/i
const NAMED = /context|prompt|conversation|history|transcript/i
const CLAUSE = /[.;!?\n](?:\s|$)/
/** "Failed to generate a response: too many tokens": what did not come of it is not what is too much. */
const IN_VAIN =
  /\b(?:failed|unable|not|cannot|can't|couldn't|error)\b(?: \w{1,20}){0,4} (?:responses?|answers?|completions?|outputs?|repl(?:y|ies)|results?|summar(?:y|ies))\b/gi
/** What belongs to a noun, and what is said of it, comes after it. */
const AFTER_HEAD =
  /\b(?:in|of|with|for|that|which|from|on|at|by|to|while|when|because|inside|within|has|have|had|contains?|includes?|is|was|are|were|uses?|needs?|requires?|got|takes?|after|before|during|as|than)\b|[(:,]/i
/** "The length of the answer", "the number of tools". */
const MEASURE =
  /^(?!\W*(?:the )?total tokens\b)(?:\W|\b(?:the|total|maximum|max|combined|overall|current|your|this|a|size|length|number|count|sum|amount|limit|tokens?|estimated)\b)*$/i
/** Words that are said of what goes into a model, and of little else. */
const ANCHOR =
  /prompt|input|context|conversation|messages?\b|history|chats?\b|thread|transcript|request|sequence|\bseq\b|window|ctx|dialog|model|session|prefill|text|content|question|body|payload|instructions/i
/** What names nothing: of these, a text may say that they are too many without saying of what. */
const NEUTRAL =
  /\b(?:system|user|assistant|sum|please|kindly|try|keep|now|then|use|set|so|but|because|tokens?|you|your|yours|we|the|too|many|that|this|these|there|it|its|ensure|value|start|begin|length|limits?|error|exception|code|status|failed|counts?|number|total|max(?:imum)?|budget|allowed|got|sent|used|params?|argument|invalid|bad|all|any|no|not|more|would|will|must|should|can|cannot|could|do|does|did)\b|\b\w*(?:error|exception)\b|\d\w*/gi
/** "Input and output together". */
const ADDED = /\b(?:and|plus|or)\b|[+&]/i
/** What a number counts: "141 tools". */
const COUNTED = /(?<![\w.])\d[\d,._]*[ -]?([a-z]+(?: [a-z]+)?)/gi
const OTHER_UNITS =
  /^(?:input )?(?:text units?|units?|megapixels?|mp|lines?|samples?|slots?|replicas?|connections?|sessions?|jobs?|tasks?|tags|stops?|names?|uses|loops|steps|rounds|characters?|chars|bytes|[kmg]i?b|images?|pictures?|tools?|functions?|files?|documents?|pages?|pixels?|items?|elements?|entries|rows?|columns?|records?|levels?|properties|variables?|keys?|users?|participants|seconds?|minutes?|hours?|days?|ms|calls?|requests|choices|dimensions?|dims|labels?|tags?|stop|sequences|samples|candidates|choices|percent)\b/i

/**
 * Whether a text says of what goes into the model that it is too much. Whatever is too much stands before it in the same clause:
 *
 *     Worker exceeded memory limit while reading prompt    →  no: the worker
 *     The answer to your prompt exceeds 8192 tokens        →  no: the answer, whatever it is to
 *     The request has 141 tools, more than 128             →  no: the tools
 *     The file exceeds the model's context window          →  yes: it names the window
 */
export function isSaidOfInput(text: string, excess: RegExp): boolean {
  return [...text.matchAll(new RegExp(excess, `${excess.flags}g`))].some(({ 0: found, index }) => {
    const before = (text.slice(0, index).split(CLAUSE).at(-1) ?? '').replace(IN_VAIN, '')
    const [after = ''] = text.slice(index + found.length).split(CLAUSE)
    if (WINDOW.test(found + after) || (NAMED.test(found) && !ELSE.test(found))) return true
    if (isElse(before) || isCountOfElse(before + found + after)) return false
    return ANCHOR.test(text) || !isUnknown(before)
  })
}

/** "We could not forward your call: you sent …": what people send goes in. */
const OF_YOURS = /\byou(?:'ve| have)? (?:just )?(?:sent|send|sending|submitted|provided|passed|gave)\b/i

/** Whether the sizes that a text compares are those of something else: whatever has them is named before the first. */
export function areSizesOfElse(text: string): boolean {
  const clause = text.split(CLAUSE).find((part) => /\d{3}/.test(part)) ?? ''
  const before = (clause.split(/\d[\d.,]{2}/)[0] ?? '').replace(IN_VAIN, '')
  return !OURS.test(text) && !OF_YOURS.test(before) && isElse(before)
}

/** Whether the first that is named is something else: the last noun of the first group of words that has one. */
function isElse(before: string): boolean {
  const groups = partAt(before).split(AFTER_HEAD)
  const head = groups.find((group) => !MEASURE.test(group) && (ELSE.test(group) || OURS.test(group)))
  if (head === undefined || (ADDED.test(head) && OURS.test(head))) return false
  return lastOf(head, ELSE) > lastOf(head, OURS)
}

/** Where nothing but tokens tells that it is about a model, whatever has too many must be nothing at all, or known. */
function isUnknown(before: string): boolean {
  const part = before.split(': ').at(-1) ?? ''
  const group = part.split(AFTER_HEAD).find((words) => !MEASURE.test(words)) ?? ''
  return /[a-z]{3}/i.test(group.replace(NEUTRAL, ''))
}

function lastOf(text: string, words: RegExp): number {
  const found = [...text.matchAll(new RegExp(words, 'gi'))].at(-1)
  return found === undefined ? -1 : found.index + found[0].length
}

/** Who says it, and of what, stands before a colon: "Upstream refused: the history"; and an aside has a subject of its own. */
function partAt(before: string): string {
  const whole = before.replace(/\brequests (?=(?:to|for|with|of|over|above) )/gi, 'request ')
  const part = whole.split(/: |\((?![^)]*\))/).at(-1) ?? ''
  return ELSE.test(part) || OURS.test(part) ? part : whole
}

/** Whether the numbers of a clause count something else. */
export function isCountOfElse(clause: string): boolean {
  const units = [...clause.matchAll(COUNTED)].map(([, unit = '']) => unit)
  return units.some((unit) => OTHER_UNITS.test(unit)) && !/\btok/i.test(clause)
}
