/* Written by scripts/fit-refusal-weights.ts, from the labelled texts of the tests. */

/** Where a text without any mark stands. */
export const START = 0

/** What marks of a text add; `@` stands before a role, `%` before what its sizes are like. */
export const WEIGHTS: readonly (readonly [weight: number, marks: string])[] = [
  [-2.9, '@money'],
  [-2.4, '@time'],
  [-2.3, '@complaint|@media'],
  [-1.9, '@filter|cach'],
  [-1.8, '@access'],
  [-1.7, '#low|content'],
  [-1.5, '@output'],
  [-1.3, '@bytes|@rate+limit|@thing|max token|think|whil'],
  [-1.2, '@output~#|budget|embed|maximum|minimum|not|not support'],
  [-1.1, '@filter+input|@input+filter|@thing+too|@time~#|@token+time|@token~time|^@money|is not'],
  [
    -1,
    '@big+rate|@input~time|@limit~less|@model+output|@not+complaint|@rate+too|@server|^@access|input should|json|minut|overloa|support|think budget|رمز',
  ],
  [
    -0.9,
    '@#+bytes|@input~bytes|@limit+over|@media~big|@not+model|@output+token|@rate|@thing~big|@thing~thing|@token+thing|^@media|^@model|^@more|^@output|at|configu|data|detect|embed input|exceed your|is larger|max|megabyt|payload|payload too|query|reach|unknown|was',
  ],
  [
    -0.8,
    '#big of|@big~thing|@input~media|@limit+output|@media~fit|@output~token|@over+#|@over~time|@server~server|@time~limit|@token+full|@token~>|@too+window|@too~time|@window~model|@window~not|^@limit|^@not|cach content|cach need|gpu|key|maksyma|maximo|minimum is|need at|use|vou avez|with a|запросо|في',
  ],
  [
    -0.7,
    '#big jeton|#big messag|@#~window|@big~#|@big~bytes|@filter+filter|@full~server|@full~token|@model~not|@output~limit|@rate+over|@server+server|@time+over|@time+time|@token+access|@token~full|@too~thing|@window~server|anfrage|be|buffer|complex|contain|content is|context window|detect in|embeddi|empty|exceed #big|greater|greater than|increas|instead|least #big|messag must|per|proces|prompt cach|read|requir|small minimum|solicit|than|thread has|tpm|uri|uri too|verzoek|vou|you request|вы|превыше|토큰 한도',
  ],
  [
    -0.6,
    '%one|@#~output|@filter~input|@input+complaint|@limit~time|@media~too|@model~time|@money+#|@money+not|@money~money|@money~token|@not+thing|@output+limit|@remedy~model|@restart~model|@thing+fit|@thing+thing|@thing~rate|@time+limit|@time+token|@token+output|@window~complaint|@window~fit|^@server|acces|api error|are|at positio|avez|bia|de requet|due|due to|es|flight|has|has #mid|in flight|is les|is limit|least one|logit|logit bia|many request|may|model do|must|not availab|of request|output|overloa error|positio #big|queu|rat|server|set|sourc|stack|stream|termina|too|ubersch|versuch|web|zu viel|из|请求|분당|분당 토큰|한도',
  ],
  [
    -0.5,
    '#big is|%none|@complaint+#|@complaint+model|@full+server|@input+media|@input+thing|@input~money|@limit+full|@limit~>|@limit~big|@limit~money|@limit~output|@limit~over|@media+big|@model+not|@money~window|@output~model|@over+money|@over~input|@over~over|@rate~model|@rate~rate|@remedy+thing|@remedy~token|@restart+token|@thing+input|@too+time|@too~bytes|@window+complaint|@window+rate|@window+time|an|and upgrad|anda|another|be greater|being|between|chat gpt|context deadlin|deadlin|deadlin exceed|do not|error cod|error whil|exampl|fin|grammar|grand|haben|has exceed|imag|incorre|increas visit|istek|long to|low|messagg|min|model #big|model context|model use|most|need|new token|por|predict|propert|request uri|richies|short|smaller|spac|switch|system prompt|thi model|to increas|token da|token per|token you|took|upgrad|verfugb|viel|visit|votr messag|wer|whil process|with thi|your per|квота|много|превыше квота|токени|الرموز|الرموز في|次数|요청|요청 청이|청이|청이 너무|했습|했습 습니',
  ],
  [
    -0.4,
    '#big megabyt|#low and|@#~limit|@media+more|@model+money|@money+token|@more~remedy|@output+big|@output~over|@over~output|@rate~output|@rate~over|@restart|@thing~limit|@token~access|@too|@window~token|@window~too|abgeleh|afford|afford #big|after|after #big|allow|api|ask for|aufgebr|availab for|budget token|but can|by the|capacit|cau|clos|deep|demasia|den|der prompt|e|erlaubt|exceed #low|fetch|high|hochste|in|input has|insuffi|int|item|jeton sur|le|limit of|long #big|many|maximum length|messag at|mit|mit #big|nam|new convers|no|num|of|of max|only afford|out|output token|parser|process|request up|resourc|respond|schema|search|seed|siz exceed|stop sequenc|supera el|sur|than #low|than #mid|to|too complex|too many|too short|took too|variabl|visit and|was cut|whil read|word|you ask|дозволе|из #big|数超',
  ],
  [
    -0.3,
    '#big kontext|#low #low|#low context|#mid allow|@#+time|@access+input|@big+#|@big~time|@complaint+limit|@full~time|@input~filter|@input~too|@limit+media|@model+complaint|@model~media|@model~model|@model~thing|@not~window|@output+#|@thing+window|@thing~over|@too+#|@too~rate|^@bytes|^@rate|^@thing|are allow|batch|be a|call|call stack|can only|cancel|context cancel|de salida|est modelo|exceed maximum|got #low|han|has #big|ihr|is|maximum #low|maximum call|one messag|prompt templat|protoco|s output|salida|second|sie|solicit #big|stack siz|support #big|templat|the #mid|the cach|token #big|valid|verbrau|wurd|you|هو',
  ],
  [
    -0.2,
    '@complaint+thing|@input+rate|@input+time|@limit~too|@media+too|@remedy+#|@token~output|at most|client|d|in thi|may be|rang|up to',
  ],
  [-0.1, 'given'],
  [0.1, '%rising|@input~complaint|@input~full'],
  [0.2, '@big+model|@big+too|@full~window|@window+input|allow #big|for model|limit is|sum|the length|tokenow'],
  [
    0.3,
    '#mid jeton|@#~too|@bytes+#|@fit|@fit~#|@fit~model|@less+input|@model+#|@restart+restart|@server~model|@token+limit|@too+input|@too+model|@window+model|@window~full|baglam sınırı|by #low|de entrada|di contest|follow|in ingress|ingress|na|ni|para|prompt exceed|prompt siz|prompt too|questio|v|v #low|مدل|입력',
  ],
  [
    0.4,
    '%|= max|@input~less|@input~limit|@input~more|@media+not|@model+window|@money~over|@not+output|@not~fit|@not~input|@not~more|@over+model|@over+window|@over~big|@token+not|@too+limit|a new|abort|and the|be at|been|by|convers has|cua|day|eingabe|entrada|error request|error the|exceed limit|fail|fill|has been|in request|input #big|konverz|largest|long error|lungime|lungime maxima|maximum input|messag|messag and|najvecj|not be|over limit|oversiz|razgovo|razgovo je|remot|request is|request too|rut|see|small for|statu cod|tanto|the input|the window|token for|una|van|you sent|η|входных|модели|разгово|חלון|חלון ההקשר|الإدخال|حد|متن|نافذة|نافذة السياق|गई|टोकन|스트|컨텍|컨텍 텍스|텍스|텍스 스트',
  ],
  [
    0.5,
    '#low with|<|@#+limit|@#~>|@#~more|@big|@big~not|@input|@input+#|@input+bytes|@input~>|@less~input|@model~fit|@model~input|@more~#|@not+more|@output~input|@over~not|@over~token|@rate+not|@thing+#|@window+window|^@#|^@remedy|^@window|abl|abl to|ca|ca not|chat|convers|count|for request|hinh|hit|invoert|is too|it|length is|long|many token|maximal|maximum context|mo|mo hinh|need #big|not exceed|of system|of token|overskr|read at|request fail|room|samtale|sohbet|sum of|suppli|the fil|token valu|tokeni|tool #big|transcr|try|would be|zaidi|πλαισιο|του|длина|для|השיחה ארוכה|של|של המודל|أطول|است|طول|من|प्रॉम्प|キス|キス スト|テキ|テキ キス|ンテ テキ|上下|上下 下文|下文',
  ],
  [
    0.6,
    '#low #mid|#mid #mid|#mid context|= #big|@big+token|@input+model|@input~#|@input~model|@model+fit|@not~output|@output+not|@output~too|@time+less|@token+#|@token~fit|@too~input|ai|ang|at onc|bad request|charact is|chuyen|cuoc|cuoc tro|de context|de maximal|en|generat|go|input charact|into the|is oversch|la convers|modelin|much context|new one|onc|over|oversch|paramet =|prompt length|s|sequenc length|snowfla|statu|t|than i|ther|ther is|token allow|token too|tro|tro chuyen|validat|valu =|wa|window exceed|would|y|μεγιστο|ארוכה|به|गई है|बहुत',
  ],
  [
    0.7,
    '=|@#~rate|@big~fit|@big~token|@fit~token|@input+limit|@limit+window|@model+full|@model~over|@more~model|@over~too|@remedy|@thing+media|@token+more|@token~input|@token~over|@too+thing|@too~model|@window+full|@window~output|again with|baglam|compact|contest|context|documen|er of|error|error error|form|full|input is|into|length of|maksima|max input|modeli|token in|too much|truncat|از|گفتگو',
  ],
  [
    0.8,
    '@#+model|@input+over|@input~fit|@not~big|@not~thing|@thing~input|@token+over|becaus the|canh|ensur|got #mid|input and|je|must not|ngu|ngu canh|not fit|sent|the max|token must|इनपुट|बातचीत',
  ],
  [
    0.9,
    '@>+>|@full+input|@input+remedy|@input~token|@more+model|@remedy+input|@window~over|becaus|input|length|length should|much|shorter|token exceed|ההקשר|השיחה',
  ],
  [1, '#big #big|@token+input|fit|input length|kontext|of input|refus|المحادث|संदर्भ'],
  [
    1.1,
    '%near|@complaint+input|@input+full|@input+more|@input+too|@input~window|@model|@over~window|@window|@window+over|and|dai|i|least #low|prompt|контекс|السياق|النموذج',
  ],
  [1.2, '#low got|@input+big|@token|history|paramet'],
  [1.3, 'konteks|token limit|token of'],
  [1.5, '@input+token'],
  [1.8, '@input~big|total'],
]
