/* Written by scripts/fit-refusal-weights.ts, from the labelled texts of the tests. */

/** Where a text without any mark stands. */
export const START = -0.1

/** What marks of a text add; `@` stands before a role, `%` before what its sizes are like. */
export const WEIGHTS: readonly (readonly [weight: number, marks: string])[] = [
  [-2.8, '@money'],
  [-2.4, '@time'],
  [-2.2, '@complaint'],
  [-2.1, '@media'],
  [-2, 'cach'],
  [-1.9, '@filter'],
  [-1.8, '@access'],
  [-1.7, '#low|content'],
  [-1.5, '@output'],
  [-1.4, 'think'],
  [-1.3, '@bytes|@output~#|@thing|whil'],
  [-1.2, '@not+complaint|@rate+limit|embed|max token|maximum|minimum'],
  [
    -1.1,
    '@filter+input|@input+filter|@media~big|@model+output|@rate|@rate+too|@thing+too|@token+time|^@money|budget|json|minut|not|not support',
  ],
  [
    -1,
    '@limit~less|@time~#|@token~time|^@access|^@media|^@output|embed input|input should|is not|overloa|query|think budget|was',
  ],
  [
    -0.9,
    '@#+bytes|@big+rate|@full~token|@input~time|@output~token|@window~model|^@not|context window|data|exceed your|max|may|minimum is|reach|read|رمز',
  ],
  [
    -0.8,
    '#big of|@big~thing|@full~server|@input~bytes|@limit+output|@limit+over|@not+model|@output+token|@over~time|@server|@thing~big|@thing~thing|@time~limit|@token+full|@token+thing|@too+window|@too~time|^@limit|^@model|^@more|are|at|buffer|cach need|complex|detect|exceed #big|gpu|instead|key|maksyma|maximo|megabyt|memory|need at|payload|payload too|small minimum|unknown|use|vou avez|запросо|请求',
  ],
  [
    -0.7,
    '%one|@#~output|@#~window|@big~#|@big~bytes|@filter+filter|@filter~input|@input+complaint|@model~time|@output~model|@over+#|@rate+over|@rate~over|@restart+token|@server~server|@time+over|@time+time|@token+access|@token~>|@window~not|@window~server|^@server|acces|an|anfrage|bia|cach content|detect in|embeddi|empty|greater|greater than|has|increas|is les|least #big|logit|logit bia|model do|prompt cach|rat|sie|solicit|summari|support|switch|thread|too|ubersch|verzoek|with a|you request|zu viel|вы|превыше|في|토큰 한도',
  ],
  [
    -0.6,
    '#big messag|@input~media|@limit+full|@limit~money|@limit~output|@limit~over|@limit~time|@media+big|@media~too|@money+not|@money~money|@money~token|@money~window|@output+limit|@output~limit|@remedy~token|@server+server|@thing+input|@thing+thing|@time+limit|@time+token|@too|@too~thing|@window~complaint|@window~token|anda|api error|avez|be|being|configu|content is|do not|due|due to|field|imag|least one|long to|many request|model #big|model use|not availab|of request|overloa error|queu|richies|server|sourc|stack|stop sequenc|stream|termina|than #mid|thi model|took|tpm|uri|uri too|vou|web|your prompt|분당|분당 토큰|한도|했습|했습 습니',
  ],
  [
    -0.5,
    '#big jeton|@#~limit|@big~over|@complaint+#|@complaint+model|@fit~not|@full+server|@input~money|@limit~>|@limit~big|@media+model|@media~fit|@model+not|@model~model|@model~not|@money+#|@not+thing|@output+#|@over+money|@over~over|@rate~model|@rate~rate|@restart~model|@thing+fit|@token+output|@too+time|@too~bytes|@window+complaint|@window+rate|@window+time|@window~fit|^@thing|abgeleh|another|at positio|be greater|between|body|clear the|contain|context deadlin|de requet|deadlin|deadlin exceed|edit|erlaubt|error cod|error whil|es|exampl|flight|grammar|grand|has #mid|has an|has exceed|in flight|incorre|increas visit|index|input was|insuffi|int|is|is larger|is limit|istek|larger than|left|long context|low|maximum length|messag must|messagg|model context|must be|of|one|one of|out|output|per|por|positio #big|predict|schema|search|seed|set|siz exceed|system prompt|than|than #low|to|to increas|token da|token you|too short|took too|variabl|verfugb|versuch|visit|was cut|wer|whil process|wurd|your per|из|квота|много|превыше квота|токени|次数|요청|요청 청이|청이|청이 너무',
  ],
  [
    -0.4,
    '#big megabyt|#low #low|#low has|%none|@big+#|@big~time|@complaint~complaint|@complaint~full|@input+thing|@media+too|@more~remedy|@not~window|@output~over|@rate~window|@thing~fit|@thing~limit|@thing~over|@thing~rate|@time~too|@token+remedy|@token~access|@window~time|afford|afford #big|after|after #big|allow|already|and upgrad|api|ask for|aufgebr|availab for|budget token|but can|by the|can only|capacit|chat gpt|clear|control|deep|den|der prompt|exceed maximum|fin|from|has #big|has to|high|hochste|ihr|in|jeton sur|larger|leer|long #big|messag at|min|mit|mit #big|model control|most|must|nam|new convers|num|off|old|only afford|parser|process|prompt templat|propert|request up|request uri|resourc|respond|second|short|smaller|supera el|sur|token #big|token per|too old|upgrad|valid|verbrau|visit and|votr messag|with thi|you ask|дозволе|из #big|лимит запросо|الرموز|الرموز في|数超|消息',
  ],
  [
    -0.3,
    '#big kontext|#low context|#low megabyt|#mid allow|@#+time|@access+input|@complaint~window|@input+media|@input+restart|@input~filter|@limit+media|@model+complaint|@not+full|@output+big|@over~output|@rate~output|@restart|@token~output|@too+#|@too~rate|a|are allow|call stack|cancel|cau|clos|context cancel|de salida|de solicit|demasia|e|est modelo|exceed #low|fetch|got #low|han|input has|many|maximum #low|maximum call|of max|output token|salida|solicit #big|stack siz|templat|the #mid|the cach|too many|whil read|you',
  ],
  [-0.2, '@input+rate|@limit~too|@not|@remedy+#|@thing+window|@window~too|at most|batch|le|rang'],
  [-0.1, '@complaint+thing|@input+time|@server~input|^@rate|bitt|d|given|ist'],
  [0.1, '%rising|@#~too|@big+too|@input~complaint|@model~#|@more+window'],
  [0.2, '@big+model|@full~window|@input~full|@window+input|exceed model|for model|model s|than the|tokenow'],
  [
    0.3,
    '@model+#|@over~big|@server~model|@token+limit|@too+input|@window+big|abort|allow #big|baglam sınırı|de entrada|di contest|error prompt|invalid param|long|na|ni|prompt exceed|prompt too|small for|sum|the length|token at|you sent|модели|разгово|مدل|입력|컨텍|컨텍 텍스',
  ],
  [
    0.4,
    '#mid jeton|@#~more|@big~complaint|@big~not|@bytes+#|@fit~#|@full+not|@full+window|@input~less|@media+not|@media~not|@model+window|@model~big|@model~rate|@money+model|@more~#|@output~input|@over+model|@over+window|@over~token|@thing+media|@thing~full|@token+not|@too+limit|@window~full|a new|agent|ai|bad|bad request|convers|convers is|cua|day|eingab|eingabe|entrada|er|error request|exceed limit|fail|for request|in ingress|ingress|input #big|is abl|konverz|largest|limit is|long error|lungime|lungime maxima|maximum input|najvecj|need #big|new one|over limit|questio|razgovo|razgovo je|remot|request too|samtale|sequenc|sequenc length|shorten|statu cod|suppli|to continu|token mor|too long|v|v #low|your input|η|πλαισιο|входных|חלון|חלון ההקשר|حد|متن|نافذة|نافذة السياق|و|गई|上下|上下 下文|下文|스트|텍스|텍스 스트',
  ],
  [
    0.5,
    '#low with|#mid #mid|#mid context|= #big|= max|@#~>|@big~token|@input|@input+input|@input+remedy|@input~#|@input~limit|@less+input|@less~input|@model+fit|@not+more|@not~fit|@rate+not|@thing+#|@too+model|@too+output|@window+model|@window+window|^@window|and the|by|ca|ca not|compact|count|en|error the|hinh|hit|in request|invoert|length is|many token|maximal|maximum context|messag and|mo|mo hinh|need to|not be|not exceed|of system|overskr|prompt length|request fail|room|s|sent|snowfla|sohbet|sum of|tanto|texto|the fil|the window|ther is|thi convers|token for|token in|transcr|try|una|was train|would|would be|y|zaidi|του|длина|для|של|של המודל|أطول|است|طول|من|टोकन|प्रॉम्प|キス|キス スト|テキ|テキ キス|ンテ テキ',
  ],
  [
    0.6,
    '#big token|%|=|@#+model|@#~rate|@big|@fit~input|@input+#|@input+bytes|@input+model|@input~more|@model+full|@model~input|@more~model|@not+output|@not+window|@over~not|@restart+restart|@time+less|@token+#|@token+more|@token~fit|@too~input|@too~model|^@#|ang|at onc|be at|charact is|chuyen|cuoc|cuoc tro|de context|de maximal|documen|er of|error error|go|input charact|into the|invalid request|is oversch|is too|it|kan|la convers|last|llm|modelin|much context|of token|onc|oversch|oversiz|paramet =|statu|t|ther|token valu|tokeni|too much|tool #big|tro|tro chuyen|truncat|validat|valu =|wa|we|μεγιστο|ארוכה|השיחה ארוכה|به|गई है|बहुत',
  ],
  [
    0.7,
    '@#+limit|@#+over|@big+token|@big~fit|@fit~token|@input+limit|@input~model|@model~over|@not~input|@not~thing|@output+not|@output~too|@over~too|@remedy|@token~input|@token~over|@too+thing|@window+full|^@remedy|abl|abl to|again with|baglam|contest|context|dai hon|ensur|error|form|full|generat|i can|input|input is|max input|modeli|must not|over|see|token allow|token too|window exceed|گفتگو',
  ],
  [
    0.8,
    '#big #big|#low #mid|@input~>|@limit+window|@not~more|@not~output|@window~output|becaus the|got #mid|history|input and|into|length of|maksima|not fit|token must|از|इनपुट|बातचीत',
  ],
  [
    0.9,
    '%near|<|@complaint+input|@full+input|@input~token|@not~big|@remedy+input|@thing~input|@token+over|@window~over|becaus|canh|je|much|ngu|ngu canh|shorter|than i|the max|token exceed|ההקשר|השיחה',
  ],
  [1, '@input+over|@input~fit|@more+model|@token+input|and|length should|prompt|refus|المحادث|संदर्भ'],
  [
    1.1,
    '@input+more|@model|@over~window|@token|@window|dai|input length|kontext|least #low|length|of input|token of|контекс|النموذج',
  ],
  [1.2, '@input+full|@input+too|@input~window|@window+over|fit|السياق'],
  [1.3, '#low got|@input+big|konteks|paramet|token limit'],
  [1.5, 'i'],
  [1.6, 'total'],
  [1.7, '@input+token|@input~big'],
]
