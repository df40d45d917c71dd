/**
 * What words of a refusal are there for, in English. A sentence that nobody has seen is made of words that play known parts: something that
 * goes in, that it is much, a measure, what the model can hold, what one should do about it; or what only looks alike speaks of.
 */
export const ROLES: Readonly<Record<string, string>> = {
  input:
    'prompt input conversation convo chat chatlog thread transcript history dialogue dialog message context ctx request submission text content query question exchange discussion talk session scrollback passage instruction payload body sequence seq turn ask material correspondence interaction backlog logs prefill prefix paste scratchpad story narrative essay article novel excerpt paragraph wording utterance backstory dossier quotation monologue corpus',
  window:
    'window context ctx attention span capacity horizon headroom room space slot position cache budget memory length mind head recollection scope reach range container buffer',
  model:
    'model llm ai assistant bot engine endpoint deployment backend checkpoint claude gpt gemini llama mistral qwen deepseek sonnet opus haiku mixtral phi gemma grok kimi glm me us',
  token: 'token tok',
  limit:
    'limit max maximum cap ceiling bound threshold allowance upper restriction constraint quota allotment boundary maxed permit permitted allowed',
  over: 'exceed surpass overflow overflown overrun overran overshoot overshot outgrow outgrown outgrew outstrip overstep overload overfill overstuffed overextended bust breach violate crossed passed tops topped beyond above over past overlong oversized excess excessive bloated swollen outsized spill spilled burst blown blew dwarf eclipse outweigh outrun transgress balloon grow grown grew swell swelled inflate mushroom explode overwhelm drown drown flood swamp overtax topple north overflowed overran outpace outlast overweight overcrowd overstretch',
  big: 'long large big huge enormous massive giant gigantic immense lengthy hefty heavy bulky voluminous vast much many great verbose extensive wordy chunky fat high monstrous deep wide unwieldy bulk size sized colossal sizable prolonged protracted endless elaborate mammoth hulking',
  more: 'longer larger bigger more greater higher heavier fatter lengthier wider bulkier heftier thicker deeper',
  less: 'shorter smaller less fewer lower lesser briefer tighter slimmer lighter',
  too: 'too overly unreasonably way excessively',
  not: 'not cannot won no never unable fail refuse without impossible reject nor none nothing neither declined denied insufficient lack',
  fit: 'fit squeeze cram stuff accommodate hold held contain swallow digest ingest absorb take handle process read consume remember attend support accept admit cope chew shoehorn pack see serve look keep stomach grasp retain recall store gulp comprehend embrace cover encompass shoulder bear tolerate manage digestible fathom juggle',
  full: 'full fill exhaust depleted saturated used consumed reached hit crammed brimming packed ran run running out left remain gone free available enough occupy occupies crowd cramped stuffed drained',
  remedy:
    'shorten trim reduce cut prune compact condense compress summarise summarize truncate split chunk drop remove delete clear shrink shed slim abridge abbreviate discard tighten pare whittle offload compaction truncation summarization summarisation condensation forget erase omit clip chop slice lighten purge tidy dump',
  restart: 'start begin new fresh another reset restart',
  output: 'output completion answer response reply generate generation write wrote written produce emitted sampling',
  time: 'second minute hour day week month today daily hourly rpm tpm tpd rpd retry wait later again sec min hr ago until weekly monthly slow yesterday tomorrow ms timeout timed deadline',
  rate: 'rate throttle concurrency concurrent parallel requests overloaded busy traffic queue frequency',
  money:
    'billing credit balance plan payment paid subscription tier invoice funds cost spend usage upgrade account organization organisation team project workspace wallet prepaid free license trial quota billable user tenant',
  media: 'image picture photo pdf audio video file attachment document pixel page megapixel screenshot frame upload',
  bytes: 'byte kb mb gb mib kib gib character char megabyte kilobyte',
  filter:
    'policy safety moderation moderated flagged filter harmful blocked sensitive prohibited violation guardrail unsafe jailbreak responsible',
  access:
    'key unauthorized authentication permission auth credential forbidden expired apikey jwt bearer login signature certificate oauth',
  thing:
    'tool function schema description name array item enum property parameter field batch row record embedding dimension vector stop title column table string list element id header url path choices candidates logprobs temperature metadata label tag chunk dataset job',
  complaint:
    'unrecognized unrecognised unknown unsupported unexpected expected missing empty deprecated retired disabled enabled deleted closed expired found exist invalid malformed mismatch match parse decode locked change loaded unavailable cancel abort wrong duplicate conflict disallowed illegal undefined null integer boolean positive alternate supplied specify feature preview beta',
  server:
    'gpu cuda oom vram connection unavailable upstream internal crashed network socket dns host worker disk heap allocate load ram memory',
}

/** The same in languages that bend their words: what has five letters or more is how words begin, without accents. */
export const ROLES_ABROAD: Readonly<Record<string, string>> = {
  input:
    'eingab anfrag nachrich unterhalt verlauf gesprach konversation invite entree conversa discussion historique requete texte echange mensaje mensag entrada charla historial dialogo texto indicac pergunt messaggi richiest domand testo cronolog invoer gesprek bericht tekst vraag geschieden samtal indata meddel historik rozmow wiadomo zapytan wejsci konverzac zprav vstup запрос запит сообщен повідом разговор розмов диалог діалог перепис беседа бесіда чат текст истори історі sohbet konus mesaj metin girdi istem beszelget uzenet szoveg bemenet mesaj solicit keskustel viesti syote teksti συνομιλ μηνυμα κειμεν percakap masukan pesan teks',
  window:
    'fenster kontext gedacht speicher kapazitat fenetr contexte memoire capacit espace place ventana contexto memoria capacid espacio janela capacid espaco finestra contesto spazio venster geheugen ruimte capacit fonster minne plats okno okna kontekst pamiec miejsc pamet misto окно окна окне контекст память памяти пам’ят место места вікно pencer baglam bellek ablak kontextus memori ikkun muisti παραθυρ μνημη jendela konteks ingatan',
  model: 'modell modele modelo modello modelu modelul модел mallin malli μοντελ',
  limit:
    'grenze hochst maximal obergrenz limite plafond maxima maximo massim limiet hoogst grans hogst granic maksym nejvys лимит ліміт предел максим sinir azami korlat hatar enimm οριο batas',
  over: 'uberschr uberst sprengt uberlauf depass exced debord supera sobrepas rebas desbord ultrapass estour superi eccede sfora overschr overstijg oversk overst przekr przekrac prekro presah превыш перевищ перепол asiyor asti asan astı meghalad tullep depas ylitt υπερβ ξεπερν melebihi melampaui',
  big: 'lang lange langer gross umfangreich viel long longue gros grande volumin largo larga extens longo longa compri lungo lunga estesa ampio groot lang omvangrijk stort stor dlugi dluga dlugie duzo wielk dlouh velk mnoho длин больш велик много довг багат uzun buyuk fazla hossz nagy sok lung mare pitka suuri μεγαλ panjang besar banyak',
  more: 'langer grosser mehr umfangreicher plus mas mais piu meer langer groter storre mer wiecej dluzsz wieksz vice delsi vetsi больше длиннее більше довш daha tobb hosszabb mai enemman pidempi lebih',
  less: 'kurzer weniger kleiner moins plus court menos menor corto meno minder korter kortare mindre mniej krotsz mene kratsi меньше короче менше коротш kisa kevesebb rovidebb lyhyempi',
  too: 'zu trop demasiad muito demais troppo troppa te zbyt za prilis слишком чересчур занадто надто cok asiri tul prea liian πολυ terlalu for alltfor',
  not: 'nicht kein keine pas plus ne ya non nao niet geen inte nie ne не нет нельзя нема degil nem nu ei eivat δεν tidak',
  fit: 'passt passen fasst fassen verarbeit lesen bewalt tient tenir rentr lire traiter garder cabe caben entra leer procesar cab ler processar rientr legger elabor entra past lezen verwerk ryms rymm lasa hantera miesci zmiesc przeczyt przetworz vejde precist zprac помещ помест вмеща влеза читать прочит обработ удерж уклад уміщ прочита siğ sigm sigar okuy isley fer olvas kezel incap citi mahdu lukea kasit χωρα διαβασ muat membaca',
  full: 'voll erschopft ausgeschopft erreicht pleine plein epuis attein lleno llena agotad alcanz cheio cheia esgot ating pieno piena esaur raggiun vol uitgeput bereikt full fullt uppnad pelny pelne wyczerp osiagn plny plna vycerp dosazen заполн исчерп достиг вичерп dolu doldu tuken ulas megtelt betelt kimer elert plin epuiz atins taynn γεματ penuh habis',
  remedy:
    'kurzen kurze verkurz losch entfern reduzier fasse raccour reduis elagu suppr abreg acort reduzc reduce borra elimin resum encurt reduz apagu accorc riduc riduri elimina inkort verkort verwijder korta minska skroc usun zmniejsz zkrat odstran zmens сократ уменьш удал скоро убер короч видал зменш kisalt azalt silin rovidits csokk torol scurt lyhenn vahenn poista μειωσ συντομ perpendek kurangi persingkat hapus',
  restart:
    'neue neuen neues beginn starte nouvel nouveau commenc nueva nuevo empiez empez inici nova novo comece nuova nuovo inizi nieuw begin opnieuw nytt borja nowa nowy nowe rozpoc nova novou zacnet новый новую новое начн начат нову новий почн yeni basla baslat uj kezdj nou incep uusi aloita νεα baru mulai',
  output:
    'ausgabe antwort reponse sortie respuest salida respost saida rispost uscita antwoord uitvoer svar utdata odpowied wyjsc odpoved vystup ответ вывод відповід yanit cevap cikti valasz kimenet raspuns vastau απαντ jawaban keluaran',
  time: 'sekund minut stund spater warten seconde minute heure tard patient segund minuto hora tarde esper secondi minuti riprov seconden uren later timm senare godzin pozniej hodin pozdej секунд минут час позже подожд хвилин пізніше saniye dakika saat sonra masodperc perc ora kesobb tarziu sekuntia myohemm detik menit nanti',
  money:
    'guthaben kontingent solde credit facturation saldo cuota credito fondos cota tegoed krediet kredit srodk kwota баланс квот средств кредит bakiye kota egyenleg kvota rahaa',
  filter:
    'richtlin gesperrt blockiert filtre bloque politique politica bloquead filtro contenut bloccat geblokk beleid blockerad polityk zablok zasad filtr правил фильтр заблок політик engellen politik szabaly blocat',
  access:
    'abgelauf anmeld zugang expire jeton connect caduc sesion acceso acesso expirou login accesso scadut verlop toegang wygas zaloguj vyprsel истек доступ войдите oturum lejart expirat',
  media:
    'bild bilder datei anhang image fichier imagen archivo imagem arquivo immagin afbeeld bestand obraz plik obrazek soubor изображ файл зображ gorsel dosya resim kep fajl imagin fisier kuva tiedost εικον αρχει gambar berkas',
  thing:
    'werkzeug funktion outil fonction herramient funcion ferrament funcao strument funzion gereedsch functie verktyg narzedz funkcj nastroj funkc инструмент функци інструмент функці araci araclar fonksiy eszkoz fuggveny unelt tyokalu εργαλει alat fungsi',
  complaint:
    'gefunden existiert ungultig trouve existe invalide encontr valido trovat valida gevonden ongeldig hittade ogiltig znalezion istniej nieprawid nalezen neplatn найден существ невер недоступ знайден bulunam gecersiz talalhato ervenytelen gasit loydy ditemukan overlast uberlast surcharg sobrecarg sovraccar przeciaz перегруж yogun',
}

/** The same where words are not divided by spaces, or have no end: found anywhere, the longest first. */
export const ROLES_INSIDE: Readonly<Record<string, string>> = {
  input:
    '输入 輸入 提示 对话 對話 会话 會話 消息 訊息 聊天 历史 歷史 文本 文字 文章 内容 內容 问题 問題 请求 請求 提问 入力 プロンプト 会話 対話 チャット 履歴 メッセージ 発言 テキスト 質問 リクエスト やり取り スレッド 입력 프롬프트 대화 메시지 채팅 텍스트 질문 요청 내용 이력 기록 ข้อความ บทสนทนา การสนทนา พรอมต์ ข้อมูล',
  window:
    '上下文 语境 語境 窗口 視窗 记忆 記憶 空间 空間 容量 コンテキスト 文脈 ウィンドウ メモリ 余地 컨텍스트 콘텍스트 문맥 메모리 기억 공간 용량 บริบท หน้าต่าง',
  model: '模型 モデル 모델 โมเดล แบบจำลอง',
  token: '令牌 词元 詞元 權杖 トークン 토큰 โทเค',
  limit: '上限 限制 最大 最多 至多 允许 允許 支持 支援 制限 限界 許容 まで 최대 한도 제한 상한 까지 허용 สูงสุด ขีดจำกัด ไม่เกิน',
  over: '超 溢出 大于 大於 多于 多於 高于 越え 上回 オーバー あふれ 溢れ 초과 넘 벗어 보다 เกิน',
  big: '长 長 大 多 길 긴 깁 많 크 큰 큽 ยาว ใหญ่ มาก',
  too: '太 过 過 すぎ 너무 เกินไป',
  not: '不 没 沒 无法 無法 ない ません ず 않 못 없 ไม่',
  fit: '放下 装 裝 容 读 讀 看 处理 處理 接受 记住 収ま 入り 読 扱 処理 覚え 保持 담 읽 처리 들어 수용 รองรับ อ่าน จำ',
  full: '满 滿 用尽 耗尽 用完 いっぱい 満 使い切 達し 가득 꽉 모두 도달 เต็ม',
  remedy: '缩短 縮短 精简 精簡 压缩 壓縮 删 刪 减少 減少 缩减 截断 清理 短く 減らし 削 要約 短縮 줄 삭제 요약 지우 짧게 ย่อ ลด ตัด',
  restart: '新建 新的 新开 重新 开始 新し 新規 開始 새 시작 เริ่ม ใหม่',
  output: '输出 輸出 回答 回复 回覆 生成 出力 応答 返答 출력 응답 답변 생성 ตอบ',
  time: '秒 分钟 分鐘 小时 小時 每 今日 今天 本月 稍后 稍後 時間 毎 本日 後ほど しばらく 초 시간 오늘 하루 나중 잠시 วินาที นาที ภายหลัง',
  rate: '频率 頻率 速率 并发 繁忙 负载 レート 混み 頻度 속도 동시 혼잡',
  money:
    '余额 餘額 充值 欠费 额度 額度 配额 配額 套餐 残高 料金 クォータ 利用枠 プラン 잔액 결제 요금 할당량 크레딧 ยอดเงิน โควตา',
  filter: '敏感 违规 違規 审核 審核 安全 过滤 過濾 ポリシー 違反 フィルタ 不適切 정책 안전 위반 필터 차단 นโยบาย',
  access: '过期 過期 登录 登入 权限 權限 密钥 期限 ログイン 権限 認証 만료 로그인 권한 인증 หมดอายุ เข้าสู่ระบบ',
  media: '图片 圖片 图像 文件 音频 视频 画像 ファイル 音声 動画 이미지 파일 동영상 รูปภาพ ไฟล์',
  complaint: '不存在 找到 无效 無效 格式 見つか 存在 無効 不正 찾을 존재하지 잘못 유효 ไม่พบ',
  thing: '工具 函数 參數 参数 ツール 関数 パラメータ 도구 함수 매개변수',
}
