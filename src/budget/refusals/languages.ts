import { INPUT, TOO_MUCH } from './english.ts'

/** How a language says that what goes into a model is too much for it: what it is about, and that it is too much. */
interface Words {
  readonly language: string
  readonly what: RegExp
  readonly excess: readonly RegExp[]
  /** Says it alone: words that are about a model only together, like a message that is too long. */
  readonly whole?: RegExp
}

export const LANGUAGES: readonly Words[] = [
  {
    language: 'English',
    what: INPUT,
    excess: TOO_MUCH,
    whole:
      /(?:longer|larger|bigger|more(?: text| tokens| words| content)?|greater) than (?:what )?(?:the|this|our) (?:\w+ )?model\b|too (?:long|large|big|much) for (?:the|this|that) (?:\w+ )?model\b/i,
  },
  {
    language: 'Chinese',
    what: /上下文|context|prompt|提示词|提示詞|输入|輸入|令牌|權杖|token|对话|對話|會話|会话|消息|訊息|聊天|历史|歷史|提示(?!错误)|messages|请求长度|請求長度/i,
    excess: [
      /已[满滿]|超出|超过|超過|过长|過長|太长|太長|过大|過大|过多|過多|太多|大于|大於|多于|多於|长于|超限|超长|超長|超载|超載|高于|高於|多出|上限|放不下|装不下|不能超|请精简|请缩短|請縮短|请缩减|限制为|限制為|容不下|不足以|已满|已滿|最大[^\n]{0,20}\d{3}|(?:最多|至多|仅|僅|只)(?:支持|支援|接受|允许|允許|能)/,
    ],
  },
  {
    language: 'Japanese',
    what: /コンテキスト|コンテクスト|文脈|プロンプト|入力|トークン|会話|対話|チャット|履歴|メッセージ/,
    excess: [
      /超え|超過|上回|すぎ|過ぎ|収まりま?せ|収まらな|収まり切|入りきら|上限|制限に達|オーバー|あふれ|溢れ|いっぱい|一杯|満杯|足りま|不足|を上限|より(?:長|大き|多)|多い|最大(?:で)? ?\d{3}|(?:短く|減らし|削減)(?:して|する)|まで(?:しか|です|に)/,
    ],
  },
  {
    language: 'Korean',
    what: /컨텍스트|콘텍스트|문맥|프롬프트|입력|토큰|대화|메시지|채팅/,
    excess: [
      /초과|너무 (?:깁|길|긴|큽|큰|많|커)|넘|보다 (?:큽|큰|깁|긴|많|크|길)|가득|꽉|부족|벗어|크게|길어|많아|최대 ?\d{3}|까지만|줄여|줄이/,
    ],
  },
  {
    language: 'Spanish, Portuguese, Italian',
    what: /contexto|contesto|prompt|entrada|input|ingresso|tokens?|mensaje|mensagem|messaggi|conversa|di[aá]logo|hist[oó]ric|historial|cronologia|\bhilo\b|\bchat\b/i,
    excess: [
      /exced|super(?:a|ó|ad|ior)|eccessiv|acima d|por encima|oltre |sobrepas|rebas|desbord|estour|sfora|satur|llena|cheia|piena|elevad[oa]|(?:mayor|maior|maggiore|superior)(?:es|i)? (?:que|do que|a|di|al|ao|de)\b|ultrapass|eccede|esced|demasiad[oa]s? (?:larg|grande|extens|tokens?)|más (?:larg|grande|extens)\w* (?:de lo )?que|más tokens|mais tokens|più token|no cab|no entra|não cab|não entra|non (?:rientr|entra|ci sta)|(?:muito|demasiado) (?:long|grande|extens)|(?:long|grande|extens)\w{0,2} demais|muitos tokens|troppi token|troppo (?:lung|grand|estes|ampi)|insuficiente|insufficiente|(?:reduzca|reduce|reduzir|reduza|acort[ea]|encurt|riduc|accorci|abbrevi)\w*/i,
      /(?:contexto|contesto|conversa\w{0,8}|di[aá]logo|chat|hilo|prompt)[^.\n]{0,60}(?:\bllen[oa]\b|\bchei[oa]\b|\bpien[oa]\b|alcanz|atingi|raggiunt|agotad|esgotad|esaurit)/i,
      /(?:llegado al|alcanzado el|chegou ao|raggiunto il) l[ií]mite[^.\n]{0,40}(?:contexto|contesto|conversa)/i,
      /(?:sólo|solo|só|apenas|soltanto|solamente|únicamente|como máximo|no máximo|al massimo|até|hasta|fino a)[^.\n]{0,30}\d{3}/i,
    ],
  },
  {
    language: 'French',
    what: /contexte|invite|prompt|entrée|jetons|tokens?|messages?|conversation|discussion|dialogue|historique|échange/i,
    excess: [
      /dépass|excèd|excéd|au-delà|trop (?:long|grand|volumineu|de (?:jetons|tokens)|étendu|importante?\b)|supérieur|plus (?:long|grand|de (?:jetons|tokens))\w*[^.\n]{0,30} que|ne (?:tient|rentre|tiennent|rentrent)|n'accepte que|insuffisant|\bpleine?\b|satur|atteint (?:sa|la|le)|épuis|rempli|déborde|(?:trop|plus) élevé|(?:réduire|réduisez|raccourci)|(?:au plus|au maximum|jusqu'à|seulement|maximum de)[^.\n]{0,30}\d{3}/i,
    ],
    whole: /(?:requête|demande|texte)[^.\n]{0,40}trop longue?/i,
  },
  {
    language: 'German',
    what: /kontext|prompt|eingabe|tokens?|nachricht|unterhaltung|verlauf|gespräch|konversation|dialog|\bchat/i,
    excess: [
      /überschr[ei]|übersteig|überstieg|zu (?:lang|groß|umfangreich|viele tokens?|viele eingabe)|größer als|länger als|mehr (?:tokens?|als)|umfangreich|höchstens|passt nicht|passen nicht|passt (?:\S+ ){0,4}nicht|nicht (?:mehr )?(?:in|hinein)|reicht nicht|reichen nicht|nicht aus|erreicht|ausgeschöpft|gesprengt|sprengt|übervoll|überläuft|überfüllt|aufgebraucht|erschöpft|zu hoch|höher als|überforder|mehr Platz|kein Platz|zu wenig Platz|über (?:de[mn]|das) |oberhalb|jenseits|reduzieren|\bvoll\b|kürzen|gekürzt|nur \d{3}/i,
    ],
    whole: /(?:anfrage|text)[^.\n]{0,40}zu lang/i,
  },
  {
    language: 'Russian, Ukrainian',
    what: /контекст|промпт|запрос|запит|входн|вхідн|ввод|введен|токен|сообщени|повідомлен|моделі|диалог|діалог|разговор|розмов|бесед|переписк|істор|истори/i,
    excess: [
      /превы|перевищ|слишком (?:длин|больш|велик|много)|занадто|надто|забагато|чрезмерн|больше,? чем|более чем|длиннее|довше|перепо[лв]н|превосход|выше (?:допустим|макс|лимит)|вичерпан|исчерпан|задовг|завелик|довгий|достиг|досяг|выход\w+ за|не (?:влез|помеща|вмеща|поміща|вміщ|уклад)|(?:не более|не больше|не більше|максимум|лишь|только|лише|тільки)[^.\n]{0,30}\d{3}|сократите|скоротіть/i,
    ],
  },
  {
    language: 'Polish, Czech, Slovak',
    what: /kontekst|kontext|prompt|token|wej|vstup|rozmow|konwersacj|konverzac|wiadomoś|zpráv|správ|zapytani|dotaz|historii|historie/i,
    excess: [
      /przekrocz|przekracza|przewyższa|za dług|zbyt dług|za duż|zbyt duż|zbyt wiel[eu] token|dłuższ\w+ niż|większ\w+ niż|wyższ\w+ niż|przepełn|wyczerpan|osiągn|vyšší než|překypě|vyčerpán|dosáhl|zaplněn|pełn|pln[ýáéoa]|nie mieści|nie zmieści|překra|překroč|prekroč|přesah|presah|příliš (?:dlouh|velk|mnoho token)|príliš (?:dlh|veľk)|delší než|větší než|nevejde|nezmestí|maksymalnie|maximálně|najwyżej|nejvýše|skróć|zkraťte/i,
    ],
  },
  {
    language: 'Dutch',
    what: /context|prompt|invoer|tokens?|gesprek|bericht|conversatie|geschiedenis|\bchat/i,
    excess: [
      /overschr|overstijg|te lang|te groot|te veel (?:invoer)?tokens|meer tokens|langer dan|groter dan|past niet|passen niet|hoogstens|ten hoogste|maximaal|hoger dan|uitgeput|overvol|\bvol\b|inkort|bereikt/i,
    ],
    whole: /(?:aanvraag|verzoek|tekst)[^.\n]{0,40}te lang/i,
  },
  {
    language: 'Swedish, Danish, Norwegian',
    what: /[ck]ontext|kontekst|prompt|indata|inndata|\binput|token|samtal|konversation|meddeland|meddelelse|melding|historik/i,
    excess: [
      /översk|överstig|overskr[ei]|overstig|för (?:lång|stor|många token)|for (?:lang|stor|mange token)|længere end|lengre enn|længre än|längre än|større end|större än|ryms inte|får (?:inte|ikke) plads|høyst|højst|högst|maks(?:imum|imalt)? \d{3}|maximalt|högre än|høyere enn|højere end|\bfull[t]?\b|\bfuldt?\b|uttömd|opbrugt|nådd|nået|nått/i,
    ],
  },
  {
    language: 'Finnish, Estonian',
    what: /konteksti|syöt|kehot|token|keskustel|viesti|sisend|vestlus/i,
    excess: [
      /ylitt|ylittyi|liian (?:pit|suur|monta token)|pidempi kuin|suurempi kuin|enintään|ei mahdu|täynnä|suurempi|korkeampi|täis|ületa|liiga (?:pik|suur)/i,
    ],
  },
  {
    language: 'Hungarian',
    what: /kontextus|prompt|token|bemenet|beszélget|üzenet|kérés/i,
    excess: [
      /meghalad|túl (?:hosszú|nagy|sok token)|túllép|hosszabb|legfeljebb|nem fér|betelt|nagyobb|több,? mint|elérte|megtelt/i,
    ],
  },
  {
    language: 'Romanian',
    what: /context|prompt|token|jetoane|intrare|introdus|conversați|mesaj|solicitare/i,
    excess: [
      /depăș|prea (?:lung|mare|mulți tokeni|multe (?:token|jeton))|mai (?:lung|mare)\w* decât|maxim(?:um)? \d{3}|cel mult|nu încap|plin[ăa]?\b|epuiz|atins/i,
    ],
  },
  {
    language: 'Greek',
    what: /πλαίσιο|πλαισίου|συμφραζ|προτροπ|είσοδο|εισόδου|τόκεν|token|διακριτικ|συνομιλία|μήνυμα|μηνύματα/i,
    excess: [
      /υπ[εέ]ρβ|ξεπερ|πολύ μεγάλ|υπερβολικά|πάρα πολλά (?:τόκεν|token)|μεγαλύτερ|μέγιστ|δεν χωρ|γεμάτ|εξαντλ|πάνω από|έως \d{3}/i,
    ],
  },
  {
    language: 'Turkish',
    what: /bağlam|[iİ]stem|girdi|giriş|belirteç|jeton|token|sohbet|konuşma|mesaj/i,
    excess: [
      /aşıyor|aştı|aşıldı|aşan|aşmak|çok (?:uzun|büyük|fazla (?:token|jeton|belirteç))|daha (?:uzun|büyük)|en fazla|en çok|doldu|dolu\b|sığm|yüksek|ulaşıl|tükendi|kadar|kısalt/i,
    ],
  },
  {
    language: 'Arabic, Persian',
    what: /سياق|الإدخال|المدخلات|إدخال|رمز|رموز|توكن|محادثة|المحادثة|رسائل|الرسالة|الطلب|موجه|متن|ورودی|گفتگو|زمینه|پیام/,
    excess: [
      /تجاوز|يتجاوز|تتجاوز|طويل|أطول|أكبر من|أكثر من|كبير جد|الحد الأقصى|لا يتسع|ممتلئ|امتلأ|بلغ|أعلى من|فقط|طولانی|بیش(?:تر)? از|بیشتر|فراتر|حداکثر|بزرگ‌?تر/,
    ],
  },
  {
    language: 'Hebrew',
    what: /הקשר|קלט|פרומפט|טוקנ|אסימונ|שיחה|הודע|בקשה/,
    excess: [/חורג|חרג|חריג|ארוכ|ארוך|גדול|יותר מדי (?:טוקנ|אסימונ)|מקסימ|מעבר ל|לכל היותר|מלא|גבוה מ|עולה על|עבר את/],
  },
  {
    language: 'Hindi',
    what: /संदर्भ|इनपुट|प्रॉम्प्ट|टोकन|बातचीत|वार्तालाप|संदेश/,
    excess: [/अधिक|ज़्यादा|ज्यादा|लंब|बड़ा|बड़ी|सीमा|केवल|पार कर|भर ग|बहुत (?:लंब|बड़)/],
  },
  {
    language: 'Bengali',
    what: /প্রসঙ্গ|কনটেক্সট|ইনপুট|প্রম্পট|টোকেন|কথোপকথন|বার্তা/,
    excess: [/বেশি|দীর্ঘ|বড়|ছাড়ি|অতিক্রম|সর্বোচ্চ/],
  },
  {
    language: 'Thai',
    what: /บริบท|พรอมต์|โทเค|อินพุต|ข้อความ|บทสนทนา|แชท/,
    excess: [/เกิน|ยาวไป|ยาวเกิน|ใหญ่เกิน|มากเกิน|สูงสุด|เต็ม|มากกว่า|ยาวกว่า/],
  },
  {
    language: 'Vietnamese',
    what: /ngữ cảnh|đầu vào|prompt|token|trò chuyện|hội thoại|tin nhắn/i,
    excess: [/vượt|quá (?:dài|lớn|nhiều token)|dài hơn|lớn hơn|tối đa|đã đầy|nhiều hơn|cao hơn|hết (?:chỗ|ngữ cảnh)/i],
  },
  {
    language: 'Indonesian, Malay',
    what: /konteks|masukan|prompt|token|input|percakapan|obrolan|pesan|perbualan/i,
    excess: [
      /melebihi|melampaui|terlalu (?:panjang|besar|banyak token)|lebih (?:panjang|besar) dari|maksimal|maksimum|penuh|lebih (?:banyak|tinggi)|terbatas|habis/i,
    ],
  },
  // Words that most languages share.
  {
    language: 'any language',
    what: /(?<![\w/-])[ck]onte(?:xt|kst|ks|st)(?!-)|контекст|(?<![\w/-])prompt/iu,
    excess: [/(?:ma(?:x|ks|ss)[iy]m|l[ií]mit)[^\n]{0,80}\d{3}|prekora[cč]|превиш|viršij|viršy|superat|sobrepass/i],
  },
]
