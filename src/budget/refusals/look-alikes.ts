import type { RefusalKind } from '../../schema/refusal.ts'

/** Words of refusals that look like an overflow, and are none. */
interface LookAlike {
  readonly kind: Exclude<RefusalKind, 'overflow' | 'payload'>
  readonly says: RegExp
  /** Words that show that it is an overflow after all. */
  readonly unless?: RegExp
}

/** Speaks of what goes in. */
const OF_INPUT =
  /[ck]onte(?:x|ks)t|contesto|prompt|\binput|\bmessages\b(?!\.)|conversa|entrada|entrée|eingabe|контекст|запрос|вход|上下文|输入|輸入|コンテキスト|プロンプト|入力|컨텍스트|입력|프롬프트|bağlam|girdi|ngữ cảnh|konteks/i

/** Units of time, in the languages that are told apart. */
const TIMES =
  'second|minute|min|hour|day|week|month|sekunde|minuten?|stunde|tag|woche|monat|segundo|minuto|hora|d[ií]a|m[eê]s|seconde|heure|jour|mois|secondo|ora|giorno|mese|секунду|минуту|час|день|сутки|хвилину|добу|minutę|godzinę|dzień|minutu|hodinu|minuut|minut|dag|minuutti|menit|hari|phút|ngày'
/** What a model writes, in the languages that are told apart. */
const OUTPUT =
  /\b(?:salida|saída|uscita|sortie|réponse|ausgabe|antwort|respuesta|resposta|risposta|wyjści\w*|odpowiedzi|výstup\w*|çıktı|yanıt|uitvoer|utdata|keluaran|đầu ra)\b|输出|輸出|回答|出力|출력|응답|вывод|ответ|الإخراج|المخرجات|आउटपुट|פלט|خروجی|เอาต์พุต|thinking budget|生成(?:长度|長度)|生成の長さ/i

export const LOOK_ALIKES: readonly LookAlike[] = [
  {
    kind: 'other',
    says: /\bjwt\b|api key|(?:auth|authentication|access|bearer|refresh|security|session|id|csrf|oauth) token|token (?:is |has )?(?:been )?(?:expired|invalid|revoked)|timed? ?out|\baborted\b/i,
  },
  // Too little is not too much.
  {
    kind: 'other',
    says: /too (?:small|short)|(?:is|are) below|minimum|at least \d|greater than or equal/i,
    unless: /exceed|too (?:long|large)|> ?\d|(?:maximum|model) context|context (?:length|window)|for (?:this|the|your) prompt/i,
  },
  {
    kind: 'quota',
    says: /quota|billing|\/credits\b|credits? (?:left|remaining|balance)|paid (?:account|plan|tier)|(?:hourly|daily|weekly|monthly) token (?:budget|limit)|credit balance|prepaid|balance (?:is |was )?(?:used|too)|\bcosts? more|more credits|extra usage|insufficient (?:funds|balance|credits)|payment required|spend(?:ing)? limit|usage limit|subscription|余额|配额|額度|额度|クォータ|残高|할당량|잔액|\bcuota\b|saldo|kontingent|guthaben|квот|баланс|crédits? insuffisant/i,
  },
  {
    kind: 'rate-limit',
    says: /rate[ _-]?limit|too[ _-]many[ _-]requests|throttl|(?:tokens|requests) per (?:min|hour|day|second)|(?:last|past|this|each) (?:second|minute|hour|day|week|month)\b|\btoday\b|今日|今天|\bheute\b|aujourd|\bhoje\b|сегодня|your plan\b|\b(?:[TR]P[MDS]|ITPM|OTPM)\b|overloaded|concurren|upstream (?:is|connect)|no healthy|resource[ _]exhausted|your per-model limit|slow down|try again in \d|service unavailable|please wait/i,
  },
  {
    kind: 'rate-limit',
    says: /限流|速率|频率|過於頻繁|过于频繁|请求过多|レート制限|リクエストが多すぎ|요청이 너무 많|속도 제한|demasiadas (?:solicitudes|peticiones)|límite de (?:velocidad|tasa|frecuencia)|trop de requêtes|limite de (?:débit|taxa)|zu viele anfragen|anfragelimit|ratenlimit|слишком много запросов|лимит запросов|muitas (?:solicitações|requisições)|troppe richieste/i,
  },
  // So much per time, in any language.
  {
    kind: 'rate-limit',
    says: new RegExp(
      `(?:(?<![\\p{L}])(?:per|pro|por|par|al|alla|na|za|em|cada|każd\\p{L}+|each|every|this|ce|cette|diese[nr]?|este|esta|questo|questa|этот|эту|этом|deze|denna|в|за|на) |\\d ?/ ?)(?:${TIMES})(?![\\p{L}])|(?:每|毎)(?:秒|分|小时|小時|天|日|月)|分あたり|1 ?(?:日|分間?|時間)(?:の|に|あたり)|[분초일]당|시간당|하루|(?:dakika|gün|saat)(?:da|de| başına)|في (?:الدقيقة|اليوم)|प्रति (?:मिनट|दिन)|ต่อ(?:นาที|วัน)|לדקה|ליום|در (?:دقیقه|روز)`,
      'iu',
    ),
    unless: /per (?:request|call|message|prompt)/i,
  },
  {
    kind: 'rate-limit',
    says: /本日|明日|利用枠|\bhoy\b|\boggi\b|\bbugün\b|\bdzisiaj\b|\bdnes\b|\bvandaag\b|\bidag\b|\btänään\b|오늘|اليوم|امروز|hôm nay|hari ini|วันนี้|היום/i,
  },
  {
    kind: 'content-filter',
    says: /content[ _-]?(?:filter|management|policy|moderation)|responsible ?ai|safety|flagged|prohibited|inappropriate|moderation|policy violation|security policy|prompt injection|\bPII\b|inhaltsfilter|敏感|违规|内容审核|安全策略|コンテンツ(?:フィルタ|ポリシー)|안전 정책|콘텐츠 필터|filtro de contenido|filtre de contenu|политик/i,
  },
  // A field of the request, not the conversation.
  {
    kind: 'other',
    says: /\b(?:string|array|list|name|description|schema|metadata|parameter|header|field|sequence)s? (?:is |was |are )?too (?:long|many)|expected an? (?:string|array) with maximum length|stop[ _]sequences?/i,
    unless: /sequence length|tokens|(?:content|text|input|output|prompt)['"`]?: string too long/i,
  },
  {
    kind: 'output-limit',
    says: /max_(?:completion_|output_|new_)?tokens['"`]* (?:must|should|cannot|is too large|exceeds)/i,
    unless: /inputs?`? tokens|prompt|your request has|in the messages|context (?:window|length)/i,
  },
  {
    kind: 'output-limit',
    says: /maximum value for `?max_tokens|maximum tokens (?:value|you requested)|output limit|(?:output|completion|answer|response) of \d|can (?:generate|write|output)/i,
  },
  {
    kind: 'output-limit',
    says: /max_(?:completion_|output_|new_)?tokens|maxoutputtokens|max output tokens|(?:output|completion) tokens|budget_tokens/i,
    unless: OF_INPUT,
  },
  { kind: 'output-limit', says: OUTPUT, unless: OF_INPUT },
  // What a tool may read.
  { kind: 'other', says: /^\W?(?:\w+: )?file content\b|offset and limit parameters/im },
  // The server cannot hold the model.
  {
    kind: 'other',
    says: /(?:failed|unable) to load|out of memory|\bvram\b|system (?:memory|resources)|memory to (?:load|hold)/i,
    unless: /\d tokens? (?:requested|sent)|prompt (?:is|has|was)/i,
  },
  // Work that is not this conversation.
  {
    kind: 'other',
    says: /\bbatch(?:es)?\b|enqueued|\bembeddings?\b/i,
    unless: /n_batch|n_ctx|kv cache|(?:physical|current) batch|prompt (?:is )?too|context (?:length|window|size)/i,
  },
  // A field that has a name: its text, not the conversation.
  {
    kind: 'other',
    says: /(?:invalid|unsupported|unknown|field|parameter|property|argument)s?:? ['"`](?!(?:messages?|input|prompt|contents?|system|instructions|text)\b)[\w.[\]]+['"`]/i,
    unless: /token count|(?:prompt|input) tokens|context (?:length|window)|model'?s? (?:maximum )?context/i,
  },
  // The subject is a parameter.
  {
    kind: 'other',
    says: /^\W?(?!(?:n|max|num)_)[a-z]+(?:_[a-z]+)+\W? (?:must|should|has|have|is|are|cannot|may|can)\b/im,
    unless: OF_INPUT,
  },
  {
    kind: 'media',
    says: /\bimages?\b|\bpictures?\b|\bpdf\b|\baudio\b|\bvideo\b|\bpixels?\b|\bfiles?\b|attachment|base64|图片|图像|画像|이미지|imagen|изображени|bild(?:er|datei|größe)/i,
    unless: /(?<!_)context|prompt (?:is|was|has)|prompt too|input tokens?|token (?:count|limit)|tokens/i,
  },
  // A parameter that has a name of its own.
  {
    kind: 'other',
    says: /^(?:stop|tools?|functions?|metadata|seed|user|temperature)\b[\w.[\]]*: |^(?!\w+_error:)(?!(?:\w+_)?(?:prompt|input|messages?|context|total|tokens?|model|seq)_)[a-z]+_[a-z_]+(?:\.\w+)?: (?!.*(?:context|prompt|error|conversation|history))|failed to parse|unexpected (?:token|end)|(?:was|were|could) not (?:be )?found|does not exist|is locked/im,
  },
  // So many messages, images, tools: fewer tokens are no cure.
  {
    kind: 'other',
    says: /(?:at most|maximum(?: of)?|up to|more than|limit(?: of)?|exceeds) \d[\d,]* (?:messages|turns|items|tools|functions|declarations|images|files|pages|blocks|inputs|choices|rows|lines|rules|values|properties|parameters|records|columns|entries)\b|max(?:imum)? (?:number|count) of (?!(?:\w+ )?tokens)\w+|too many (?:\w+ )?(?:items|images|tools|functions|files|inputs|properties|parameters|values)|too long for (?:column|field|type|key)/i,
    unless: /tokens/i,
  },
]

/** Statuses that are never about the size of a request, whatever the words are. */
export const STATUS_KINDS: Readonly<Record<number, LookAlike['kind']>> = {
  401: 'other',
  402: 'quota',
  403: 'other',
  408: 'other',
  429: 'rate-limit',
}

/** A server's limit on bytes, not a model's on tokens. */
export const PAYLOAD: RegExp =
  /\b(?:body|payload)\b[^.\n]{0,50}\b(?:length|size|bytes?)\b[^.\n]{0,20}(?:exceed|limit)|request_too_large|request (?:body |entity |payload )?(?:is |was )?too large|payload too large|content too large|(?:request|body|payload) (?:size )?exceeds? (?:the )?(?:maximum |max )?(?:allowed )?(?:request |payload )?(?:size|bytes|content length)|entity too large|(?:request|body|payload)(?: size)? is (?:larger|bigger|greater) than \d|content[ -]length exceeds|request payload size/i

/** A limit on the characters of what goes in, or of one part of it. */
export const CHARACTERS: RegExp =
  /(?:input|prompt|question|content|text|messages?|query)\b[^.\n]{0,60}\bcharacters?\b|\bcharacters?\b[^.\n]{0,60}\b(?:input|prompt|question|messages|text)|max(?:imum)? length of (?:the )?(?:current )?(?:question|prompt|input|message)|(?:content|text|input|output|prompt)['"`]?: string too long|expected maxlength|(?:输入|内容|文本)[^。\n]{0,20}字符/i

/** A size in bytes. */
export const BYTES: RegExp = /\d ?(?:bytes|[kmg]i?b)\b/i

/** A number of tokens. */
export const TOKEN_COUNT: RegExp = /\d[ -]?tokens?\b|tokens?\)?['"`]?(?: \w+)?[:=]? ?\(?\d|tokens? \w+ \d/i
