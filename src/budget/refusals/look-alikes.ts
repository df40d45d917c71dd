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
  /\b(?:salida|saída|uscita|sortie|réponse|ausgabe\w*|antwort\w*|respuesta|resposta|risposta|wyjści\w*|odpowiedzi|výstup\w*|çıktı|yanıt|uitvoer|utdata|keluaran|đầu ra)\b|输出|輸出|回答|回复|回覆|答复|出力|출력|응답|вывод|ответ|الإخراج|المخرجات|आउटपुट|פלט|خروجی|เอาต์พุต|thinking budget|\btokens?[ _]out\b|\bout(?:put)?[ _](?:tokens?|max|limit)\b|\bmax[ _]out(?:put)?\b|生成(?:する|长度|長度| ?的? ?(?:tokens?|令牌))|生成の長さ/i

export const LOOK_ALIKES: readonly LookAlike[] = [
  {
    kind: 'other',
    says: /\bjwt\b|api key|\bauthorization\b|(?:auth|authentication|access|bearer|refresh|security|session|id|csrf|oauth) token|token (?:is |has )?(?:been )?(?:expired|invalid|revoked)/i,
  },
  {
    kind: 'other',
    says: /timed? ?out|\b(?:request|operation|call|connection|stream|signal|fetch|user)\b[^.\n]{0,20}\baborted\b|\baborted by\b|^\W{0,3}aborted/im,
    unless: /\d tokens?\b|context (?:window|length)/i,
  },
  // It took too long, and is not.
  {
    kind: 'other',
    says: /\b(?:took|taking|takes?|waited|waiting|queued|running|ran|idle|busy|processing|hung|open)\b(?: \w+){0,3} (?:too long\b|(?:longer|more) than \d[\d.,]* ?(?:ms|s|secs?|seconds?|min|minutes?|h|hours?)\b)/i,
    unless: /\d tokens|context (?:window|length)/i,
  },
  // Too little is not too much.
  {
    kind: 'other',
    says: /too (?:small|short)|(?:is|are) below|minimum|at least \d|greater than or equal/i,
    unless:
      /exceed|too (?:long|large)|> ?\d|(?:maximum|model) context|context (?:length|window|size)|tokens of context|for (?:this|the|your) (?:prompt|input|request|conversation|messages?)\b|too small an? (?:model|context|window)|too small: (?:have|has|got|is) \d|(?:reduce|shorten|trim) (?:the|your)/i,
  },
  {
    kind: 'quota',
    says: /(?<!input )quota(?!exceedederror)|billing|\/credits\b|credits? (?:left|remaining|balance)|paid (?:account|plan|tier)|(?:hourly|daily|weekly|monthly) token (?:budget|limit)|credit balance|prepaid|wallet|recharge|top[ -]up\b|arrears|overdue|afford\b|balance (?:is |was )?(?:used|too)|\bcosts? more|more credits|extra usage|\bfor (?:this|your) (?:tier|subscription)\b|insufficient (?:funds|balance|credits)|payment required|spend(?:ing)? limit|current spend|over budget|max(?:imum)? budget|budget has been|tokenbudget:|\bcr[eé]dit\w{0,3} (?:épuis|insuf|agot|esgot|esaur|exhaust|used)|usage limit|subscription|余额|配额|額度|额度|クォータ|残高|할당량|잔액|\bcuota\b|saldo|kontingent|guthaben|квот|баланс|кредит|средств|crédits? insuffisant|cr[eé]dito|bakiye|tegoed|środk|charge(?:z|r) votre compte|欠费|充值|残額|잔고|رصيد|υπόλοιπο|số dư/i,
  },
  // What somebody may spend.
  {
    kind: 'quota',
    says: /\b(?:team|organi[sz]ation|account|project|workspace|company|customer|tenant|subscription|key|user|seat)(?:['’]s)?\b[^.\n]{0,30}\b(?:budget|allowance|allocation|cap|spend\w*|limit)\b/i,
    unless: /context|prompt|conversation|history|messages/i,
  },
  {
    kind: 'rate-limit',
    says: /rate[ _-]?limit|too[ _-]many[ _-]requests|throttl|(?:tokens|requests)[ _-]per[ _-](?:min|hour|day|second)|(?:tokens?|requests?) ?\/ ?(?:s|sec|m|min|minute|h|hour|d|day|month)\b|\b(?:for|in|during) (?:january|february|march|april|may|june|july|august|september|october|november|december)\b|in flight|token bucket|(?:last|past|this|each) (?:second|minute|hour|day|week|month)\b|\btoday\b|今日|今天|\bheute\b|aujourd|\bhoje\b|сегодня|your plan\b(?!'s model)|(?<![a-z])(?:[TR]P[MDS]|ITPM|OTPM)(?![a-z])|overloaded|concurren|\bqueue (?:is|was|has|depth|limit|full)|upstream (?:is|connect)|no healthy|resource[ _]exhausted|your per-model limit|slow down|\bfree (?:messages|requests)\b|\bmessage limit\b|\blimit of messages\b|\bmessages? (?:allowance|cap)\b|(?:try again|retry)[- ](?:after|in)\b:? ?\d|(?<!\d)\d{1,6}[ -]?(?:s|secs?|seconds?|min|minutes?|hours?|days?)[ -]windows?\b|consumed in (?:this|the) window|\b(?:daily|hourly|weekly|monthly)\b|service unavailable|please wait/i,
  },
  {
    kind: 'rate-limit',
    says: /限流|速率|频率|過於頻繁|过于频繁|请求过多|レート制限|リクエストが多すぎ|요청이 너무 많|속도 제한|demasiadas (?:solicitudes|peticiones)|límite de (?:velocidad|tasa|frecuencia)|trop de requêtes|limite de (?:débit|taxa)|zu viele anfragen|anfragelimit|ratenlimit|слишком много запросов|лимит запросов|muitas (?:solicitações|requisições)|troppe richieste/i,
  },
  // So much per time, in any language.
  {
    kind: 'rate-limit',
    says: new RegExp(
      `(?:(?<![\\p{L}])(?:per|pro|por|par|al|alla|na|za|em|cada|każd\\p{L}+|each|every|this|ce|cette|diese[nr]?|este|esta|questo|questa|этот|эту|этом|deze|denna|в|за|на) |\\d ?/ ?)(?:\\d{1,3} )?(?:${TIMES})s?(?![\\p{L}])|(?:每|毎)(?:秒|分|小时|小時|天|日|月)|分あたり|1 ?(?:日|分間?|時間)(?:の|に|あたり)|[분초일]당|시간당|하루|(?:dakika|gün|saat)(?:da|de| başına)|في (?:الدقيقة|اليوم)|प्रति (?:मिनट|दिन)|ต่อ(?:นาที|วัน)|לדקה|ליום|در (?:دقیقه|روز)`,
      'iu',
    ),
    unless: /per (?:request|call|message|prompt)/i,
  },
  {
    kind: 'rate-limit',
    says: /本日|明日|本月|本周|本週|本年|今月|今週|이번 (?:달|주)|利用枠|\bhoy\b|\boggi\b|\bbugün\b|\bdzisiaj\b|\bdnes\b|\bvandaag\b|\bidag\b|\btänään\b|오늘|اليوم|امروز|hôm nay|hari ini|วันนี้|היום/i,
  },
  {
    kind: 'rate-limit',
    says: /\b(?:di[aá]ri[oa]|quotidien|journalier|giornalier|täglich|stündlich|wöchentlich|monatlich|dagelijks|maandelijks|dzienn|miesięczn|denní|měsíční|günlük|aylık|mensu[ae]l|mensile|mensal|semanal|hebdomadaire|settimanal|daglig|månads|harian|bulanan|napi\b|päivittäi)|дневн|суточн|месячн|щоден|добов|hàng ngày|يومي|शهري|दैनिक|ημερήσι|日次|月間|일일|월간/i,
  },
  {
    kind: 'content-filter',
    says: /content[ _-]?(?:filter|management|policy|moderation)|guardrail|responsible ?ai|safety|flagged|prohibited|inappropriate|moderation|policy violation|security policy|prompt injection|\bPII\b|inhaltsfilter|敏感|违规|内容审核|安全策略|コンテンツ(?:フィルタ|ポリシー)|안전 정책|콘텐츠 필터|filtro de contenido|filtre de contenu|политик/i,
  },
  // Another model is wanted, not a shorter conversation.
  {
    kind: 'other',
    says: /\bmodel (?:can(?:not|['’]t| not)|may not) be (?:changed|switched|replaced)|\b(?:use|change to|switch to) (?:another|a different) model\b/i,
    unless: /\d|exceed|too (?:long|large|big|much)|context|\bfit\b|window/i,
  },
  // A field of the request, not the conversation.
  {
    kind: 'other',
    says: /\b(?:string|array|list|name|description|schema|metadata|parameter|header|field)s? (?:is |was |are )?too (?:long|many)|expected an? (?:string|array) with maximum length|stop[ _]sequences?/i,
    unless: /sequence length|tokens|(?:content|text|input|output|prompt)['"`]?: string too long/i,
  },
  {
    kind: 'output-limit',
    says: /max(?:imum_)?_?(?:completion_?|output_?|new_?)?tokens['"`]* (?:must|should|cannot|to be|is (?:too large|out of|above|over)|exceeds)/i,
    unless:
      /inputs?`? (?:tokens|length)|prompt|your request has|in the messages|context (?:window|length|limit)|model'?s? context|\+ ?\W?max|max\w*\W{0,2} ?\+|\bmessages total/i,
  },
  {
    kind: 'output-limit',
    says: /LengthFinishReason|as the length limit was reached|(?:answer|output|response|completion|reply)\b[^.\n]{0,80}\bcut (?:off|short)\b|max\w{0,20}tokens\W{0,3}\d[\d,]{0,12} (?:exceeds|is (?:above|over|larger than|greater than|more than))[^.;\n]{0,40}\b(?:output|completion)|maximum value for `?max_tokens|maximum tokens (?:value|you requested)|output limit|(?:output|completion|answer|response) of \d|can (?:generate|write|output)/i,
  },
  {
    kind: 'output-limit',
    says: /max[_ ]?(?:completion[_ ]?|output[_ ]?|new[_ ]?|gen\w*_?)tokens|max(?:imum_|_?)tokens|(?:output|completion)[ _](?:tokens|window|length|limit|cap)|budget_tokens|tokens generated|(?:produced|generated|wrote|returned) too|in its (?:output|answer|response)/i,
    unless: OF_INPUT,
  },
  {
    kind: 'output-limit',
    says: /(?<!tokeni[sz]er )\b(?:generat\w*|writes?|writing|written|wrote|produc\w+|emit\w*|replies)\b(?: \w+){0,4} \d{3}|\b(?:cut(?: off)?|stopped|ended) (?:after|at) \d{3}/i,
    unless: OF_INPUT,
  },
  { kind: 'output-limit', says: OUTPUT, unless: OF_INPUT },
  // What a tool may read.
  {
    kind: 'other',
    says: /^\W?(?:\w+: )?file content\b|offset and limit parameters|\bper (?:tool|file|image|document|page|chunk|example|key|function|item|row)\b|\bstop tokens\b|\breasoning_content\b|encrypted content/im,
  },
  // The server cannot hold the model.
  {
    kind: 'other',
    says: /(?:failed|unable) to load|out of memory|\bvram\b|system (?:memory|resources)|memory to (?:load|hold)|for loading|cache memory|derived max|allocation failed|gpu[ _]memory[ _]utilization|initiali[sz]ing the (?:engine|model)|model weights/i,
    unless: /\d tokens? (?:requested|sent)|prompt (?:is|has|was)/i,
  },
  // Work that is not this conversation.
  {
    kind: 'other',
    says: /\bbatch(?:es)?\b|fine[- ]?tun|training (?:file|example|data)|dataset|enqueued/i,
    unless: /n_batch|n_ctx|kv cache|total cache|(?:physical|current) batch|prompt (?:is )?too|context (?:length|window|size)/i,
  },
  { kind: 'other', says: /(?<!position(?:al)? )\bembeddings?\b/i },
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
    says: /\bimages?\b|\bpictures?\b|\bpdf\b|\baudio\b|\bvideo\b|\bpixels?\b|\bfiles?\b|attachment|base64|图片|圖片|图像|画像|이미지|ima[gj]e[nm]|immagin|изображени|зображенн|bild(?:er|datei|größe)?\b|afbeelding|\bobraz|obráz|görsel|\bkuva|εικόνα|תמונה|صورة|छवि|รูปภาพ|hình ảnh|gambar|\bdatei|fichier|\barchivo|\barquivo|ficheiro|bestand|\bplik|\bsoubor|файл|dosya|tiedosto|fájl|αρχείο|קובץ|ملف|फ़ाइल|ไฟล์|\btệp|berkas|ファイル|파일|文件|檔案/i,
    unless:
      /(?<!_)context|\bmodel'?s (?:\w+ )?window|(?:prompt|conversation|history|transcript) (?:is|was|has|too)|(?:question|prompt|input|text|messages?)\b[^.\n]{0,50}\b(?:longer than|too long)|input tokens?|token (?:count|limit)|tokens/i,
  },
  // What is too large is a thing of its own.
  {
    kind: 'other',
    says: /\b(?:files?|documents?|attachments?|(?:tool|mcp|function) (?:\w+ )?(?:response|result|output)s?|chunks?|pages?|search results?|quer(?:y|ies)|snippets?|embedding\w*|frames?|cookies?|(?<![</])titles?|comments?)\b[^.;\n]{0,40}(?:\(\d|\b(?:has|have|is|are|contains?|of) \d|\bexceeds?\b|too (?:long|large|big))/i,
    unless: /\bcontext\b|\bmodel|\bprompt\b|\bhistory\b|conversation|max(?:imum)? (?:context|prompt|input)|n_ctx|token count/i,
  },
  // A parameter that has a name of its own.
  {
    kind: 'other',
    says: /^(?:stop|tools?|functions?|metadata|seed|user|temperature)\b[\w.[\]]*: |^(?!\w{0,40}(?:error|exceed|above|over|too|invalid|fail|bad)\w{0,40}:)(?!(?:\w+_)?(?:prompt|input|messages?|context|total|tokens?|model|seq)_)[a-z]+_[a-z_]+(?:\.\w+)?: (?!.*(?:[Cc]ontext|[Pp]rompt|[Ee]rror|[Cc]onversation|[Hh]istory))/m,
  },
  {
    kind: 'other',
    says: /failed to parse|unexpected (?:token|end)|(?:was|were|could) not (?:be )?found|does not exist|is locked/i,
    unless: /token count|(?:prompt|input) tokens|context (?:window|length)/i,
  },
  // So many messages, images, tools: fewer tokens are no cure.
  {
    kind: 'other',
    says: /(?:at most|maximum(?: of)?|up to|more than|limit(?: of)?|exceeds) (?:\d{1,2} (?!times|percent|million|[kmKM]\b)\p{L}|\d[\d,]* (?:messages|turns|items|tools|functions|declarations|images|files|pages|blocks|inputs|choices|rows|lines|rules|values|properties|parameters|records|columns|entries)\b)|max(?:imum)? (?:number|count) of (?!(?:\w+ )?tokens)\w+|too many (?!(?:\w+ )?(?:tokens?|inputs?|messages?|prompts?|words|requests|context))\w+|too many (?:\w+ )?(?:items|images|tools|functions|files|inputs|properties|parameters|values)|too long for (?:column|field|type|key)/iu,
    unless: /tokens/i,
  },
  {
    kind: 'other',
    says: /\btoo many messages\b[^\d\n]{0,40}\d|\b\d[\d,]{0,12} (?:messages|entries|elements) (?:given|sent|in the request)\b/i,
    unless: /token|context|window|length|\blong\b/i,
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
  /(?<!prefix |suffix |commit )(?:input|prompt|question|content|text|messages?|(?<!search )query)\b[^.\n]{0,60}\b(?<!(?:control|invalid|illegal|special) )characters?\b|(?<!(?:invalid|illegal|unexpected) )\bcharacters?\b(?! ratio)[^.\n]{0,60}\b(?:input|prompt|question|messages|text)|max(?:imum)? length of (?:the )?(?:current )?(?:question|prompt|input|message)|(?:content|text|input|output|prompt)['"`]?: string too long|expected maxlength|(?:输入|内容|文本)[^。\n]{0,20}字符/i

/** A size in bytes. */
export const BYTES: RegExp = /\d ?(?:bytes|[kmg]i?b)\b/i

/** A number of tokens. */
export const TOKEN_COUNT: RegExp = /\d[ -]?tokens?\b|tokens?\)?['"`]?(?: \w+)?[:=]? ?\(?\d|tokens? \w+ \d/i
