/** How a language says that what goes into a model is too much for it: what it is about, and that it is too much. */
interface Words {
  readonly language: string
  readonly what: RegExp
  readonly excess: RegExp
}

const LANGUAGES: readonly Words[] = [
  {
    language: 'English',
    what: /(?<![\w/-])context(?!-| (?:deadline|cancel|id\b|item|manager|cach|has expired|not found))|_context_|\btokens\b(?! per)|\btoken exceed|\binputs?\b(?! (?:image|file|audio|validation))|too much text|prompt(?![_ -]?(?:cach|template|_id))|input (?:tokens?|length|size|text|sequence|of \d|is|was)|(?:number|count|total|sum) of (?:input )?tokens|(?:input|request(?:ed)?|total) tokens?|token (?:count|limit|budget|window)|conversation|\bchat\b(?! has \d)|\bhistory\b|\bthis thread\b|the thread has\b|sequence (?:length|of)|(?:input|token|tokens|prompt|the|this|your) sequence\b|model input|input ids|\bmessages\b(?![.[])|message token|n_ctx|\bctx\b|transcript|thread is|positions\b|(?:attention|\d|over) window|your input|kv cache/i,
    excess:
      /exceed|too (?:long|large|big|many|much)|at most|no more than|none fits?|no (?:\w+ )?(?:endpoints?|models?|providers?) (?:\w+ ){0,3}supports?|max(?:imum)?\b[^\n]{0,60}(?:is|of|:) ?\(?\d|(?:no|not) (?:bigger|larger|longer|more) than|past what|too \w+ for (?:the|this) model|(?:bigger|more|larger) than (?:what )?(?:the|this|any)|(?:longer|larger|greater|bigger|more) than|over (?:the |its |your )?(?:\w+ )?(?:limit|maximum|budget|capacity)|excessive|(?:over|beyond|past) \d|(?:context|window|limit|maximum) (?:was |is |has been )?reached|(?:reached|hits?) (?:the |its |your )?(?:\w+ ){0,2}(?:limit|maximum|length|cap)\b|grown (?:beyond|too)|more \w+ \w+ \w+ than|overflow|(?:does not|do not|doesn't|don't|cannot|can't|won't|will not) fit|(?:reduce|shorten|trim|truncate) (?:the |your )?(?:length|prompt|input|messages|context|conversation|size)|beyond|above the|(?:must be|must have|has to be|have to be) (?:less|fewer|at most|shorter)|exhausted|\bfull\b|out of range|(?:is|are|was) only \d|reached the max|(?:supports?|accepts?|takes?) (?:at most|only|up to)|cannot be longer|surpass|(?:limit|window|maximum|capacity) (?:was |is |has been )?reached|\d ?> ?\w|out of (?:context|room|space)|(?:ran|run) out|\blengthy\b|not enough (?:room|space|context)|(?:big|large|long) enough|cannot be placed|capacity (?:of )?\d|no longer fits?|overrun|insufficient (?:context|space|room)|not within|over (?:what|window|the \d)|tokens? over\b|(?:this|the|available|no) (?:\w+ )?model can|model can (?:attend|hold|read|handle|take|process)|ceiling|above \d|too small for (?:this|the|your) (?:prompt|request|input)/i,
  },
  {
    language: 'Chinese',
    what: /上下文|prompt|提示词|提示詞|输入|輸入|令牌|token|对话|對話|消息/i,
    excess: /超出|超过|超過|过长|過長|太长|太長|过大|過大|大于|大於|超限|超长|超長|上限|最大[^\n]{0,20}\d{3}/,
  },
  {
    language: 'Japanese',
    what: /コンテキスト|プロンプト|入力|トークン|会話/,
    excess: /超え|超過|すぎ|収まりま?せ|収まらな|上限|制限に達|最大 ?\d{3}/,
  },
  {
    language: 'Korean',
    what: /컨텍스트|문맥|프롬프트|입력|토큰|대화|메시지/,
    excess: /초과|너무 (?:깁|길|긴|큽|큰|많)|넘|보다 (?:큽|큰|깁|긴)/,
  },
  {
    language: 'Spanish, Portuguese, Italian',
    what: /contexto|contesto|prompt|entrada|input|tokens?|mensaje|mensagem|messaggi|conversa/i,
    excess:
      /exced|super(?:a|ó|ad)|eccessiv|acima do|por encima|sobrepasa|ultrapass|eccede|demasiad[oa] (?:larg|grande)|más (?:larg|grande)\w* (?:de lo )?que|no cabe|(?:muito|demasiado) (?:long|grande|extens)|(?:long|grande|extens)\w{0,2} demais|\bllen[oa]\b|\bchei[oa]\b|\bpien[oa]\b|troppo (?:lung|grand)/i,
  },
  {
    language: 'French',
    what: /contexte|invite|prompt|entrée|jetons|tokens?|messages?|conversation/i,
    excess:
      /dépass|excèd|trop (?:long|grand|volumineu)|supérieur|plus (?:long|grand)\w* que|ne tient (?:pas|plus)|n'accepte que|\bpleine?\b/i,
  },
  {
    language: 'German',
    what: /kontext|prompt|eingabe|tokens?|nachricht|unterhaltung|verlauf/i,
    excess:
      /überschreit|überschritten|übersteig|zu (?:lang|groß|viele tokens?)|größer als|länger als|umfangreich|höchstens|passt nicht|passen nicht|erreicht|ausgeschöpft|\bvoll\b/i,
  },
  {
    language: 'Russian, Ukrainian',
    what: /контекст|промпт|запрос|входн|ввод|токен|сообщени|моделі/i,
    excess: /превы|слишком (?:длин|больш|велик)|больше,? чем|длиннее|переполн|перевищ/i,
  },
  {
    language: 'Polish, Czech',
    what: /kontekst|kontext|prompt|token|wej|vstup/i,
    excess: /przekrocz|przekracza|za dług|zbyt dług|překra|překroč|příliš/i,
  },
  {
    language: 'Dutch, Swedish, Danish, Norwegian, Finnish',
    what: /[ck]ontext|kontekst|prompt|invoer|indata|token|syöt/i,
    excess: /overschr|te lang|te groot|översk|overskri|för lång|for lang|ylitt|liian pit/i,
  },
  { language: 'Turkish', what: /bağlam|[iİ]stem|girdi|belirteç|token/i, excess: /aşıyor|aştı|aşıldı|çok uzun|çok büyük|doldu/i },
  { language: 'Arabic', what: /السياق|الإدخال|المدخلات|رمز|رموز/, excess: /تجاوز|يتجاوز|طويل جد/ },
  { language: 'Hindi', what: /संदर्भ|इनपुट|प्रॉम्प्ट|टोकन/, excess: /अधिक|ज़्यादा|लंबा|सीमा/ },
  { language: 'Vietnamese', what: /ngữ cảnh|đầu vào|prompt|token/i, excess: /vượt|quá dài|quá lớn/i },
  { language: 'Indonesian', what: /konteks|masukan|prompt|token/i, excess: /melebihi|melampaui|terlalu (?:panjang|besar)/i },
  // Words that most languages share.
  {
    language: 'any language',
    what: /(?<![\w/-])[ck]onte(?:xt|kst|ks|st)(?!-)|(?<![\w/-])prompt/i,
    excess: /(?:ma(?:x|ks|ss)[iy]m|l[ií]mit)[^\n]{0,80}\d{3}/i,
  },
]

/** What names and codes that mean an overflow speak of, how, and what they must not speak of: they are sentences without spaces. */
const NAMES: Readonly<Record<'what' | 'excess' | 'unless', RegExp>> = {
  what: /context|prompt|\binput|tokens?\b|window|sequence|conversation|history|content length/i,
  excess:
    /exceed|too (?:long|large|big|many)|overflow|oversize|(?:context|token|tokens|prompt|input|window) (?:length |size |window |budget )?limit|(?:prompt|input|context) (?:length|size)$|over (?:limit|max)/i,
  unless:
    /rate|quota|minute|day|tpm|output|completion|max (?:new )?tokens|expired|auth|security|access|retr(?:y|ies)|files?\b|image|tool|schema|name\b|index|short|empty|missing|concurren/i,
}

/** `model_max_prompt_tokens_exceeded`, `InvalidParameter.OversizedPrompt`, `CONTEXT_LIMIT`. */
export function isOverflowName(name: string): boolean {
  const words = plainWords(name).replace(/[.:/-]+/g, ' ')
  return (
    !/\s\S+\s\S+\s\S+\s\S+\s\S+\s/.test(words) && NAMES.what.test(words) && NAMES.excess.test(words) && !NAMES.unless.test(words)
  )
}

/** What belongs to a conversation and is not what it says: `conversation id`, `chat title`, `prompt template`. */
const BELONGINGS =
  /\b(?:conversation|chat|prompt|message|thread|session|history|input|context)[ _-](?:ids?|names?|titles?|keys?|labels?|participants?|members?|templates?|versions?|types?|roles?|owners?|tags?|retention|descriptions?|headers?|urls?)\b/gi

export function withoutBelongings(text: string): string {
  return text.replace(BELONGINGS, ' ')
}

/** The language in which a text says that a request is too large for a model; `undefined` if it does not. */
export function saidIn(text: string): string | undefined {
  const said = withoutBelongings(text)
  return LANGUAGES.find(({ what, excess }) => what.test(said) && excess.test(said))?.language
}

/** Whether a text speaks of what goes into a model, in any language. */
export function isAboutInput(text: string): boolean {
  const words = withoutBelongings(plainWords(text))
  return LANGUAGES.some(({ what }) => what.test(words))
}

/** Names of fields as words, and no addresses: `inputTokenLimit`, `max_seq_len`, `https://…#context-window`. */
export function plainWords(text: string): string {
  return text
    .replace(/\bhttps?:\/\/\S+/g, ' ')
    .replace(/([a-z\d])(?=[A-Z])/g, '$1 ')
    .replace(/_+/g, ' ')
}
