/* How English says what is to be done from now on, and how it tells what was. Parts of patterns, so that what they share is written once. */

/** May stand before an order. */
const OPENING = String.raw`^(?:(?:and|but|also|so|ok|okay|oh|please|pls|just|well|again|remember|note|important|reminder|yes|no|nope|right|sure|actually|then)[,:;.!]?\s+){0,3}`
/** Where a sentence, or an order in it, begins. */
const CLAUSE = String.raw`(?:^|[,;:(–—]\s{0,3}|\b(?:and|but|so|please|then|just|also|you)\s{1,3})`
/** What may be done to things. */
const DEEDS =
  'use|change|touch|edit|add|delete|remove|push|commit|write|call|run|install|access|modify|deploy|create|import|break|log|store|ship|support|target|allow|merge|rename|depend|rely'
/** Verbs that tell how something went. */
const WENT = String.raw`was|were|is|fail\w*|pass|passe[sd]|broke|crash\w*|worked|looks?|seems?|shows?|works|time i|thing (?:is|works|looks)`
const NUMBER = String.raw`(?:\d|(?:an?|one|two|three|four|five|six|seven|eight|nine|ten|half)\b)`

/** Orders that hold until they are taken back. */
const ORDERS = [
  String.raw`${CLAUSE}(?:do not|don['’]?t|never)\s+(?!worry|mind|bother|know|think|see|get it|understand|remember|recall|care|need|\w+ed\b)`,
  String.raw`${CLAUSE}always\s+(?!ha[sd]\b|been\b|the same|\w+ed\b)`,
  String.raw`${CLAUSE}(?:keep (?!going|on\b|in mind|trying|at it|it up)|(?:stick (?:to|with)|stay (?:on|in|inside|out|off|behind|within|below|under|away|with|at|clear)|avoid|prefer|make sure|ensure|treat \w+ as|limit|restrict|refrain|hands off|remember to|be careful)\b)`,
  String.raw`${CLAUSE}(?:stop|quit) (?!working|failing)\w+ing\b`,
  String.raw`${OPENING}(?:let['’]s )?use (?!it\b|that\b|this\b|the (?:first|second|third|other|last|same)\b)[^,;]{1,50}(?:,? not\b|,? never\b| (?:for|in|as|everywhere|instead|only|from now)\b)`,
  `${OPENING}(?:answer|reply|respond|write|speak|talk)(?: to me)? in [a-z]`,
  String.raw`${OPENING}(?:cap|limit) |${OPENING}(?:mock|change|touch|add|install|delete|assume|break|skip) nothing\b|${OPENING}(?:commit|comment|log|test|push|use \w{1,20}) (?:sparingly|carefully|consistently|early and often|often|regularly)\b`,
  String.raw`${OPENING}use (?!(?:it|that|this|the|these|those|option|my|your|our|an?|both|plan|number|them|him|her|of|in)\b)[^\s,;]{2,30}(?: [^\s,;]{2,30}){0,2}[.!]?$`,
  String.raw`${OPENING}(?:follow|respect|assume|honou?r|obey|adhere)\b|${OPENING}(?:target|support|validate|sign|pin|escape|squash|prefix|annotate|mock|wrap|favou?r|mirror|default to|rebase|indent|represent|cite) (?!(?:the|this|that|it|my|these|those|an?|them)\b)[a-z]`,
  String.raw`${OPENING}(?:run|do|put|write|log|store|build|test|wrap|document) everything\b|${OPENING}be (?:terse|brief|concise|strict|precise|consistent|honest|polite|conservative|explicit|careful|quiet)\b`,
  String.raw`\b(?:smallest|minimal|fewest) (?:possible )?(?:change|diff|edit)s?\b|\bas (?:little|few|small|short|simple) (?:\w{1,20} )?as possible\b`,
  String.raw`\bleave [^.]{1,60} (?:alone|(?:as|where|how) (?:is|it is|they are)|untouched|unchanged)\b|\bkeep [^.]{1,60} (?:as is|as it is|unchanged|intact)\b`,
  String.raw`${OPENING}(?:fix|do|build|write|make|port|change|implement|solve) .{1,80} without (?:any|new|touching|changing|adding|using|breaking)\b`,
]

/** What holds for whoever works here. */
const DUTIES = [
  String.raw`\bcan(?:no|['’])?t (?:be )?(?:chang|break|touch|delet|remov|merg|deploy|ship)\w{0,5} without\b|\b(?:is|are|be|should|shall) (?:always|never|only) (?:in|to|an?|be|have|use)\b`,
  String.raw`\bmust(?:n['’]t| not)?\b(?! have\b| be (?:something|some|the|missing|wrong|related|because|due|an?|in|on|how|why|right|joking|kidding|confused|tired|fun|nice)\b)`,
  String.raw`(?<!\b(?:i|we|they|he|she|still|would|will|do|does|may|might) )\b(?:have|has) to\b`,
  String.raw`s should (?:not |never |always |only )?(?:be|have|use|go|stay|start|end|live)\b|\b(?:you|we|nobody|no one) should(?:n['’]t| not| never| only| always)\b`,
  String.raw`\b(?:you|we) (?:can['’]?t|cannot|may not|may only|can only) (?:${DEEDS})\b`,
  String.raw`\bwe (?:do not|don['’]?t) (?:${DEEDS}|do|want)\b|\bwe (?:only|never|always) (?!(?:had|saw|got|were|did|came|found|knew|have|has|need|\w{1,20}ed)\b)[a-z]|\b(?:and|but) nothing (?:else|more)\b`,
  String.raw`\b(?:not (?:allowed|permitted)|forbidden|prohibited|off[- ]limits|mandatory|(?:is|are) (?:frozen|locked|final|sacred|untouchable)|(?:is|are) (?:required|a must)|no-go)\b`,
  String.raw`\b(?:we|as) (?:agreed|decided|settled) (?:on|that|to|against)\b|\blet['’]s not (?:${DEEDS}|do|have)\b|\bi (?:don['’]?t|do not) (?:want|like) (?!it\b|that\b|this\b|to be\b)|\b(?:the|our) (?:rule|convention|policy|standard|style) (?:is|here)\b`,
  String.raw`\b(?:nobody|no one) (?:but|except|other than)\b|\b(?:style ?guide|guidelines|conventions?|policy) (?:says?|wants?|requires?|demands?)\b`,
  String.raw`\b(?:i allow you|you(?:['’]re| are) (?:allowed|free) to|feel free to|get my (?:ok|okay|approval|go|permission|sign-?off))\b`,
  String.raw`s (?:belong|go|live|stay|sit) (?:in|into|to|under|next to|beside|outside|inside|behind)\b`,
  String.raw`\bi (?:only (?:want|need|accept)\b|(?:want|expect|need|insist on) (?:only|no|every|all|small|short|explicit|you to (?:always|never|only|ask|stop)\b|.{1,60}\b(?:everywhere|always|never|nothing|only)\b))|\bi(?:['’]d| would) rather (?:have|not|you)\b`,
]

/** What is said of all, of none, or of how much. */
const SCOPES = [
  String.raw`${OPENING}no (?!(?:idea|worr\w+|problem\w*|clue|way|thank\w*|need|rush|doubt|wonder|luck|change|difference|output|errors?|results?|longer|one|i|we|it|that|this|the|you|my|space|such|sorry|no|not|wait|more|remove|revert|undo|keep|make|add|use|just|do|don|change|put|go|leave|stop|let|lets|please|ignore|only|never|always|there|they|he|she|but|and|look|try|can|if|its|is|in|on|for|what|how)\b)[a-z.]`,
  String.raw`${OPENING}only (?!(?:the|one|an?|two|then|thing|problem|happens|i|it|this|that|when (?:i|it)|if (?:i|it))\b)[a-z]`,
  String.raw`${OPENING}(?:all|every|each|any|everything) (?!(?:good|green|fine|ok|okay|well|done|right|set|of|in all|clear|i|we|that|this|it|\d+)\b)(?!.*\b(?:${WENT})\b)`,
  String.raw`${OPENING}nothing\b.*\b(?:may|should|must|gets?)\b|\bnothing (?:over|above|below|under|older|newer|bigger|longer|else than)\b`,
  String.raw`^(?=[^,;:]{2,60} (?:everywhere|only|always)[.!]?$)(?!.*\b(?:this|it|i|there|errors?|used|${WENT})\b)`,
  String.raw`^(?!(?:this|that|it|i|we|he|she|they|you|there|is|was|are|were|still|why|probably|maybe|of|sure|certainly|definitely|if|or|absolutely|surely|apparently|the|hm+|no|nope|yes)\b)[^\s,]{1,30}(?: [^\s,]{1,30})?,? not (?!\w+(?:ed|ing|ble)\b|sure|yet|found|here|there)[^\s,]{1,30}(?: [^\s,]{1,30})?[.!]?$`,
  String.raw`^(?:please )?(?:an?|one) \w{1,30} per \w|\bone \w{1,30} at a time\b|\bonly one \w{1,30} per \w|\bwe require\b|\bstay as (?:is|it is|they are)\b|${OPENING}work (?:offline|locally|alone)\b|\bno more (?!(?:than|time|errors?|output|tokens|room)\b)[a-z]|\bis the (?:minimum|maximum|limit|(?:lower|upper) bound)\b`,
  String.raw`\b(?:max(?:imum|\.)?|at most|no more than|not more than) ${NUMBER}`,
  String.raw`^(?:the )?(?:line (?:length|width)|indent(?:ation)?|tab (?:size|width)|time-?outs?|(?:[a-z]{1,20} )?limit|budget|(?:test )?coverage|retries)\b[^,;]{0,30}\d`,
  String.raw`^(?:please )?read-only\b`,
  String.raw`^(?=(?:[^\s,]{1,20} ){0,2}(?:commits?|messages?|comments?|docs?|answers?|names|texts?|strings|spelling|code|logs?|prs?|tests|branch names)\b[^,;:]{0,40}\bin (?:english|german|french|spanish|chinese|japanese|portuguese|italian|russian|korean)\b)(?!.*\b(?:this|it|i|there|${WENT})\b)`,
  String.raw`^(?=[^;:]{2,60}\bin (?:(?:camel|snake|pascal|kebab)[ _-]?case|(?:lower|upper) ?case|utc|iso\b|cents|utf-?8|(?:present|past) tense|imperative))(?!.*\b(?:this|it|i|there|why|wrong|${WENT})\b)`,
  String.raw`^(?=(?:\w{2,20} ){0,2}(?:tabs|spaces|semicolons|single quotes|double quotes|trailing commas)(?: (?:in|for|at|only|please)\b|,|[.!]?$))(?!.*\b(?:this|it|i|there|${WENT})\b)`,
  String.raw`^(?:short|small|brief|concise|minimal|plain) \w{1,20}s\b(?! (?:are|is|were|was|do|fail)\b)`,
  String.raw`\b(?:american|british) (?:english|spelling)\b`,
]

/** What comes before what, and on what occasion. */
const OCCASIONS = [
  String.raw`\b(?:ask|check with|consult|confirm with) (?:me|us)\b.{0,80}\b(?:before|first|whenever|always|every)\b|\bask (?:first|before|instead)\b|\b(?:tell|warn|show) me before you\b|\b(?:before|if|whenever|unless)\b.{0,80}\b(?:ask|tell|consult) me\b`,
  String.raw`\blet me (?:review|see|check|approve|confirm)\b.{0,80}\bbefore\b|\bwait for my\b|\bbefore you (?:commit|push|delete|deploy|merge|install|do (?:it|any\w*)|touch|edit|change|write|remove)\b|\bwithout (?:asking|my|approval|permission|telling)\b`,
  String.raw`\b(?:from (?:now|here) on|from this point|starting now|as of today|going forward|henceforth|at all times|under no circumstances|in no case|whatever you do|(?:when|if) in doubt|(?:whenever|every time|each time) you|(?:before|after) (?:every|each|any)|until i (?:say|tell|confirm)|unless i (?:say|tell|ask)|as a rule)\b`,
  String.raw`\b(?:tests?|plan|types|docs) first\b`,
  String.raw`^(?:when|whenever|every time) you (?!look|see|get|run|click|open)[^,]{1,60}, (?!you\b|it\b|i\b|the\b|there\b)[a-z]`,
]

/** Ways in which a person lays down how things are to be done. */
export const RULES: readonly RegExp[] = [...ORDERS, ...DUTIES, ...SCOPES, ...OCCASIONS].map((way) => new RegExp(way, 'i'))

/** Tells what is, was or seems to be, with the words of a rule. */
export const NO_RULE: RegExp =
  /\b(?:i|it|which|they|he|she|that|this)(?: \w+)? (?:do not|don['’]?t|cannot|can['’]?t|never|always|only)\b(?! (?:want|like|need|accept)\b)|\b(?:i['’]ll|i will|i) (?:make sure|ensure|avoid)\b|(?<!\b(?:you|we|agents?) )\bmay not\b|\bto avoid\b|\b\w+s without\b|\bnever ?mind\b|\bdon['’]?t (?:worry|bother)\b/i

const NARRATORS = [
  String.raw`i (?:always|never|only (?!want|need|accept)|just|still|have|had|get|got|see|saw|know|think|thought|guess|tried|did|didn['’]?t|don['’]?t (?!want|like)|do not (?!want|like)|can['’]?t|cannot|am|was|wonder|found|forgot|ran|used?)\b`,
  String.raw`i['’](?:m|ve|ll)\b`,
  String.raw`there (?:must|is|are|was|were|seems?)\b`,
  String.raw`it (?:never|always|only|must have|must be|doesn|does|did|is still|still|was|has|looks|seems|works?|takes|took|fails?)\b`,
  String.raw`(?:my|the|a|our) \w{1,30} (?:says?|said|told|thinks?|claims?)\b`,
  String.raw`we (?:tried|had|did|were|may not|might)\b`,
  String.raw`you (?:are|were) right\b`,
  String.raw`(?:the|my|our|some|most|customers|users|people|tests)(?: \w{1,30}){0,3} (?:never|always|only|cannot|can['’]?t|don['’]?t|do not|doesn['’]?t|did not|didn['’]?t) (?:\w{2,20}ed|work|finish|run|start|load|return|handle|log in|happen|see|get|fire|reach|find)s?\b`,
]

/** A sentence that tells something, whatever words it has. */
export const REPORT: RegExp = new RegExp(
  String.raw`^(?:(?:and|but|so|ok|okay|well|hm+|yes|yeah|no|nope|oh|because|sorry|also|then|still)[,. ]\s?){0,2}(?:${NARRATORS.join('|')})`,
  'i',
)
