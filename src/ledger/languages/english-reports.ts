/* How English tells what is or was, and says what holds for now only: with the words of a rule, but without being one. */

/** Tells what is, was or seems to be, with the words of a rule. */
export const NO_RULE: RegExp =
  /\b(?:i|it|which|they|he|she|that|this)(?: \w+)? (?:do not|don['’]?t|cannot|can['’]?t|never|always|only)\b(?! (?:want|like|need|accept|eat|drink|fly|travel|approve|sit|book)\b)|\b(?:i['’]ll|i will|i) (?:make sure|ensure|avoid)\b|(?<!\b(?:you|we|agents?) )\bmay not\b|\bto avoid\b|\b\w+s without\b|\bnever ?mind\b|\bdon['’]?t (?:worry|bother)\b/i

const HABITS = 'eat|drink|fly|travel|accept|approve|sit|book|want|need|like'

const NARRATORS = [
  String.raw`i (?:(?:always|never|only|don['’]?t|do not) (?!(?:${HABITS})\b)|(?:just|still|have|had|get|got|see|saw|know|think|thought|guess|tried|did|didn['’]?t|can['’]?t (?!stand)|cannot|am|was|wonder|must|found|forgot|ran|used?|could|would (?:never|always))\b)`,
  String.raw`(?:i['’](?:m|ve|ll)|im (?:getting|seeing|not|still|stuck|done|confused|using))\b`,
  String.raw`there(?:['’]s)? (?:must|is|are|was|were|seems?|no)\b`,
  String.raw`it (?:never|always|only|must have|must be|doesn|does|did|is still|still|was|has|looks|seems|works?|takes|took|fails?|would)\b`,
  String.raw`(?:my|the|a|our)(?! (?:style|guideline|convention|polic)\w*)(?: \w{1,30}){1,5} (?:says?|said|told|thinks?|claims?)\b`,
  String.raw`(?:the|a) (?:\w{1,20} )?(?:spec|api|form|endpoint|docs?|schema|linter|compiler|library|framework|vendor|standard|law|manual|error|log|message)\b[^,;]{0,20} (?:requires?|says?|expects?|needs?|wants?|complains?|forces?)\b`,
  String.raw`(?:he|she|they) (?:told|said|says|never|always|only|must|had|did|don['’]?t)\b`,
  String.raw`we (?:tried|had|did|were|may not|might)\b`,
  String.raw`you (?:are|were) right\b`,
  String.raw`(?:maybe (?:we|i|it|you)\b|perhaps\b|let me think|according to|imagine|suppose|apparently|turns out|looks like|seems|no idea|not sure|remember when|in theory)\b`,
  String.raw`(?:the|my|our|some|most|customers|users|people|tests)(?: \w{1,30}){0,3} (?:never|always|only|cannot|can['’]?t|don['’]?t|do not|doesn['’]?t|did not|didn['’]?t) (?:\w{2,20}ed|work|finish|run|start|load|return|handle|log in|happen|see|get|fire|reach|find)s?\b`,
  // What a thing always does is not what it should do.
  String.raw`(?:the|our|this|that|these|those|every|each)\b[^,;:]{1,60} (?:(?:never|always) \w{1,20}[^\Ws]s|only (?:returns|shows|works|happens|accepts|handles|runs|gets|takes|sees|contains|has|fails|breaks))\b`,
  // One thing to build, and what it should do.
  String.raw`(?:please )?(?:add|create|implement|build) [^,;]{1,60} so (?:that )?(?:the|it|users|a)\b`,
  // A question whose mark was forgotten.
  String.raw`(?:why|who|where|how (?:do|does|did|come|is|are|can|about|many|much|long)|what(?: (?:is|are|was|do|does|did|if|should|happens|about|would)|['’]s)|do (?:we|i|they)|does|did|is (?:it|there|that|this|the)|are (?:we|there|they|these|all)|should (?:i|we|it|the|all)|can (?:i|we)|have (?:we|you)|has|which (?:\w+ )?(?:is|are|do|does|should|one))\b(?! not\b)`,
]

/** A sentence that tells something, whatever words it has. */
export const REPORT: RegExp = new RegExp(
  String.raw`^(?:(?:and|but|so|ok|okay|well|hm+|yes|yeah|no|nope|oh|because|sorry|also|then|still)[,. ]\s?){0,2}(?:${NARRATORS.join('|')})|\b(?:oh|ah),? wait\b|\bforget it\b|\bthat['’]?s (?:why|how|because|what)\b|\b(?:i['’]m|we['’]re) (?:getting|seeing)\b|\bthat explains\b|\bwhich is (?:i think |probably )?(?:why|what|how)\b|^[^,;]{1,60}\b(?:used to say|told (?:me|us)|mentioned that|said (?:that|we|to|you)|complains that)\b`,
  'i',
)

/** Holds for now, or for this once. */
export const MOMENT: RegExp =
  /\b(?:for (?:now(?! on)|the moment|today|(?:just )?this (?:one|run|test|time|once|call|case|build|deploy))|this (?:time|once)|just (?:this|once|today|for (?:this|today))|only (?:this once|today)|today only|right now|at the moment|one[- ]off|in this (?:one|case|run)|as it is today|not yet|(?:that|this) one|until (?:lunch|tomorrow|tonight|i['’]m back)|i['’]ll [^.]{1,40} (?:later|after lunch|tomorrow))\b|\b(?:yet(?=[.!,]|$)|today[.!]?$)/i
