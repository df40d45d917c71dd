/** What a request has besides what goes into the model: of these, it may be said that they are too long, too. */
const ELSE =
  /\b(?:descriptions?|names?|titles?|ids?|strings?|arrays?|lists?|schemas?|headers?|urls?|paths?|files?|documents?|images?|pictures?|pdfs?|audio|videos?|pages?|memory|workers?|time(?:out)?|upstream|responses?|answers?|repl(?:y|ies)|outputs?|completions?|summar(?:y|ies)|results?|embeddings?|vectors?|index|batch|nesting|depth|scores?|toxicity|temperature|participants|metadata|keys?|grammar|stop|logprobs|credits?|balance|costs?|spend|bucket|concurrency|queue|retries|attempts|frames?|cookies?|commit|comments?|fields?|buffer|stack|heap|integer)\b/i
/** What goes into the model. Tokens are a unit, and anything may have some. */
const OURS =
  /prompt|input|context|conversation|\bmessages?\b(?!\.)|history|\bchats?\b|thread|transcript|request\b|sequence|window|n_?ctx|\bmodel\b|dialog|total|sum\b/i
const WINDOW =
  /context (?:window|length|size|limit|of\b)|(?:'s|its|the|in|into) context\b(?! \w)|\bwindow|model'?s? (?:context|window|limit|max|input|prompt|can|takes|accepts|supports|reads)|n_?ctx|(?:prompt|input|token)s? (?:limit|length|size)/i
const CLAUSE = /[.;!?\n](?:\s|$)/

/**
 * Whether a text says of what goes into the model that it is too much. Whatever is too much stands before it in the same clause:
 *
 *     Worker exceeded memory limit while reading prompt    →  no: the worker
 *     The file exceeds the model's context window          →  yes: it names the window
 */
export function isSaidOfInput(text: string, excess: RegExp): boolean {
  return [...text.matchAll(new RegExp(excess, `${excess.flags}g`))].some(({ 0: found, index }) => {
    const before = text.slice(0, index).split(CLAUSE).at(-1) ?? ''
    if (!ELSE.test(before) || OURS.test(before)) return true
    const [after = ''] = text.slice(index + found.length).split(CLAUSE)
    return WINDOW.test(found + after)
  })
}
