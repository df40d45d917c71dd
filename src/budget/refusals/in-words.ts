/** How a language says that what goes into a model is too much for it: what it is about, and that it is too much. */
interface Words {
  readonly language: string
  readonly what: RegExp
  readonly excess: RegExp
}

const LANGUAGES: readonly Words[] = [
  {
    language: 'English',
    what: /context|prompt(?![_ -]?(?:cach|template|_id))|input (?:tokens?|length|size|text|sequence|of \d|is|was)|(?:number|count|total|sum) of (?:input )?tokens|(?:input|request(?:ed)?|total) tokens?|token (?:count|limit|budget|window)|conversation|\bchat\b|\bhistory\b|sequence|model input|input ids|\bmessages\b(?![.[])|message token|n_ctx|\bctx\b|transcript|thread is|positions\b|(?:attention|\d|over) window|your input|kv cache/i,
    excess:
      /exceed|too (?:long|large|big|many)|(?:longer|larger|greater|bigger|more) than|over (?:the |its |your )?(?:limit|maximum|budget|capacity)|overflow|(?:does not|do not|doesn't|don't|cannot|can't|won't|will not) fit|(?:reduce|shorten|trim|truncate) (?:the |your )?(?:length|prompt|input|messages|context|conversation|size)|beyond|above the|(?:must be|must have|has to be|have to be) (?:less|fewer|at most|shorter)|exhausted|\bfull\b|out of range|(?:is|are|was) only \d|reached the max|(?:supports?|accepts?|takes?) (?:at most|only|up to)|cannot be longer|surpass|\d ?> ?\w|out of (?:context|room|space)|(?:ran|run) out|\blengthy\b|not enough (?:room|space|context)|(?:big|large|long) enough|cannot be placed|capacity (?:of )?\d|no longer fits?|overrun|insufficient (?:context|space|room)|not within|over (?:what|window|the \d)|tokens? over\b|(?:this|the|available|no) (?:\w+ )?model can|model can (?:attend|hold|read|handle|take|process)|ceiling|above \d|too small for (?:this|the|your) (?:prompt|request|input)/i,
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
      /exced|super(?:a|ó|ad)|eccessiv|acima do|por encima|sobrepasa|ultrapass|eccede|demasiad[oa] (?:larg|grande)|(?:muito|demasiado) (?:long|grande|extens)|troppo (?:lung|grand)/i,
  },
  {
    language: 'French',
    what: /contexte|invite|prompt|entrée|jetons|tokens?|messages?|conversation/i,
    excess: /dépass|excèd|trop (?:long|grand|volumineu)|supérieur/i,
  },
  {
    language: 'German',
    what: /kontext|prompt|eingabe|tokens?|nachricht|unterhaltung|verlauf/i,
    excess:
      /überschreit|überschritten|übersteig|zu (?:lang|groß|viele tokens?)|größer als|länger als|passt nicht|passen nicht|erreicht|ausgeschöpft/i,
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
  { language: 'Turkish', what: /bağlam|[iİ]stem|girdi|belirteç|token/i, excess: /aşıyor|aştı|aşıldı|çok uzun|çok büyük/i },
  { language: 'Arabic', what: /السياق|الإدخال|المدخلات|رمز|رموز/, excess: /تجاوز|يتجاوز|طويل جد/ },
  { language: 'Hindi', what: /संदर्भ|इनपुट|प्रॉम्प्ट|टोकन/, excess: /अधिक|ज़्यादा|लंबा|सीमा/ },
  { language: 'Vietnamese', what: /ngữ cảnh|đầu vào|prompt|token/i, excess: /vượt|quá dài|quá lớn/i },
  { language: 'Indonesian', what: /konteks|masukan|prompt|token/i, excess: /melebihi|melampaui|terlalu (?:panjang|besar)/i },
  // Words that most languages share.
  {
    language: 'any language',
    what: /[ck]onte(?:xt|kst|ks|st)|prompt/i,
    excess: /(?:ma(?:x|ks|ss)[iy]m|l[ií]mit)[^\n]{0,80}\d{3}/i,
  },
]

/** The language in which a text says that a request is too large for a model; `undefined` if it does not. */
export function saidIn(text: string): string | undefined {
  return LANGUAGES.find(({ what, excess }) => what.test(text) && excess.test(text))?.language
}
