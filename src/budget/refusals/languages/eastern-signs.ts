import type { Words } from './words.ts'

/** The languages of Eastern Europe, and the Turkic, Caucasian and Mongolian ones. */
export const EASTERN: readonly Words[] = [
  {
    language: 'Russian, Ukrainian, Belarusian',
    what: /контекст|кантэкст|промпт|подсказк|запрос|запит|запыт|входн|вхідн|ввод|введен|введён|увод|сообщени|повідомлен|паведамл|модели|моделі|мадэл|диалог|діалог|дыялог|разговор|розмов|размов|бесед|бесід|переписк|істор|истори|гісторы|\bчат/i,
    excess: [
      /понад \d|свыше \d|больше чем \d|лишн\S{1,20} токен|зайв\S{1,20} токен|больше, чем|більше,? ніж|недостаточн|недостатн|максимальн\S{1,20} (?:длин|довжин|размер|розмір|даўжын)|(?:меньше|менее|короче|менше|менш ніж|коротше) \d|от \d+ до \d|(?:нет|немає|не осталось|не залишилося|няма)(?: больше| більше)? мест[ао]|немає місця|превы|перевищ|перавыш|слишком (?:длин|больш|велик|много|объ[её]м)|занадто|надто|занадта|забагато|зашмат|чрезмерн|больше,? чем|более чем|больш за|более \d|больше \d|длиннее|довш|даўжэй|перепо[лв]н|превосход|выше (?:допустим|макс|лимит)|вичерпан|исчерпан|задовг|завелик|задоўг|довгий|достиг|досяг|выход\w{1,20} за|виходить за|за пределы|за межі|не (?:влез|помеща|помест|вмеща|вмест|поміща|помісти|вміщ|уклад)|(?:не более|не больше|не більше|не більш|максимум|до|лишь|только|лише|тільки)[^.\n]{0,30}\d{3}|сократите|скоротіть|уменьшите|зменшіть|скараціце|не хвата|не вистача|нет места|закончил\w{1,20} (?:место|окно|контекст)|сверх/i,
    ],
    whole:
      /(?:возможности|емкость|ёмкость|можливості) модел|слишком много текста|забагато тексту|столько (?:текст|токен)|так много текст|такой длинн|стільки (?:текст|токен)|такий довг/i,
    rate: /лимит сообщений|максимальн\S{1,20} (?:числ|количеств|кільк)\S{0,20} (?:сообщений|запросов|повідомлень|запитів)|ліміт повідомлень|слишком много (?:сообщений|запросов|обращений)|занадто багато запитів|забагато запитів|зашмат запытаў|лимит запросов|ліміт запитів|(?:в|за|на|у) (?:секунду|минуту|хвилину|хвіліну|час|сутки|день|добу)(?![а-яіїє])|частот/i,
    quota: /квот|баланс|кредит|средств|кошт(?:ів|и)\b|оплат/i,
    thing: /ответ|відповід|адказ|вывод|вивід|выходн|вихідн|изображен|зображен|картин|файл|вложен|документ/i,
  },
  {
    language: 'Polish, Czech, Slovak',
    what: /kontekst|kontext|wejsci|wejscio|vstup|rozmow|konwersacj|konverzac|konverzaci|rozhovor|chat|czat|wiadomos|zpra[vv]|sprav[ayu]|zapytani|dotaz|otazk|historii|historie|historia|okn[oaeu]\b|okien/i,
    excess: [
      /wiecej niz \d|vice nez \d|viac (?:ako|nez) \d|token\w{0,20} (?:za duzo|navic)|nie wystarcz|niewystarcz|nepostac|nedostat|maksymaln\w{1,20} dlugosc|maximaln\w{1,20} (?:delk|dlzk)|(?:mniejsz\w{1,20}|krotsz\w{1,20}|mniej) niz \d|(?:mensi|kratsi|mene|menej|kratsia) (?:nez|ako) \d|miedzy \d|mezi \d|przekrocz|przekracza|przewyzsza|za dlug|zbyt dlug|za duz|zbyt duz|zbyt wiel[eu] token|za duzo token|dlu[zż]sz\w{1,20} niz|wieksz\w{1,20} niz|wiecej niz|wyzsz\w{1,20} niz|ponad|przepeln|wyczerpan|osiagn|vyssi nez|vyssi ako|viac nez|viac ako|vice nez|prekypi|vycerpan|dosahl|dosiahl|zaplnen|peln|\bpln[yaeo]\b|nie miesci|nie zmiesci|nie mieszcz|prekra|prekroc|presah|prilis (?:dlouh|dlh|velk|mnoho token|vela token|rozsahl)|priliz|delsi nez|dlhs\w{1,20} (?:ako|nez)|vetsi nez|vacs\w{1,20} (?:ako|nez)|nevejde|nezmesti|maksymalnie|maximalne|najwyzej|nejvyse|najviac|nejvic|skroc|zkratte|skratte|zkrat|zabraklo miejsca|nie ma (?:juz )?miejsca|(?:neni|nezbyva|nie je|dosl[oa]) (?:uz )?(?:mist|miest)|brak miejsca|nedostatek mista|nestaci|nad limit/i,
    ],
    whole:
      /pojemnosc modelu|kapacit\w{1,20} modelu|(?:za|zbyt) duzo tekstu|prilis mnoho textu|prilis vela textu|tak (?:duz\w{1,20}|wiel\w{1,20}) (?:ilosc\w{0,20} )?(?:tekst|token)|tak dlugi|tolik (?:text|token)|tak dlouh|tolko (?:text|token)|tak dlh|(?:zapytanie|tekst|text|dotaz|pozadavek|poziadavka)[^.\n]{0,40}(?:za dlug|zbyt dlug|prilis (?:dlouh|dlh|velk))/i,
    rate: /limit wiadomosci|maksymaln\w{1,20} liczb\w{1,20} (?:wiadomosci|zapytan)|maximaln\w{1,20} pocet (?:zprav|sprav|dotaz)|limit zprav|limit sprav|zbyt (?:wiele|duzo) (?:wiadomosci|zapytan|zadan)|za duzo (?:zapytan|zadan)|prilis (?:mnoho|vela) (?:pozadavk|poziadav|dotaz)|(?:na|za|w ciagu) (?:sekund|minut|godzin|hodin|den\b|dzien)/i,
    quota: /limit srodkow|srodk|saldo|kredyt|kredit|zustat|zostatok|kvot/i,
    thing: /wyjsci|odpowiedz|vystup|odpoved|obraz|obrazk|obrazek|plik|soubor|subor|dokument/i,
  },
  {
    language: 'Slovene, Croatian, Bosnian, Serbian',
    what: /kontekst|\bvnos|vhod|\bunos|\bulaz|pogovor|razgovor|sporocil|poruk|zgodovin|povijest|istorij|\bupit|poziv|okn[oau]\b|prozor/i,
    excess: [
      /vi[sš]e (?:od|nego) \d|ve[cč] kot \d|tokena previse|nije dovoljno|nedovolj|premalo prostora|ne zadosca|(?:maksimaln\w{1,20}|najve[cć]\w{1,20}) (?:duljin|duzin|dolzin)|(?:manj[ei]?|kra[cć][aei]|krajs\w{1,20}) (?:od|kot|nego) \d|nema (?:vise )?mjesta|nema (?:vise )?mesta|ni (?:vec )?prostora|preseg|presez|prekora[cč]|prema[sš]uj|prevelik|predug|predolg|preobse[zž]|preop[sš]ir|nadma[sš]|nadilaz|najve[cč] \d|najvise \d|maksimal\w{0,20} [^.\n]{0,20}\d{3}|dosegl|dosti(?:gnu|gao|ze|z)|popunjen|zapolnjen|\bpun[aio]?\b|\bpoln[aio]?\b|ne stane|ne gre v|skrati|skraj[sš]a|du[zž][aei]? (?:od|nego)|ve[cć][aei]? (?:od|nego)|dalj[sš]\w{1,20} (?:od|kot)|ve[cč]j\w{1,20} (?:od|kot)|previ[sš]e (?:token|teksta)|prevec (?:token|[zž]eton|besedil)|iznad|nad (?:mejo|omejitvijo)/i,
    ],
    whole:
      /kapacitet modela|previse teksta|prevec besedila|toliko (?:teksta|tokena|besedila)|tako dug|tako dolg|(?:zahtjev|zahtev|zahteva|tekst|besedilo)\b[^.\n]{0,40}(?:predug|predolg|prevelik)/i,
    rate: /previse zaht|prevec zaht|(?:u|na|po) minut/i,
    quota: /kvot|stanje na racun|kredit|sredstav|sredstev|dobroimetj/i,
    thing: /odgovor|izlaz|izhod|\bslik|datotek|fajl|dokument/i,
  },
  {
    language: 'Bulgarian, Macedonian, Serbian',
    what: /контекст|вход|вход|унос|улаз|внес|влез|разговор|порук|порак|съобщен|историј|история|упит|подкан|диалог|прозор|модел/i,
    excess: [
      /(?:повече|повеќе|више) (?:от|од) \d|над \d|не стига|не достига|недостатъч|недовол|(?:максимал|најголем|највећ)\S{0,20} (?:дължин|должин|дужин)|(?:по-малко|по-кратк\S{0,20}|помалку|мање|краћ\S{0,20}) (?:от|од) |няма (?:повече )?място|нема (?:више |повеќе )?места?|превиш|надвиш|надхвърл|премаш|надмин|прекора|предуг|предолг|превелик|преголем|твърде (?:дълг|голям|много ток|обем)|прекалено (?:дълг|голям)|премногу (?:долг|голем|токен)|по-(?:дълг|дълъг|голям|вече)|повече от|подолг|поголем|повеќе од|дуж[ие] (?:од|него)|већ[ие] (?:од|него)|најв|максимал\S{0,20} [^.\n]{0,20}\d{3}|не се (?:побира|събира|вклопува|собира)|не стане|не стаје|пълен|препълн|попуњен|достигн|скрат|съкрат|намал[ие]|над (?:максим|лимит|допуст)|превише токен/i,
    ],
    whole:
      /капацитет\S{0,20} на модел|твърде много текст|премногу текст|превише текста|толкова (?:много )?(?:текст|дълъг)|толку (?:многу )?текст|толико текста|(?:заявка|текст|барање|захтев)\S{0,20}[^.\n]{0,40}(?:твърде (?:дълг|голям)|предуг|предолг|преголем|превелик)/i,
    rate: /(?:в|на|у|за) минут|твърде много заявки|прекалено много заявки|премногу барања|превише захтева/i,
    quota: /квот|кредит|баланс|средств|наличност|салдо/i,
    thing: /отговор|одговор|изход|излаз|изображ|слик|снимк|файл|фајл|датотек|документ/i,
  },
  {
    language: 'Lithuanian, Latvian',
    what: /kontekst|ivest|iejim|ievad|iev(?:e|a)de|uzklaus|uzvedn|pokalb|sarun|zinut|zin[aou]j|zinoj|pranesim|histori|istorij|vestur|raginim|logu|\blang[aou]/i,
    excess: [
      /daugiau kaip \d|vairak neka \d|nepakanka|neuztenka|nepietiek|(?:maksimal|didziaus)\w{0,20} (?:leistin\w{0,20} )?ilg|maksimal\w{0,20} garum|maziau (?:nei|kaip)|mazak(?:s|a)? (?:par|neka)|isak(?:s|a)? par|virs(?:ij|yj|ytas|yta|ija|yti)|per (?:ilg|didel|daug (?:zeton|token))|ilgesn|didesn|daugiau (?:nei|kaip)|ne daugiau|netelpa|nebetelpa|pasiek|uzpildy|maksimal|sutrump|parsnie|parak (?:gar|liel|daudz (?:token|marki|zeton))|garak|lielak|vairak (?:par|neka)|ne vairak|neietilp|sasnieg|piepild|maksimal|saisin/i,
    ],
    whole: /modelio galimyb|per daug teksto|parak daudz teksta|tiek daug teksto|tik daudz teksta/i,
    rate: /per minute|daug uzklaus|minute|daudz pieprasijum/i,
    quota: /kvot|lesu|kredit|saskait|likut|lidzek|bilanc/i,
    thing: /atsakym|isvest|vaizd|paveiksl|nuotrauk|\bfail|atbild|izvad|izej|attel|datn/i,
  },
  {
    language: 'Finnish, Estonian',
    what: /kontekst|syot|kehot|keskustel|viesti|historia|sisend|vestlus|sonum|ajalu|ikkuna|akna|aknas/i,
    excess: [
      /\byli \d|\bule \d|tokenia liikaa|ei riita|riittamat|ei piisa|enimmaispituu|maksimipituu|maksimaal\w{0,20} pikkus|alle \d{3}|(?:lyhyempi|pienempi|vahemman) kuin|vahem kui|luhem kui|tila (?:loppui|ei riita)|ei ole tilaa|ruumi (?:pole|ei ole)|ylitt|ylity|liian (?:pit|suur|laaj|mon(?:ta|ia) token|paljon token)|pidempi|pitempi|suurempi|enintaan|korkeintaan|ei(?:vat)? (?:enaa )?mahdu|taynna|tayttyi|tayttyn|saavut|lyhenna|tiivist|korkeampi|yli (?:sallit|maksimi|raja)|taynna|\btais\b|uleta|liiga (?:pik|suur|palju (?:token|mark))|pikem|suurem kui|rohkem kui|ei mahu|luhenda|saavuta|maksimaal/i,
    ],
    whole:
      /mallin kapasiteet|liikaa tekstia|liiga palju teksti|nain (?:paljon teksti|pitk)|nii palju teksti|(?:pyynto|teksti|paring|tekst)\S{0,20}[^.\n]{0,40}(?:liian|liiga) (?:pit|pik|suur)/i,
    rate: /liikaa pyyntoja|liian monta pyyntoa|minuutissa|sekunnissa|minutis|liiga palju paringu/i,
    quota: /saldo|kiintio|luotto|krediit|kvoot/i,
    thing: /vastau|vastus|tuloste|tulostus|\bkuva|tiedosto|valjund|\bpilt|\bfail/i,
  },
  {
    language: 'Hungarian',
    what: /kontextus|bemenet|beszelget|parbeszed|uzenet|keres\b|szovegkornyezet|elozmeny|ablak/i,
    excess: [
      /(?:nem|nincs) eleg|tokennel tobb|maximalis hossz|(?:kevesebb|rovidebb|kisebb)\b|nincs (?:tobb )?hely|meghalad|tul (?:hossz|nagy|sok token|terjedelmes)|tullep|hosszabb|legfeljebb|nem fer|betelt|megtelt|nagyobb|tobb(?:,? mint|\b[^.\n]{0,30}(?:nal|nel)\b)|elerte|rovidit|kimerult|felul|maximalis/i,
    ],
    whole: /tul sok szoveg|ennyi (?:szoveg|token)|ilyen hosszu/i,
    rate: /tul sok keres|percenkent|masodpercenkent/i,
    quota: /egyenleg|kvota|keret|kredit/i,
    thing: /valasz|kimenet|\bkep|fajl|dokumentum/i,
  },
  {
    language: 'Romanian',
    what: /context|intrare|introdus|conversati|discutie|dialog|mesaj|solicitare|istoric|fereastr/i,
    excess: [
      /tokeni in plus|nu (?:este|e) suficient|nu ajunge|insuficient|lungime\w{0,20} maxim|mai (?:mic|scurt|putin)\w{0,20} (?:de|decat) \d|intre \d|nu mai (?:e|este|exista|are) loc|spatiu insuficient|depas|prea (?:lung|mare|mari|multi tokeni|multe (?:token|jeton))|mai (?:lung|mare|mult)\w{0,20} (?:decat|de)|maxim(?:um)? (?:de )?\d{3}|cel mult|nu incap|nu mai incap|\bplina?\b|epuiz|atins|scurtati|reduceti|peste (?:limita|maxim)/i,
    ],
    whole: /prea mult text|atat de mult text|atat de lung|(?:cererea|textul)[^.\n]{0,40}prea (?:lung|mare)/i,
    rate: /prea multe cereri|pe minut|pe secunda|pe ora/i,
    quota: /\bsold|credit|\bcota\b|fonduri/i,
    thing: /iesire|raspuns|imagine|fisier/i,
  },
  {
    language: 'Turkish, Azerbaijani',
    what: /baglam|kontekst|istem|girdi|giris|daxil|belirtec|jeton|sohbet|sohbət|söhbət|konusma|mesaj|gecmis|sorgu|pəncərə|pencere/i,
    excess: [
      /(?:token|belirtec|jeton) fazla|yetmiyor|yeterli degil|kifayet etmir|(?:azami|maksimum|en fazla) uzunlu|\d\S{0,20}(?:den|dan|ten|tan) (?:az|kucuk|kisa)|yer (?:kalmad|yok)|as[ıi]yor|ast[ıi]|as[ıi]ld[ıi]|as[aə]n|asmak|as[ıi]m|as[ıi]r|as[ıi]b|cok (?:uzun|buyuk|boyuk|fazla (?:token|jeton|belirtec))|haddinden artiq|həddindən|daha (?:uzun|buyuk|boyuk|fazla|cox)|en fazla|ən çox|ən cox|en cok|doldu|dolu\b|dolub|s[ıi][gğ]m|yuksek|ulas[ıi]l|tukendi|kadar|k[ıi]salt|maksimum|fazla uzun|ustunde|yetersiz/i,
    ],
    whole: /cok fazla metin|cox metn|bu kadar (?:uzun|cok metin|fazla metin)|bu qədər/i,
    rate: /mesaj (?:limiti|sinir)|dakika|dəqiqə|saniye|cok fazla istek|çox sorğu|cox sorgu/i,
    quota: /bakiye|balans|kredi|kvota|kota/i,
    thing: /c[ıi]kt[ıi]|yan[ıi]t|cevap|cavab|c[ıi]x[ıi]s|gorsel|resim|səkil|sekil|dosya|fayl/i,
  },
  {
    language: 'Kazakh, Kyrgyz, Tatar',
    what: /контекст|енгіз|кіріс|киргиз|кертү|сұрау|суроо|әңгіме|чат|баарлашуу|сөйләш|хабарлама|билдирүү|хәбәр|мәтін|текст|терезе/i,
    excess: [
      /(?:ең көп|максимал\S{0,20}|эң көп) ұзынды|(?:нан|нен|дан|ден|тан|тен) (?:аз|кіші|қысқа)|асып|асады|асты|асқан|ашып|ашты|ашкан|тым (?:ұзын|үлкен|көп ток)|өтө (?:узун|чоң|көп ток)|артты|артық|шегін|шектен|сыймай|сыйбай|сыймый|(?:дан|ден|тан|тен|нан|нен) (?:ұзын|үлкен|көп)|артып|бик озын/i,
    ],
    whole: /мұнша мәтін/i,
    rate: /минутына|минутуна|сұраулар тым көп|өтө көп суроо/i,
    quota: /квота|баланс|несие|каражат/i,
    thing: /жауап|жооп|җавап|шығыс|чыгыш|сурет|сүрөт|файл/i,
  },
  {
    language: 'Uzbek, Turkmen',
    what: /kontekst|kiriti[ls]|kirish|giris|so.?rov\b|suhbat|xabar|matn|oyna|girizilen/i,
    excess: [
      /maksimal uzunli|(?:dan) (?:kam|kichik|qisqa)|osh(?:ib|di|gan|ad[ıi]|moqda)|juda (?:uzun|katta|ko.?p token)|uzunroq|kattaroq|ko.?proq|sig.?ma|chegarasidan|limitidan|maksimal|asyar|asdy|gaty uzyn/i,
    ],
    whole: /buncha matn/i,
    rate: /daqiqa|so.?rovlar juda ko|minutda/i,
    quota: /balans|kvota|kredit|mablag/i,
    thing: /javob|chiqish|\brasm|fayl/i,
  },
  {
    language: 'Mongolian',
    what: /контекст|оролт|асуулга|яриа|чат|зурвас|мессеж|текст|хүсэлт|оруул/i,
    excess: [
      /(?:хамгийн их|дээд) урт|(?:аас|ээс) (?:бага|богино)|хэтэр|хэтрэ|давсан|даваад|давж|хэт (?:урт|их ток)|хэтэрхий|(?:аас|ээс|оос|өөс) (?:урт|их|том)|дээд хязгаар|багтахгүй|дүүрсэн/i,
    ],
    whole: /ийм их текст/i,
    rate: /минут|хэт олон хүсэлт|секунд/i,
    quota: /үлдэгдэл|квот|кредит/i,
    thing: /хариу|гаралт|зураг|файл/i,
  },
  {
    language: 'Georgian',
    what: /კონტექსტ|შეყვან|შემავალ|საუბ|დიალოგ|შეტყობინებ|მოთხოვნა|ისტორი|ტექსტ|პრომპტ|ფანჯარ/,
    excess: [
      /მაქსიმალურ\S{0,20} სიგრძ|ნაკლები უნდა|აღემატ|აჭარბ|ძალიან (?:გრძელ|დიდ)|ზედმეტად|მეტია|უფრო (?:გრძელ|დიდ|მეტ)|მაქსიმ|ლიმიტ|(?:არ|ვერ) ეტევა|ვეღარ ეტევა|სავსე|შეამოკლ|შეამცირ/,
    ],
    whole: /ამდენ ტექსტ/,
    rate: /წუთ|ბევრი მოთხოვნ|წამში/,
    quota: /ბალანს|კვოტ|კრედიტ/,
    thing: /პასუხ|გამომავ|გამოტან|სურათ|გამოსახულ|ფაილ/,
  },
  {
    language: 'Armenian',
    what: /համատեքստ|կոնտեքստ|մուտք|զրույց|խոսակց|հաղորդագր|հարցում|պատմութ|տեքստ|հուշում|պատուհան/i,
    excess: [
      /առավելագույն երկար|(?:ից|ից) (?:պակաս|կարճ)|գերազանց|(?:չափազանց|շատ) (?:երկար|մեծ)|ավելի (?:երկար|մեծ|շատ)|առավելագույն|չի տեղավոր|չեն տեղավոր|լցված|կրճատ|հասել է/i,
    ],
    whole: /այսքան տեքստ/,
    rate: /րոպե|(?:շատ|չափազանց շատ) հարցում|վայրկյան/i,
    quota: /հաշվեկշիռ|մնացորդ|քվոտ|վարկ/i,
    thing: /պատասխան|ելք|պատկեր|նկար|ֆայլ/i,
  },
]
