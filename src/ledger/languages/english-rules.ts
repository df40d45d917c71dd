/* How English says what is to be done from now on: parts of patterns, so that what they share is written once. */

import { patternsOf } from './patterns.ts'

/** May stand before an order. */
const OPENING = String.raw`^(?:(?:and|but|also|so|ok|okay|oh|please|pls|just|well|again|remember|note|important|reminder|generally|btw|fyi|ideally|yes|no|nope|right|sure|actually|then)[,:;.!]?\s+){0,3}`
/** Where a sentence, or an order in it, begins. */
const CLAUSE = String.raw`(?:^|[,;:(–—]\s{0,3}|\b(?:and|but|so|please|pls|then|just|also|you)\s{1,3})`
/** What may be done to things. */
const DEEDS =
  'use|change|touch|edit|add|delete|remove|push|commit|write|call|run|install|access|modify|deploy|create|import|break|log|store|ship|support|target|allow|merge|rename|depend|rely'
/** Words that tell how something went. */
const WENT = String.raw`was|were|is|fail\w*|pass|passe[sd]|broke|crash\w*|worked|looks?|seems?|shows?|works|time i|thing (?:is|works|looks)|took|takes|returned|returns|thr[eo]ws?|hangs?|times? out|timed|got|disappear\w*|missing|gone|gets? an? (?:\d|error|timeout)|did|does(?:n['’]t)?|yesterday|suddenly|still|since (?:the|then|yesterday|last|this|today|monday|we|i|version)`
/** Begins a sentence that tells or asks something, or speaks of one thing. */
const TELLER =
  'the|this|that|these|those|it|its|i|we|he|she|they|there|my|a|an|why|what|how|who|where|which|do|does|did|is|are|was|since|yesterday|still|now|so|apparently|seems?|looks?|not|thanks|sorry|great|good|nice|cool|yes|yeah'
/** Begins a sentence that asks for one thing to be done, even if to many. */
const ONE_DEED =
  'add|fix|rename|remove|delete|replace|update|check|move|change|create|apply|run|set|install|do|write|give|list|show|find|search|convert|migrate|refactor|implement|print|generate|insert|go|look|try|make|tell|compare|count|sum|get|open|close|merge|revert|rebuild|rerun|restart|send|upload|download|translate|review|read|explain|describe|collect|extract|drop|clear|clean|reset'
/** Neither tells nor asks anything, up to its first comma. */
const PLAIN = String.raw`${OPENING}(?!(?:${TELLER})\b)(?![^,;]*\b(?:${WENT})\b)`
/** What an agent did, not what it does. */
const DID = String.raw`did|wrote|made|said|found|sent|gave|saw|just|had|have|know|need|can|could|see|think|want|got|put|took|ran|told|built|\w+ed`
/** A clause that goes on behind a condition without a subject: an order. */
const THEN_DO = String.raw`,? (?:then )?(?:please )?(?!(?:then|you|it|i|the|there|that|this|he|she|they|we|is|are|nothing|my|everything|what|how|why|which|who|can|does|do you|did|will|its?|all|some|and|but|or|so)\b)[a-z]`
const NUMBER = String.raw`(?:\d|(?:an?|one|two|three|four|five|six|seven|eight|nine|ten|half)\b)`

/** Orders that hold until they are taken back. */
const ORDERS = [
  String.raw`${CLAUSE}(?:do not|don['’]?t|never)\s+(?!worry|mind|bother|know|think|see|get it|understand|remember|recall|care|need|\w+ed\b)`,
  String.raw`${CLAUSE}always\s+(?!ha[sd]\b|been\b|the same|\w+ed\b)`,
  String.raw`${CLAUSE}(?:keep (?!going|on\b|in mind|trying|at it|it up|the (?:first|second|third|last|other|old|changes?|rest)\b)|(?:stick (?:to|with)|stay (?:on|in|inside|out|off|behind|within|below|under|away|with|at|clear)|avoid|prefer|make sure|ensure|treat [^,;]{1,40} (?:as|like)|limit|restrict|refrain|hands off|remember to|be careful)\b)`,
  String.raw`${CLAUSE}(?:stop|quit) (?!working|failing)\w+ing\b`,
  String.raw`${CLAUSE}(?:try (?:not to|to (?:keep|avoid|stick|limit|use|be))|let['’]s (?:keep|stick|settle on|always|never|only|avoid|agree)|double[- ]check (?:every|all|any|each|your))\b`,
  String.raw`${OPENING}(?:call|address|speak to|talk to|treat|write to) me (?!back|later|when|at|tomorrow|if|a|an|the|up|once)\w`,
  String.raw`${OPENING}(?:write|name|format|quote|prefix|suffix|sign|wrap|round|label|tag|spell|express|cite|book|schedule|document|abbreviate|capitali[sz]e|encode|price|store|title) (?!(?:the|this|that|it|my|these|those|an?|them|me|us|your|down|up|out|two|three|one|some|another)\b)[^,;]{2,50} (?:in|as|with|at|like|to|under|by|using|without|after|before)\b(?! (?:the|this|that|my|it)\b)`,
  String.raw`\bso (?:please )?no (?!(?:idea|need|problem|one|change|luck|errors?|way|wonder|rush|worries|matter|longer|more|that|it)\b)[a-z-]+|\b(?:ping|tell|warn|alert|notify|page|email|text|inform|message) me\b[^,;]{0,40} (?:if|when|whenever|as soon as) (?:an?|any\w*|some\w*|costs?)\b|\bleave [^.]{1,60} (?:to|for) (?:me|us|them|the team)\b`,
  String.raw`\b(?:cc|copy|loop) me (?:in )?on (?:all|every|any|each)|\b(?:run|clear) [^,]{1,50} (?:by|past|with) me\b`,
  String.raw`${OPENING}(?:let['’]s )?use (?!it\b|that\b|this\b|the (?:first|second|third|other|last|same)\b)[^,;]{1,50}(?:,? not\b|,? never\b| (?:for|in|as|everywhere|instead|only|from now)\b)`,
  `${OPENING}(?:answer|reply|respond|write|speak|talk)(?: to me)? in [a-z]`,
  `${OPENING}(?:cap|limit) `,
  String.raw`${OPENING}(?:mock|change|touch|add|install|delete|assume|break|skip) nothing\b`,
  String.raw`${OPENING}(?:commit|comment|log|test|push|use \w{1,20}) (?:sparingly|carefully|consistently|early and often|often|regularly)\b`,
  String.raw`${OPENING}use (?!(?:it|that|this|the|these|those|option|my|your|our|an?|both|plan|number|them|him|her|of|in)\b)[^\s,;]{2,30}(?: [^\s,;]{2,30}){0,2}[.!]?$`,
  String.raw`${OPENING}(?:follow|respect|assume|honou?r|obey|adhere)\b`,
  String.raw`${OPENING}(?:target|support|validate|sign|pin|escape|squash|prefix|annotate|mock|wrap|favou?r|mirror|default to|rebase|indent|represent|cite) (?!(?:the|this|that|it|my|these|those|an?|them)\b)[a-z]`,
  String.raw`${OPENING}(?:run|do|put|write|log|store|build|test|wrap|document) everything\b`,
  String.raw`${OPENING}be (?!right|back|there|aware|done|ready|sure|nice if|great if|good if|cool if)[a-z-]{3,20}(?:[,.!]|$| (?:and|but|in|with|about|when|by|to|on)\b)`,
  String.raw`\b(?:smallest|minimal|fewest) (?:possible )?(?:change|diff|edit)s?\b|\bas (?:little|few|small|short|simple) (?:\w{1,20} )?as possible\b`,
  String.raw`\bleave [^.]{1,60} (?:alone|(?:as|where|how) (?:is|it is|they are)|untouched|unchanged)\b|\bkeep [^.]{1,60} (?:as is|as it is|unchanged|intact)\b`,
  String.raw`${OPENING}(?:fix|do|build|write|make|port|change|implement|solve) .{1,80} without (?:any|new|touching|changing|adding|using|breaking)\b`,
]

/** What holds for whoever works here. */
const DUTIES = [
  String.raw`\bcan(?:no|['’])?t (?:be )?(?:chang|break|touch|delet|remov|merg|deploy|ship)\w{0,5} without\b|\b(?:is|are|be|should|shall) (?:always|never|only) (?:in|to|an?|be|have|use)\b`,
  String.raw`\bmust(?:n['’]t| not)?\b(?! have\b| be (?:something|some|the|missing|wrong|related|because|due|an?|in|on|how|why|down|up|off|out|stale|old|stuck|broken|cached|lost|my|your|right|joking|kidding|confused|tired|fun|nice)\b)`,
  String.raw`(?<!\b(?:i|we|they|he|she|it|that|this|still|would|will|do|does|may|might) )\b(?:have|has) to\b`,
  String.raw`s should (?:not |never |always |only )?(?:be|have|use|go|stay|start|end|live)\b|\b(?:you|we|nobody|no one) should(?:n['’]t| not| never| only| always)\b`,
  String.raw`\b(?:you|we) (?:can['’]?t|cannot|may not|may only|can only) (?:${DEEDS})\b`,
  String.raw`\bwe (?:do not|don['’]?t) (?:${DEEDS}|do|want)\b|\bwe (?:only|never|always) (?!(?:had|saw|got|were|did|came|found|knew|have|has|need|\w{1,20}ed)\b)[a-z]|\b(?:and|but) nothing (?:else|more)\b`,
  String.raw`\b(?:not (?:allowed|permitted)|forbidden|prohibited|off[- ]limits|off the table|out of the question|mandatory|(?:is|are) (?:frozen|locked|final|sacred|untouchable)|(?:is|are) (?:required|a must)|no-go)\b`,
  String.raw`\b(?:we|as) (?:agreed|decided|settled) (?:on|that|to|against)\b|\blet['’]s not (?:${DEEDS}|do|have)\b|\bi (?:don['’]?t|do not) (?:want|like) (?!it\b|that\b|this\b|to be\b)|\b(?:the|our) (?:rule|convention|policy|standard|style) (?:is|here)\b`,
  String.raw`\b(?:nobody|no one) (?:but|except|other than)\b|\b(?:style ?guide|guidelines|conventions?|policy) (?:says?|wants?|requires?|demands?)\b`,
  String.raw`\b(?:i allow you|you(?:['’]re| are) (?:allowed|free) to|feel free to|get my (?:ok|okay|approval|go|permission|sign-?off))\b`,
  String.raw`(?<!\b(?:i|we|you|they|it) )\b(?:needs?|requires?) (?:my|prior|written|two|a second|at least|an? (?:approval|sign-?off|ticket|review))\b|\byou (?:are not|aren['’]t|are) to\b|\byou shall\b|\band nowhere else\b`,
  String.raw`\b(?:house|hard|general|golden|standing|team|ground|basic|firm) (?:rules?|policy|convention|limit|requirement)\b|\b(?:new|one|another|first|my|simple) rules?\b(?! (?:that|for|to|which)\b)|\bit['’]?s (?:\w{1,10} )?(?:important|essential|crucial|vital|key) (?:to me )?(?:that|to)\b|\bmake it a (?:rule|habit|point)\b|\b(?:remember|keep in mind) that (?:we|all|every|any|you)\b(?! (?:had|were|did|have|\w+ed)\b)|^(?:any|every|each|all) [^,;]{3,60} (?:is|are) (?:rejected|reverted|blocked|banned|refused)\b`,
  String.raw`^(?:\w{1,20} )?(?:rule|policy|convention|preference)s?(?: \w{1,20})?: \S`,
  String.raw`^whoever \w+s\b`,
  String.raw`\b(?:is|are) (?:non-?negotiable|not negotiable|banned|taboo|a no-go|not an option|(?:never |only |always |not )to be)\b|\b(?:stays?|remains?) (?:as is|as it is|untouched|unchanged|frozen|private|confidential|intact|read-only|below|under|the way)\b`,
  String.raw`\bwe (?:use|write|name|keep|put|ship|deploy|release|follow|work|spell|call|test)\b[^,;]{1,60}\b(?:here|everywhere|in this (?:repo|project|codebase|team|company))\b|\bwe(?:['’]re| are) using [^,;]{1,40}, so\b|\b(?:our|this) (?:repo|project|codebase|team|company) (?:uses|follows|sticks)\b`,
  String.raw`\bi (?:hate|dislike|can['’]?t stand|insist|always want|never want|(?:don['’]?t|never|only|always) (?:eat|drink|fly|travel|accept|approve|sit|book))\b(?! (?:it|that|this|the)\b)|\bi (?:want|need|expect|like) (?:my|your) (?:\w{2,20} ){0,2}\w{2,20}s\b|\bi (?:want|need|expect|like) (?!(?:the|this|that|these|those|it|to|you|my|an?)\b)(?:[a-z-]+ ){0,3}[a-z-]+s (?:over|instead of|rather than|with|in|without|not|and no)\b|\bi want (?:[a-z]+ ){0,3}in (?:all|every|each|this \w+ and)\b`,
  String.raw`s (?:belong|go|live|stay|sit) (?:in|into|to|under|next to|beside|outside|inside|behind|at|through)\b`,
  String.raw`\bi (?:only (?:want|need|accept)\b(?! (?:the|to)\b)|(?:want|expect|need|insist on) (?:only|no|every|all|small|short|explicit|you to (?:always|never|only|ask|stop)\b|.{1,60}\b(?:everywhere|always|never|nothing|only)\b))|\bi(?:['’]d| would) rather (?:have|not|you)\b`,
]

/** What is said of all, of none, or of how much. */
const SCOPES = [
  String.raw`${OPENING}no (?!(?:idea|worr\w+|problem\w*|clue|way|thank\w*|need|rush|doubt|wonder|luck|change|difference|output|errors?|results?|longer|one|i|we|it|that|this|the|you|my|space|such|sorry|no|not|wait|more|remove|revert|undo|keep|make|add|use|just|do|don|change|put|go|leave|stop|let|lets|please|ignore|only|never|always|there|they|he|she|but|and|look|try|can|if|its|is|in|on|for|what|how)\b)[a-z.]`,
  String.raw`${OPENING}only (?!(?:the|one|an?|two|then|thing|problem|happens|i|it|this|that|when (?:i|it)|if (?:i|it))\b)[a-z]`,
  String.raw`${OPENING}(?:all|every|each|any|everything|anything) (?!(?:good|green|fine|ok|okay|well|done|right|set|of|in all|clear|i|we|that|this|it|\d+)\b)(?!.*\b(?:${WENT})\b)`,
  String.raw`${OPENING}nothing\b.*\b(?:may|should|must|gets? \w+ (?:without|until|before|on)|goes|leaves|ships)\b`,
  String.raw`\bnothing (?:over|above|below|under|older|newer|bigger|longer|else than)\b`,
  String.raw`^(?=[^,;:]{2,60},? (?:everywhere|only|always|exclusively|strictly)(?: please)?[.!]?$)(?!.*\b(?:this|it|i|there|errors?|used|${WENT})\b)`,
  String.raw`^(?!(?:this|that|it|i|we|he|she|they|you|there|is|was|are|were|still|why|probably|maybe|of|sure|certainly|definitely|if|or|absolutely|surely|apparently|the|hm+|no|nope|yes)\b)[^\s,]{1,30}(?: [^\s,]{1,30})?,? not (?!\w+(?:ed|ing|ble)\b|sure|yet|found|here|there)[^\s,]{1,30}(?:(?: [^\s,]{1,30})?[.!]?$|,? (?:in|for)\b)`,
  String.raw`${OPENING}(?!(?:${TELLER})\b)[^,;]{2,30} (?:is|are) [^,;]{1,30} (?:everywhere|throughout)\b`,
  String.raw`^(?:anything |nothing )?(?:more than|less than|longer than|over|above|under|below) [€$£]?\d[^?]*\b(?:is|are) (?:too|not|never|a no)\b`,
  String.raw`^(?:please )?(?:an?|one) \w{1,30} per \w`,
  String.raw`\bone \w{1,30} at a time\b|\bonly one \w{1,30} per \w|\bwe require\b|\bstay as (?:is|it is|they are)\b|\bno more (?!(?:than|time|errors?|output|tokens|room)\b)[a-z]|\bis the (?:minimum|maximum|limit|(?:lower|upper) bound)\b`,
  String.raw`${OPENING}work (?:offline|locally|alone)\b`,
  String.raw`\b(?:max(?:imum|\.)?|at most|no more than|not more than|never more than) [€$£]?${NUMBER}|\d [a-z]{1,20} (?:max|maximum|at most|tops)\b|\b(?:budget|cap) [^,;]{0,40}\d|${NUMBER}[a-z ]{1,20} max[.!]?$`,
  String.raw`^(?:the |my |our )?(?:line (?:length|width)|indent(?:ation)?|tab (?:size|width)|(?:[a-z]{1,20} )?(?:time-?outs?|limit)|budget|(?:test )?coverage|retries)\b[^,;]{0,30}\d`,
  String.raw`^(?:the |our )?(?:[a-z]{1,20} )?(?:time-?out|port|limit|deadline|interval|retention|(?:page|batch|pool) size) (?:is|stays) (?:now )?(?:${NUMBER}|(?:twelve|fifteen|twenty|thirty|forty|fifty|sixty|ninety)\b)[^,;]{0,20}$`,
  String.raw`^(?:please )?read-only\b`,
  String.raw`\b(?:is|are) read[- ]only for you\b`,
  String.raw`\b(?:no exceptions|without exceptions?|until further notice|and nothing but|strictly no)\b|\b(?:goes|applies|apply|holds|counts) (?:for|to) (?:all|every|each|any|everything|the (?:whole|other|rest))\b`,
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
  `${OPENING}(?:when|whenever|if|any ?time|every time|each time|once|unless|wherever) you (?!look|see|get|run|click|open|want|like|can (?!not)|could|agree|think|mean|have time|don['’]?t mind|(?:are|['’]re) (?:done|ready|finished|at it))[^,]{1,80}${THEN_DO}`,
  String.raw`${OPENING}(?:when|whenever|if|any ?time|every time|each time|unless|wherever|where) (?:an?|any|some(?:thing|one|body)|anything|anyone|anybody|there(?: is| are|['’]s) (?:an?|any|no)|\w+ing|in doubt|unsure|possible|two|several|multiple) (?!(?:users?|visitor|request|form|button|page|field|upload)\b)[^,]{0,80}${THEN_DO.replace(',?', ',')}`,
  String.raw`${OPENING}(?:whenever|any ?time) (?:an?|any|some\w+) (?!(?:users?|visitor|request|form|button|page|field|upload)\b)(?!.*\b(?:crash\w*|broke|errors?|gets?|shows?|thr[eo]ws?|hangs?|times? out|disappears?|i)\b)[a-z]`,
  String.raw`${OPENING}(?:for|in|on|with|at|before|after|under) (?:all|every|each|any|everything|anything|this (?:whole |entire )?(?:repo|project|codebase|session|chat|conversation|thread)) (?!i know|of )[^,:]{0,60}[,:]? (?!.*\b(?:${WENT})\b)`,
]

/** The rest of sentences that are plain up to their first comma. Tried together, so that they are found plain only once. */
const PLAIN_WAYS = [
  String.raw`(?!.*\b(?:so far|above|last|previous|earlier)\b)[^;]*?\byour (?:sources?|reasoning|assumptions|work|references|answers|replies|responses|messages|summaries|reports|emails|mails|commits|explanations|estimates|figures|numbers|claims|texts|drafts)\b`,
  String.raw`(?:.*?\b(?:in general|throughout|across the board|by default|in (?:all|any|every|each) cases?|(?:every|each) time(?=[,.!]|$)|for the (?:rest|remainder|duration|whole|entire)\b)|[^,;]*\b(?:every|each) (?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|morning|evening|day|week|month|sprint|release)\b)`,
  String.raw`(?!(?:${ONE_DEED})\b)(?![^,;]*\b(?:errors?|bugs?|problems?|issues?|same|blank|[45]\d\ds?)\b)[^;]*?\b(?:for|in|on|at|with|to|of|from|into|under|behind|through|over) (?:every|each|all|any|anything) (?!of\b|i\b)`,
  String.raw`[^;]*?\b(?:every|each|all|any|anything|everything)\b(?: new| future| further|(?: [^\s,]{1,20}){0,3} (?:that )?you (?!(?:${DID})\b)[a-z])`,
  String.raw`[^\s,]{2,30}(?: [^\s,]{1,30}){0,3},? (?:always|never) (?:before|after|on|in|with|at|as|to|from|by|without|over|under|go|gets?|for|above|below|more|be|are|first|later|earlier|the)\b`,
  // "Feature branches start with the ticket number": what is said of all of a kind.
  String.raw`(?!(?:users|customers|clients|people|visitors|things|errors|others|results|jobs|requests|tests)\b)(?:[a-z-]{2,20} ){0,2}[a-z-]{2,20}[^s\W]s (?:[^\s,]{1,20} ){0,4}(?:(?:always|never) (?!work|fail|pass|finish|load|arrive|answer|run\b|\w+ed\b)[a-z]+|get \w+ed|get (?!an? |stuck|lost|the |\d|sent|very|so )[a-z_]+ \w+|go (?:in|to|through|under|into|on|at|out)|(?:start|begin|end|come) (?:with|in|before|after|first|last)|carry|are (?:written|named|kept|stored|handled|reviewed|signed|sorted|for))\b`,
  // "Recipes without nuts please"
  String.raw`(?!(?:errors|tests|changes|thanks|issues|problems|users|results|details|lots|tons|bugs|failures|logs|goes|comes|needs|depends|happens|runs|gets|has|says|uses|keeps|lets|starts|stops|wants|makes|means|points|leads|falls|ends|always|sometimes)\b)(?:[a-z-]{2,20} )?[a-z-]{2,20}[^s\W]s (?:without|as|under|below|to|at|in) (?!(?:the|this|that|my|your|it|be)\b)[^,;]{2,30}(?:[,.!]|$)`,
  String.raw`[^,;]{3,80}, no (?!(?:idea|need|problem|rush|worries|clue|change|difference|luck|output|errors?|results?|one|doubt|wonder|matter|longer)\b)[a-z-]{3,20}(?: [a-z-]{2,20}){0,3}[.!]?$`,
  String.raw`(?!(?:start|take|go|do|come|hand|move|run|turn|carry|think|look|read|win|get|game)\b)[a-z-]{3,20} (?:over|before|beats) [a-z-]{3,20}[.!]?$`,
  String.raw`[^;]*?\b(?:when|whenever|wherever|every time|each time|any ?time) you(?:['’]re)? (?!(?:are )?(?:done|ready|finished)|get|have|finish|see|can\b|run|click|open|were|had|think)[a-z]`,
  String.raw`[^;]*?\b(?:before|after|prior to|without) (?:committing|pushing|merging|deploying|deleting|sending|publishing|booking|buying|releasing|editing|touching|changing|creating|installing|submitting|paying|shipping|replying|answering|overwriting|migrating|uploading|posting|calling|ordering)\b(?! (?:this|that|it|the)\b)`,
]

/** Ways in which a person lays down how things are to be done. */
export const RULES: readonly RegExp[] = patternsOf(
  [...ORDERS, ...DUTIES, ...SCOPES, ...OCCASIONS, `${PLAIN}(?:${PLAIN_WAYS.join('|')})`],
  [PLAIN, OPENING, CLAUSE, '^'],
)
