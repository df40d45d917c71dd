/* Written by scripts/fit-refusal-weights.ts, from the labelled texts of the tests. */

/** Where a text without any mark stands. */
export const START = -0.2

/** What marks of a text add; `@` stands before a role, `%` before what its sizes are like. */
export const WEIGHTS: readonly (readonly [weight: number, marks: string])[] = [
  [-2.5, 'cach'],
  [-2.3, '@complaint'],
  [-2.2, '@filter|embed|minut'],
  [-2.1, 'content'],
  [-2, 'max token'],
  [-1.9, '@bytes|@media|@money+not'],
  [-1.8, '^@money|embed input'],
  [-1.7, '@not+complaint|@rate+limit|budget'],
  [-1.6, '@limit~less|@output~#|^@access|json'],
  [-1.5, '@access|@filter+input|@thing+too|may|not support'],
  [
    -1.4,
    '#big of|@media~too|@money~money|@over+money|@over~over|@window~model|imag|minimum|not|overloa|requir mor|think|use|رمز|のト|のト トー',
  ],
  [-1.3, '@media~big|@output+token|@output~token|@rate+too|@token+time|buffer|detect|is not|query|read'],
  [
    -1.2,
    '@input+filter|@input+money|@limit+output|@model+output|@money+#|@money+full|@not~money|@output|@time+limit|@time+time|@token+access|@token+thing|@too+time|@too+window|exceed #low|excepti max|input should|insuffi|megabyt|minimum is|payload too|propert|think budget|thread|tpm|verzoek|りま',
  ],
  [
    -1.1,
    '@full~token|@input~time|@limit+over|@output~limit|@time|@time+over|@window~server|anda|capacit|complex|has|instead|maximum|payload|small minimum|was',
  ],
  [
    -1,
    '#low #low|@input~bytes|@media+big|@model+money|@output~over|@rate+token|@rate~access|@rate~big|@remedy~token|@restart+token|@thing|@time~limit|@token+full|@token~full|@too~thing|^@more|acces|being|credit|exceed #big|flight|gateway|in flight|incorre|is larger|larger than|per minut|requir|termina|token per|ubersch|vou avez|запросо|请求',
  ],
  [
    -0.9,
    '#low is|@#~remedy|@#~window|@full~server|@input+complaint|@input~media|@media+too|@media~fit|@output+big|@output+limit|@rate|@server~server|@thing+more|@token~>|@token~time|@window+time|^@limit|^@server|allow|anfrage|api error|are|balanc|cach need|content is|data|embeddi|excepti too|fetch|header|increas|index|memory|model do|must|nam|need at|proces|process|prompt cach|reach|saldo|schema|server|sie|solicit|switch|system prompt|than #low|than #mid|unknown|usag|verfugb|your prompt|zu viel|토큰 한도',
  ],
  [
    -0.8,
    '#mid request|@#+bytes|@#~output|@big+rate|@big~thing|@big~time|@complaint~full|@filter+filter|@full+server|@limit+thing|@limit~output|@media+more|@media+over|@money+limit|@more+time|@output~model|@over~money|@rate+money|@rate+over|@rate~output|@server+server|@thing+fit|@thing~big|@thing~limit|again in|aufgebr|avez|bia|cau|cost|detect in|empty|error whil|exceed your|field|for thi|gpu|greater|greater than|has an|in a|insuffi balanc|insufic|int|least #big|least one|logit|logit bia|long context|out|overloa error|quota|rat|respond|search|set|sourc|stop sequenc|stream|to #low|token da|too deep|uri|uri too|vou|whil read|with a|you|квота|превыше|превыше квота|في|数超|요청',
  ],
  [
    -0.7,
    '#big messag|#low|#low and|#low has|@#+more|@big~bytes|@complaint~window|@limit+full|@limit+money|@limit+time|@media+limit|@media~#|@model+complaint|@model~server|@more~remedy|@not+model|@not~time|@output+#|@output+too|@output~more|@over+#|@rate+output|@rate~limit|@rate~over|@remedy~thing|@time+full|@time~time|@too~money|@window~not|^@time|and upgrad|ask for|batch|be|cach content|chat gpt|clear the|contain|context window|due|due to|es|exampl|exceed maximum|high|in the|increas visit|input #low|input has|is les|is limit|istek|limit of|low|maximo|maximum #low|maximum length|messag must|model use|most|of #big|of max|one|one of|por|predict|process the|prompt templat|protoco|resourc|rol|second|short|stack|summari|tempera|templat|to increas|too many|too short|upgrad|variabl|verbrau|versuch|visit|wait|web|whil process|wurd|you request|вы|из|изображ|лимит токенов|токени|분당|분당 토큰|요청 청이|청이|청이 너무',
  ],
  [
    -0.6,
    '#big is|#big jeton|#low error|#low megabyt|@big~money|@complaint~complaint|@filter~input|@fit+thing|@fit~not|@input+media|@input+time|@less+window|@limit~over|@media+model|@model+not|@money~thing|@money~time|@over+fit|@over~access|@over~output|@rate~fit|@remedy+thing|@restart~model|@thing+over|@time~#|@time~not|@token+output|@token+remedy|@too+#|@too~bytes|after|after #big|already|another|at most|at positio|at the|context deadlin|crash|deadlin|deadlin exceed|deep|disponi|edit|entri|erlaubt|error cod|fin|got #low|gpt|grammar|grand|ihr|input too|is|item|left|long #big|many|min|mit|mit #big|model support|most #low|need|no|no spac|not availab|num|old|output|output token|plano|positio #big|pozadav|rang|richies|seed|smaller|tard|too old|took too|top|uses|using|video|visit and|was cut|with thi|you ask|z|zapytan|много|次数|消息|账户',
  ],
  [
    -0.5,
    '#mid usd|%one|@#+time|@access+input|@big+#|@big~#|@big~over|@complaint+model|@complaint+thing|@full+time|@input+rate|@limit+media|@limit~big|@limit~money|@media+window|@media~money|@model~not|@money~full|@not~server|@remedy+#|@restart|@time+input|@time+token|@too~media|a respost|abgeleh|afford|afford #big|and #big|antwort|are allow|be greater|between|beyond the|but can|by the|can only|clear|concurr|configu|context managem|credito|cuota|d|de requet|de salida|den|depass|der prompt|di|do not|e|each|erneut|erschop|ha superad|haben|has mor|has to|imag length|imagen|input was|interna server|ist|jeton sur|json schema|long to|managem|many request|maxima de|minuto|model #big|model control|model model|must be|new convers|number|of request|of stop|only afford|pro|queu|request #mid|request up|respost|respues|salida|seed must|server error|should be|sind|singl|siz exceed|solicit #big|spac|su|subscri|supera el|sur|token a|too|too complex|usd|valid|votr messag|wiadomo|лимит|अधिकतम|니다 #low|했습|했습 습니',
  ],
  [
    -0.4,
    '#big cannot|#big megabyt|#big min|#big wer|#low are|#low sequenc|#mid allow|@access+window|@complaint+#|@input~filter|@limit~too|@model~media|@money~too|@not+full|@not~rate|@output+full|@output+over|@over+media|@over+server|@server|@server+over|@server~input|@time+money|@token~output|@window+complaint|@window+rate|^@bytes|^@complaint|a valid|acces to|and #low|availab for|bilder|budget token|call stack|cancel|clos|com|context cancel|context model|control|conv|convers conv|count =|de #low|de solicit|demasia|depasse|do|en ns|est modelo|exampl #low|exceed its|excepti #mid|fil siz|fin tun|han|has #mid|has exceed|in #low|in messag|is in|la respues|leer|max to|maximum call|messag at|messagg|min total|modelo #big|must com|ns|of memory|parser|sorti|spater|spater erneut|stack siz|strateg|superad|the #mid|to|to model|token supera|tun|tun exampl|vram|wer|your per|дозволе|лимит запросо|الرموز|الرموز في|هو|图片|사용|한도|한도 #big',
  ],
  [
    -0.3,
    '#big kontext|#low allow|@#+less|@limit~>|@limit~more|@limit~rate|@money+too|@money~complaint|@not~not|@output~big|@output~full|@output~not|@rate~rate|@token+rate|@too~rate|@window~complaint|@window~token|@window~too|^@output|a smaller|be a|client|de sorti|excedid|given|key|le|longueu|model could|model limit|model with|pesan|rat limit|requet|thi minut|token you|up to|из #big|تم|تم تجاوز|आपके|回复',
  ],
  [
    -0.2,
    '#big hav|#big токенов|#low context|@big+media|@input+restart|@input~complaint|@rate+rate|@rate~time|@thing+model|@time+too|at|bitt|cod #mid|field requir|limit #mid|off|the cach|token min|过大',
  ],
  [-0.1, '@complaint+limit|@money|@thing~thing|@token+complaint|^@not|^@thing|an|on'],
  [0.1, '@big+too|exceed error|validat error|wejscio'],
  [0.2, '@#~too|@too+limit|and assista|for model|max of|na|tokenow|user and'],
  [
    0.3,
    '@fit~model|@full+window|@limit~bytes|@limit~fit|@server~model|@thing~input|@window+input|a request|allow #big|il contest|ist erreich|max context|maxima a|model any|modell|para|prompt exceed|prompt token|sent|supero|than the|the length|thi call|your convers|مدل|बहुत लंबा|लंबा|लंबा है',
  ],
  [
    0.4,
    '#big must|@big+remedy|@input~less|@input~more|@input~remedy|@limit+window|@model+window|@over+window|@too+output|@window+big|a new|any|are limit|attachm|baglam sınırı|be at|del|enough context|entre|error prompt|exceed statu|fill|im|invalid param|keskust|keskust on|largest|length is|lungime|lungime maxima|modela|new one|no room|one go|param context|prompt siz|prompt too|razgovo|razgovo je|rozmowa|say|ther is|thread is|to read|token for|token in|token valu|количес|модель|クン ン数|ン数|입력|입력 토큰|컨텍|컨텍 텍스|큰이|토큰 큰이',
  ],
  [
    0.5,
    '#big टोकन|#mid #mid|#mid context|#mid jeton|#mid took|%rising|= max|@#~fit|@bytes+#|@fit~#|@fit~token|@full~window|@input+input|@input~>|@model+fit|@model~input|@model~rate|@money~model|@not+more|@not+output|@not~>|@not~more|@not~token|@over~model|@over~token|@token+limit|@window~full|and|asserti|asserti error|bas|bigger|ca|ca not|er|error from|error input|exceed limit|exceed model|fewer|for request|het model|in one|is #mid|kan|kontek|left for|los|model max|najvecj|ni|of system|older|open a|over limit|request has|room for|sinc|small for|statu #mid|sum of|the whol|ther|to continu|token reach|took #low|tool #big|whol|your input|πλαισιο|του|модели|може|חלון|חלון ההקשר|أطول|است|رموز|متن|نافذة|نافذة السياق|ورودی|गई|बहुत|一次|太长|스트|텍스|텍스 스트',
  ],
  [
    0.6,
    '#low too|#mid token|<|= #big|@#+over|@#~>|@#~more|@big~complaint|@big~fit|@fit~input|@full+not|@input+bytes|@less~input|@media~not|@model|@more+window|@more~model|@not+window|@output+not|@output~input|@over+input|@over~too|@rate+input|@time+less|@time~model|@token+#|@token+not|@too~model|@too~time|@window+model|^@remedy|^@window|chuyen|convers has|convers is|cuoc|cuoc tro|de entrada|de maximal|demasia token|des|di contest|eingab|eingabe|el context|entrada|error the|gesprek|in request|input #big|is abl|is full|konverz|long error|many token|messag and|not exceed|of context|oversch|oversiz|paramet =|questio|samtale|select|sequenc length|shorten|surpass|the window|token mor|tro|tro chuyen|v|v #low|valu =|van|y|you sent|η|разгово|של|של המודל|الإدخال|حد|طول|من|و|प्रॉम्प|キス|キス スト|テキ|テキ キス|ンテ テキ|上下|上下 下文|下文',
  ],
  [
    0.7,
    '#big positio|#low #mid|@#+limit|@big~not|@big~token|@full+input|@input~limit|@input~restart|@input~token|@limit+model|@model~big|@not~input|@time+fit|@token+model|@token~over|@too+input|^@#|ai|and the|ang|charact is|contact support|convers ha|in ingress|ingress|input|input charact|invoert|is oversch|later or|least #low|maximal|maximum input|need to|or contact|overskr|prompt length|remot|room|so|tanto|texto|the fil|tokeni|too much|validat|was train|we|zaidi|входных|длина|ארוכה|השיחה ארוכה|टोकन|会話|入力',
  ],
  [
    0.8,
    '#big token|#low with|%|@full~over|@input+remedy|@input~#|@model+full|@more~#|@not~fit|@output~too|@remedy|@restart+restart|@window+full|abort|again with|compact|cua|documen|error error|input is|into the|invalid argumen|longitu|max input|model s|not be|of token|over|request too|sohbet|statu|statu cod|suppli|t|transcr|una|μεγιστο|به|गई है',
  ],
  [
    0.9,
    '@input+#|@input+more|@input~model|@over~big|@over~not|@token|@token+more|@token~input|abl|abl to|count|er of|form|full|has been|hit|i can|invalid request|length of|maximum context|modeli|modelin|much context|need #big|refus|rut|snowfla|truncat|wa|window exceed|از|گفتگو',
  ],
  [
    1,
    '#big #big|@#+model|@input+limit|@input+model|@input~fit|@less+input|@over+model|@token+over|@token~fit|@window|becaus|context|dai hon|de context|error|got #mid|it|la convers|length should|maksima|must not|request fail|than i|the max|thi convers|token must|इनपुट',
  ],
  [
    1.1,
    '@#~rate|@input+over|@over~window|@window~output|baglam|becaus the|canh|contest|dai|input and|into|je|length|ngu|ngu canh|token allow|token too|would be|المحادث',
  ],
  [
    1.2,
    '%near|@>~server|@big+model|@big+token|@not~big|@remedy+input|@too+model|@window+over|ensur|generat|history|input length|of input|paramet|prompt|token exceed|ההקשר|השיחה|बातचीत',
  ],
  [1.3, '#low got|@complaint+input|@input+full|@input+too|@input~window|@window~over|much|not fit|संदर्भ'],
  [1.4, '@more+model|shorter'],
  [1.5, '@input+token|@token+input|kontext|token of|النموذج'],
  [1.6, 'fit|go|i|token limit|total'],
  [1.7, 'konteks|السياق'],
  [1.8, '@input+big|контекс'],
  [1.9, 'stop at'],
  [2.2, '@input~big'],
  [2.3, 'agent'],
]
