/** What a number of a refusal counts: what is allowed, what was sent, what was kept for an answer, or something else. */
export type Label = 'limit' | 'actual' | 'answer' | 'other' | undefined

const LIMIT_WORDS =
  /ma(?:x|ks|ss)(?:im\w*)?|limit|window|allow|permi[ts]|up to|at most|support|context(?: length| size)?|capacity|n_ctx|should be|no more than|exceed\w*|(?:longer|larger|greater|more|bigger|less|fewer|shorter) than|beyond|above|below|under\b|past\b|only\b|fit|trim|最大|最多|上限|限制|最長|最长|上下文|窗口|視窗|최대|제한|한도|límite|limite|máxim|massim|höchst|grenze|fenster|maximal|лимит|максим|предел|plafond|fenêtre|ventana|janela|finestra|vindu|fönster|venster|\bokn[oaeu]|окн[оае]|pencere|ablak|ikkuna|παράθυρο|jendela|cửa sổ|konteks|контекст|ウィンドウ|コンテキスト|컨텍스트|บริบท|הקשר|السياق|sınır|الحد|अधिकतम|सीमा|giới hạn|tối đa|batas|can (?:handle|process|take|hold|attend|read|remember|accept)|attend to|able to \w+|memory(?= \()|holds\b|largest|biggest|nejv|najwy|legfeljebb|enintään|højst|högst|hoogst|cel mult|μέγιστ|מקסימ|สูงสุด|\bnur\b|только|не более|не больше|лише|только|admite|aceita|accetta|accepte|akzeptiert|verarbeitet|kabul/gi
/** What was done with something: it was sent, counted, got. */
const ACTUAL_VERBS =
  /request(?:ed|s)\b|got\b|\bgiven\b|\bhas\b|\bhave\b|\bhad\b|contain|sent\b|receiv|your|result|currently?\b|\bused?\b|provided|\bwas\b|\bwere\b|passed|found|实际|当前|您的|你的|実際|현재|실제|recib|reçu|enthält|erhalten|получен|содерж/gi
/** What it was done with. */
const ACTUAL_NOUNS =
  /\brequest\b|input|prompt|count\b|length\b|size\b|total|请求|输入|リクエスト|入力|요청|입력|solicit|entrada|demand|entrée|eingabe|anfrage|запрос/gi

const OF_THE_ANSWER_BEFORE =
  /(?:max_?(?:(?:new|output|completion|generated)_?)?tokens(?:_to_sample)?|max_?gen_?len\w*|n(?:um)?_predict|\b(?:output|completion|generation|response|thinking|budget_tokens|reserved?|headroom))['"`]{0,3}(?:\W{1,6}(?:is|length|tokens?|of|too|large|requested)\b){0,5}\W{0,6}$/i
/** "Input tokens (8411) plus max tokens (1024)". */
const ANSWER_ADDED = /(?:plus|\+|and) max(?:imum)? (?:new |output )?tokens\W{0,3}$/i
const OF_THE_ANSWER_AFTER =
  /^ ?(?:tokens? )?(?:in|for|of) (?:the )?(?:completion|output|generation|answer|response)|^ ?`?(?:output|completion|max_(?:new|output|completion)_)/i
/** Numbers of other things, and of the same thing in other units. */
const OTHER_UNITS =
  /^ ?-?(?:characters?|chars?|bytes|bits|words|letters|messages|turns|images?|tools?|functions?|files?|pages?|items?|elements?|requests?|retries|attempts|tries|seconds?|secs?|ms|milliseconds|minutes?|hours?|days?|pixels?|dimensions?|%|percent|[kmg]i?b\b|字符|文字|글자|zeichen|caract)/i
const SENT_AFTER =
  /^\)?[ -]?(?:tokens?\)?)? ?(?:requested|required|needed|were\b|was (?:sent|requested|given)|sent\b|given\b|provided|received|used\b|in (?:the|your) (?:prompt|messages|request|input|call|conversation)|of (?:text )?input|(?:in|from) the (?:input )?(?:prompt|messages)|input tokens|prompt tokens)|^\)?(?:[ -]?\p{L}{1,12}\)?)? ?(?:exceed(?!ed)|(?:is|are) (?:longer|larger|greater|more|over|above|too)|goes|does not fit|do not fit|beyond|surpass|super[ao]|excede|dépass|ultrapass|übersteig|überschreit|超过|超出|を超え)/iu
/** "Context Size (currently 8192)". */
const WINDOW_BEFORE =
  /(?:context(?: (?:size|length|window))?|window|n_?ctx|num_ctx) ?\(?(?:currently|now|set to|configured (?:as|to|for)|loaded with) ?$/i
const LIMIT_AFTER =
  /^\)?(?:[ -]?token\w{0,2})?[ -]?(?:max|limit|context|window|allowed|permitted|(?:are|is) allowed|supported|consentit|permitid|erlaubt|上限|sınır|grens|grenze|l[ií]mite|лимит|лиміт|제한|한도|以内)/i

/** "4608 of 4096 used", "100 % of 64k tokens": what stands between two numbers. */
const PART_OF = /^ ?%? ?(?:tok\w{0,5} )?(?:out )?of (?:the |its )?$/i

/** "No model here can take 250,000", "a context that is big enough for 90,112". */
const NOT_FOR =
  /\b(?:no|none|nobody|nothing|cannot|can['’]t|unable|not|enough|too small)\b[^.;]{0,60}\b(?:for|takes?|handles?|process|holds?|fits?|accommodate|reads?|serves?|accepts?|supports?) (?:about |up to )?(?:an? |this |your )?$/i

/** By what follows a number; failing that, by what stands nearest before it, up to the number before it. */
export function labelOf(before: string, after: string): Label {
  const clause = before.split(/[.;!?。；！？]\s/).at(-1) ?? ''
  if (OTHER_UNITS.test(after)) return 'other'
  if (OF_THE_ANSWER_BEFORE.test(clause) || ANSWER_ADDED.test(clause) || OF_THE_ANSWER_AFTER.test(after)) return 'answer'
  if (/\b(?:needs?|needed|requires?|required) (?:about )?$/i.test(before)) return 'actual'
  if (WINDOW_BEFORE.test(before) || PART_OF.test(before)) return 'limit'
  if (NOT_FOR.test(clause)) return 'actual'
  if (/(?<!\w)(?:over|above|beyond|more than|at most|up to) $/i.test(before)) return 'limit'
  if (SENT_AFTER.test(after)) return 'actual'
  if (LIMIT_AFTER.test(after)) return 'limit'
  const [limit, verb, noun] = [lastMatch(clause, LIMIT_WORDS), lastMatch(clause, ACTUAL_VERBS), lastMatch(clause, ACTUAL_NOUNS)]
  if (Math.max(limit, verb, noun) < 0) return undefined
  if (verb > limit) return 'actual'
  // "maximum input length of": what goes in, and how much of it may. "limit 8192, input": two things.
  const isOneThing = limit >= 0 && noun > limit && !/[,:(（，：]/.test(clause.slice(limit, noun))
  return limit > noun || isOneThing ? 'limit' : 'actual'
}

function lastMatch(text: string, words: RegExp): number {
  return [...text.matchAll(words)].at(-1)?.index ?? -1
}
