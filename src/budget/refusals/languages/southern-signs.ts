import type { Words } from './words.ts'

/** The languages of Southern and South-Eastern Asia, of the Near East and of Africa. */
export const SOUTHERN: readonly Words[] = [
  {
    language: 'Arabic, Persian, Urdu, Pashto',
    what: /سیاق|سياق|الإدخال|المدخلات|إدخال|المدخل|محادثة|المحادثة|محادثتك|الحوار|رسائل|الرسالة|الرسائل|الطلب(?!ات)|موجه|المطالبة|البرومبت|متن|النص|ورودی|گفتگو|گفت.?وگو|مکالمه|چت|زمینه|پیام|تاریخچه|پنجره|نافذة|ان ?پٹ|درخواست(?! ?ه)|پرامپت|پرامپٹ|برومبت/,
    excess: [
      /سے زیادہ|أكثر من \d|لا يكفي|غير كاف|زائد|کافی نیست|کافی نہیں|الطول الأقصى|أقصى طول|أقل من \d|بين \d|حداکثر طول|کمتر از|کم ہون|لا (?:توجد|يوجد) (?:مساحة|مكان)|لا مساحة|فضای? (?:کافی )?(?:نیست|ندارد)|جا نیست|تجاوز|يتجاوز|تتجاوز|طويل|أطول|أكبر من|أكثر من|أكثر مما|كبير جد|كبيرة جد|يفوق|تفوق|الحد الأقصى|لا (?:يتسع|تتسع|يسع|تسع)|ممتلئ|امتلأ|بلغ|أعلى من|يزيد عن|تزيد عن|فقط|اختصر|قلّل|طولانی|بیش(?:تر)? از|بیشتر|فراتر|حداکثر|بزرگ|نمی.?گنجد|جا نمی|پر شد|کوتاه|زیادہ|طویل|لمب[یا]|بڑ[یاھ]|حد سے|ډېر اوږد/,
    ],
    whole:
      /(?:سعة|قدرة) النموذج|نص (?:أكثر|كثير جد)|متن (?:بیش از حد|خیلی زیاد)|هذا القدر من النص|كل هذا النص|این (?:همه|مقدار) متن|اتنا (?:زیادہ )?متن/,
    rate: /(?:في|لكل|بال)\s?(?:ال)?دقيقة|في الثانية|طلبات كثيرة|كثرة الطلبات|عدد (?:كبير )?(?:جدا )?من الطلبات|معدل الطلبات|(?:در|هر) دقیقه|تعداد درخواست|درخواست.?های (?:بیش|زیاد)|فی منٹ|زیادہ درخواستیں|درخواستیں/,
    quota: /رصيد|الحصة|حصتك|الفوترة|اعتبار|موجودی|سهمیه|بیلنس|کوٹہ/,
    thing: /الإخراج|المخرجات|مخرجات|الرد|الإجابة|صورة|الصور|ملف|مستند|خروجی|پاسخ|تصویر|فایل|پرونده|آؤٹ ?پٹ|جواب|فائل/,
  },
  {
    language: 'Hebrew',
    what: /הקשר|קלט|פרומפט|שיחה|שיח|צ.?אט|הודע|בקשה|ההיסטוריה|חלון|טקסט/,
    excess: [
      /יותר מ|לא מספיק|אינו מספיק|אינם מספיק|אורך (?:ה?מרבי|ה?מקסימלי)|לאורך המרבי|פחות מ|קטן מ|קצר מ|אין (?:עוד )?מקום|נגמר|חורג|חרג|חריג|ארוכ|ארוך|גדול|יותר מדי (?:טוקנ|אסימונ|טקסט)|מקסימ|מעבר ל|לכל היותר|מלא|גבוה מ|עולה על|עול[הי]ם על|עבר[הו]? את|אינו נכנס|לא נכנס|קצר/,
    ],
    whole: /קיבולת המודל|יותר מדי טקסט|כל כך (?:הרבה טקסט|ארוך)/,
    rate: /לדקה|בדקה|בקשות רבות|יותר מדי בקשות|לשנייה/,
    quota: /יתר[הת]|מכס[הת]|אשראי|חיוב/,
    thing: /פלט|תשוב|תמונ|קובץ|קבצ|מענה/,
  },
  {
    language: 'Hindi, Marathi, Nepali',
    what: /संदर्भ|सन्दर्भ|कॉन्टेक्स्ट|कॉन्टेक्स|कन्टेक्स्ट|इनपुट|प्रॉम्प्ट|प्रम्प्ट|प्रोम्प्ट|बातचीत|वार्तालाप|संभाषण|संवाद|कुराकानी|संदेश|सन्देश|मेसेज|चैट|इतिहास|पाठ|टेक्स्ट|मजकूर/,
    excess: [
      /पर्याप्त नहीं|पुरेसा नाही|कम पड़|पर्याप्त छैन|अधिकतम लंबाई|कमाल लांबी|से कम|पेक्षा कमी|(?:जगह|स्थान) (?:नहीं|नाही|छैन)|अधिक|ज़्यादा|ज्यादा|ज़्यादा|जास्त|लंब|लांब|लामो|बड़ा|बड़ी|बड़े|मोठ|ठूलो|सीमा|मर्यादा|केवल|पार कर|पार ग|ओलांड|नाघ|भर ग|भन्दा बढी|पेक्षा|बढ़ ग|नहीं समा|मावत नाही|छोटा कर|कम कर/,
    ],
    whole:
      /बहुत (?:अधिक|ज़्यादा) (?:टेक्स्ट|पाठ)|इतना (?:लंबा|अधिक|बड़ा|ज़्यादा) (?:टेक्स्ट|पाठ)|इतने टोकन|(?:अनुरोध|विनंती)[^।\n]{0,20}(?:बहुत|खूप|धेरै) (?:लंब|बड़|लांब|मोठ|लामो|ठूलो)/,
    rate: /प्रति ?(?:मिनट|मिनिट|दिन|घंट|सेकंड)|अनुरोधों|(?:अधिक|ज़्यादा|ज्यादा|अनेक|धेरै|खूप|जास्त) (?:अनुरोध|विनंत)|एक मिनट/,
    quota: /कोटा|शेष|बैलेंस|क्रेडिट|शिल्लक|ब्यालेन्स|खाते में/,
    thing: /आउटपुट|उत्तर|जवाब|छवि|चित्र|इमेज|प्रतिमा|तस्वीर|तस्बिर|फ़ाइल|फाइल|फाईल|दस्तावेज़/,
  },
  {
    language: 'Bengali, Assamese',
    what: /প্রসঙ্গ|প্রেক্ষ|কনটেক্সট|কন্টেক্সট|ইনপুট|প্রম্পট|কথোপকথন|কথাবার্তা|আলাপ|চ্যাট|বার্তা|মেসেজ|ইতিহাস|টেক্সট|লেখা/,
    excess: [
      /যথেষ্ট নয়|যথেষ্ট নয়|অপর্যাপ্ত|সর্বোচ্চ দৈর্ঘ্য|এর কম|থেকে কম|বেশি|দীর্ঘ|লম্বা|অধিক|বড়|বড়|ছাড়ি|ছাড়ি|অতিক্রম|সর্বোচ্চ|সীমার|আঁটছে না|ধরে না|ধরছে না|পূর্ণ|ছোট কর/,
    ],
    whole: /খুব বেশি (?:টেক্সট|লেখা)|এত (?:বেশি )?(?:টেক্সট|লেখা)|অনুরোধ[^।\n]{0,20}(?:খুব|অনেক) (?:দীর্ঘ|বড়|বড়|লম্বা)/,
    rate: /প্রতি ?(?:মিনিট|সেকেন্ড|ঘণ্টা|দিন)|(?:বেশি|অনেক|অত্যধিক) অনুরোধ/,
    quota: /কোটা|ব্যালেন্স|ক্রেডিট/,
    thing: /আউটপুট|উত্তর|ছবি|চিত্র|ফাইল/,
  },
  {
    language: 'Tamil',
    what: /சூழல்|உள்ளீ|உரையாடல்|செய்தி|கோரிக்கை(?!கள்)|வரலாறு|உரை|ப்ராம்ப்ட்|தூண்டல்|சாளர/,
    excess: [
      /அதிக|அதிகபட்ச நீள|விட குறைவ|மீறு|மீறி|மிக நீள|மிகவும் நீள|நீளமா|நீண்ட|மிகப் ?பெரி|பெரிதாக|விட (?:பெரி|நீள|அதிக)|அதிகபட்ச|வரம்பை|கொள்ளா|நிரம்பி|சுருக்கு|அதிகமாக/,
    ],
    whole: /மாதிரியின் திறன்|இவ்வளவு உரை/,
    rate: /நிமிட|கோரிக்கைகள்|வினாடி/,
    quota: /இருப்பு|ஒதுக்கீ|கிரெடிட்/,
    thing: /வெளியீ|பதில்|படம்|படத்|கோப்பு/,
  },
  {
    language: 'Telugu, Kannada',
    what: /సందర్భ|ఇన్ ?పుట్|సంభాషణ|సందేశ|అభ్యర్థన(?!లు)|చరిత్ర|వచన|టెక్స్ట్|ప్రాంప్ట్|ಸಂದರ್ಭ|ಇನ್ ?ಪುಟ್|ಸಂಭಾಷಣೆ|ಸಂದೇಶ|ವಿನಂತಿ(?!ಗಳು)|ಪ್ರಾಂಪ್ಟ್|ಪಠ್ಯ/,
    excess: [
      /గరిష్ట పొడవు|కంటే తక్కువ|ಗರಿಷ್ಠ ಉದ್ದ|ಗಿಂತ ಕಡಿಮೆ|మించి|మించు|దాటి|దాటు|చాలా (?:పొడవ|పెద్ద)|పెద్దది|పొడవు|పొడవైన|ఎక్కువ|గరిష్ట|సరిపోదు|నిండి|ಮೀರಿ|ಮೀರು|ತುಂಬಾ (?:ದೊಡ್ಡ|ಉದ್ದ)|ದೊಡ್ಡ|ಉದ್ದವಾಗಿ|ಹೆಚ್ಚ|ಗರಿಷ್ಠ/,
    ],
    whole: /ఇంత (?:ఎక్కువ )?టెక్స్ట్/,
    rate: /నిమిష|అభ్యర్థనలు|సెకను|ನಿಮಿಷ|ವಿನಂತಿಗಳು/,
    quota: /బ్యాలెన్స్|కోటా|క్రెడిట్|ಬ್ಯಾಲೆನ್ಸ್|ಕೋಟಾ/,
    thing: /అవుట్ ?పుట్|ఔట్ ?పుట్|సమాధాన|జవాబు|చిత్ర|ఫైల్|ಔಟ್ ?ಪುಟ್|ಉತ್ತರ|ಚಿತ್ರ|ಫೈಲ್|ಕಡತ/,
  },
  {
    language: 'Malayalam, Sinhala',
    what: /സന്ദർഭ|ഇൻപുട്ട|സംഭാഷണ|സന്ദേശ|അഭ്യർത്ഥന(?!കൾ)|പ്രോംപ്റ്റ|ടെക്സ്റ്റ|සන්දර්භ|ආදාන|සංවාද|පණිවිඩ|ඉල්ලීම(?!්)|පෙළ|විමසුම/,
    excess: [/പരമാവധി നീള|കുറവായിരി|උපරිම දිග|കവി|അധികമാ|വലുത|വളരെ വലിയ|നീള|കൂടുതൽ|പരമാവധി|മറികട|ඉක්ම|දිග වැඩි|දිගු|දිගයි|විශාල|වැඩියි|උපරිම/],
    whole: /ഇത്രയും/,
    rate: /മിനിറ്റ|അഭ്യർത്ഥനകൾ|මිනිත්තු|ඉල්ලීම්/,
    quota: /ബാലൻസ്|ക്വാട്ട|ශේෂ/,
    thing: /ഔട്ട്പുട്ട|ഉത്തര|ചിത്ര|ഫയൽ|ප්රතිදාන|පිළිතුර|රූප|ගොනු/,
  },
  {
    language: 'Gujarati, Punjabi, Odia',
    what: /સંદર્ભ|ઇનપુટ|વાતચીત|સંવાદ|સંદેશ|વિનંતી(?!ઓ)|પ્રોમ્પ્ટ|ટેક્સ્ટ|ਸੰਦਰਭ|ਇਨਪੁ|ਗੱਲਬਾਤ|ਸੁਨੇਹ|ਬੇਨਤੀ(?!ਆਂ)|ਪ੍ਰੋਂਪਟ|ਪ੍ਰੌਂਪਟ|ସନ୍ଦର୍ଭ|ଇନପୁଟ|ବାର୍ତ୍ତାଳାପ/,
    excess: [/મહત્તમ લંબાઈ|કરતાં ઓછ|ਵੱਧ ਤੋਂ ਵੱਧ ਲੰਬਾਈ|ਤੋਂ ਘੱਟ|વધુ|વધાર|વધી|લાંબ|મોટ|ઓળંગ|મહત્તમ|ਵੱਧ|ਜ਼ਿਆਦਾ|ਲੰਬ|ਵੱਡ|ਪਾਰ ਕਰ|ଅଧିକ|ବଡ଼|ଲମ୍ବା|ଅତିକ୍ରମ/],
    whole: /આટલું બધું લખાણ/,
    rate: /મિનિટ|વિનંતીઓ|ਮਿੰਟ|ਬੇਨਤੀਆਂ|ମିନିଟ/,
    quota: /ક્વોટા|બેલેન્સ|ਕੋਟਾ|ਬਕਾਇਆ/,
    thing: /આઉટપુટ|જવાબ|છબી|ચિત્ર|ફાઇલ|ਆਉਟਪੁ|ਜਵਾਬ|ਚਿੱਤਰ|ਤਸਵੀਰ|ਫਾਈਲ|ଆଉଟପୁଟ|ଉତ୍ତର/,
  },
  {
    language: 'Thai, Lao',
    what: /บริบท|พรอม|อินพุต|ข้อมูลนำเข้า|ข้อความ|การสนทนา|บทสนทนา|สนทนา|แชท|ประวัติ|คำสั่ง|คอนเท|ຂໍ້ຄວາມ|ປ້ອນ|ສົນທະນາ|ບໍລິບົດ|ພຣອມ/,
    excess: [
      /ความยาวสูงสุด|น้อยกว่า|ຄວາມຍາວສູງສຸດ|ไม่มีที่|พื้นที่ไม่|เกิน|ยาวไป|ยาวเกิน|ยาวมาก|ใหญ่เกิน|ใหญ่ไป|มากเกิน|สูงสุด|เต็ม|มากกว่า|ยาวกว่า|ใหญ่กว่า|ไม่พอ|ไม่เพียงพอ|ล้น|ย่อ|ถึงขีดจำกัด|ເກີນ|ຍາວ|ໃຫຍ່|ສູງສຸດ|ຫຼາຍກວ່າ|ເຕັມ/,
    ],
    whole: /ข้อความ(?:ยาว|มาก)ขนาดนี้|คำขอ(?:ยาว|ใหญ่)(?:เกิน|ไป)/,
    rate: /ต่อ(?:นาที|วินาที|ชั่วโมง)|คำขอ(?:มาก|จำนวนมาก|บ่อย)|คำขอ.{0,6}มากเกิน|ຕໍ່ນາທີ|ຄຳຮ້ອງຂໍຫຼາຍ/,
    quota: /เครดิต|ยอดเงิน|โควตา|โควต้า|ຍອດເງິນ/,
    thing: /เอาต์พุต|คำตอบ|รูป|ภาพ|ไฟล์|ຄຳຕອບ|ຮູບ|ໄຟລ໌/,
  },
  {
    language: 'Vietnamese',
    what: /ngu canh|dau vao|dau vao|tro chuyen|hoi thoai|doi thoai|tin nhan|lich su|cua so|loi nhac|cau lenh|van ban|noi dung/i,
    excess: [
      /\bhon \d|thua \d|khong du|thieu|do dai toi da|(?:nho|it|ngan) hon \d|khong con (?:cho|du)|vuot|qua (?:dai|lon|nhieu token)|dai hon|lon hon|toi da|da day|nhieu hon|cao hon|het (?:cho|ngu canh)|khong (?:vua|du cho|chua)|dat (?:den )?gioi han|rut gon|rut ngan/i,
    ],
    whole: /kha nang cua mo hinh|qua nhieu van ban|nhieu van ban (?:nhu vay|den the)|dai nhu vay|yeu cau qua (?:dai|lon)/i,
    rate: /(?:moi|tren) (?:phut|giay|gio|ngay)|qua nhieu yeu cau|tan suat/i,
    quota: /han muc|so du|tin dung/i,
    thing: /dau ra|cau tra loi|phan hoi|hinh anh|\banh\b|\btep|tap tin/i,
  },
  {
    language: 'Indonesian, Malay, Javanese',
    what: /konteks|masukan|\binput|percakapan|perbualan|obrolan|pesan|mesej|riwayat|sejarah|jendela|tetingkap|\bchat|\bteks\b/i,
    excess: [
      /lebih dari(?:pada)? \d|lebih daripada|kelebihan|tidak memadai|tidak cukup|panjang maksim|kurang dari \d|lebih pendek dari|tidak ada (?:lagi )?(?:ruang|tempat)|kehabisan|melebihi|melampaui|terlalu (?:panjang|besar|banyak (?:token|teks))|lebih (?:panjang|besar|banyak|tinggi)|kepanjangan|maksimal|maksimum|penuh|terbatas|habis|tidak (?:muat|cukup)|tak muat|mencapai batas|persingkat|pendekkan|ngluwihi|kedawan|di atas batas|hanya [^.\n]{0,20}\d{3}/i,
    ],
    whole:
      /kapasitas model|terlalu banyak teks|teks sebanyak|sepanjang (?:ini|itu)|permintaan[^.\n]{0,20}terlalu (?:panjang|besar)/i,
    rate: /per menit|setiap minit|seminit|sesaat|terlalu banyak permintaan/i,
    quota: /kuota|saldo|kredit|\bbaki\b/i,
    thing: /keluaran|jawaban|jawapan|respons|gambar|berkas|imej|\bfile\b/i,
  },
  {
    language: 'Filipino',
    what: /konteksto|\binput|usapan|pag-uusap|mensahe|kahilingan|kasaysayan|teksto|\bchat/i,
    excess: [
      /pinakamahabang|maximum na haba|mas (?:maikli|kaunti) sa|lumampas|lumalampas|lampas|humigit|masyadong (?:mahaba|malaki|maraming token)|napakahaba|mas (?:mahaba|malaki|marami)|sobra|hindi (?:na )?(?:kasya|magkasya)|puno na|naabot|paikliin/i,
    ],
    whole: /ganito kahabang/i,
    rate: /(?:kada|bawat) minuto|maraming kahilingan/i,
    quota: /kredito|balanse/i,
    thing: /sagot|tugon|larawan|\bfile\b/i,
  },
  {
    language: 'Khmer, Burmese',
    what: /បរិបទ|បញ្ចូល|សន្ទនា|សារ|អត្ថបទ|សំណើ(?!ច្រើន)|ថ្នាក់|ထည့်သွင်း|အကြောင်းအရာ|အဝင်|စကားဝိုင်း|စကားပြော|မက်ဆေ့|စာသား|မေးခွန်း/,
    excess: [/ប្រវែងអតិបរមា|តិចជាង|အများဆုံးအရှည်|លើស|វែង|ធំពេក|ធំជាង|អតិបរមា|ពេញ|ច្រើនជាង|ကျော်|ရှည်|ကြီးလွန်း|ကြီး|များလွန်း|အများဆုံး|ပြည့်/],
    whole: /អត្ថបទច្រើនបែបនេះ/,
    rate: /នាទី|សំណើច្រើន|မိနစ်|တောင်းဆိုမှု/,
    quota: /សមតុល្យ|ឥណទាន|လက်ကျန်/,
    thing: /ចម្លើយ|លទ្ធផល|រូបភាព|ឯកសារ|អဖြေ|အထွက်|ပုံ|ဖိုင်/,
  },
  {
    language: 'Amharic',
    what: /ግቤት|ግብዓት|አውድ|ውይይት|መልእክት|ጥያቄ(?!ዎች)|ጽሑፍ/,
    excess: [/ከፍተኛው? ርዝመት|ያነሰ መሆን|በላይ|ይበልጣል|ይበልጣል|አልፏል|አልፎ|ረጅም|ትልቅ|ከፍተኛ|ሞልቷል/],
    whole: /ይህን ያህል ጽሑፍ/,
    rate: /በደቂቃ|ጥያቄዎች/,
    quota: /ሂሳብ|ክሬዲት/,
    thing: /ምላሽ|መልስ|ውጤት|ምስል|ፋይል/,
  },
  {
    language: 'Swahili, Hausa, Zulu',
    what: /muktadha|ingizo|pembejeo|mazungumzo|ujumbe|\bombi|historia|maandishi|kidokezo|dirisha|mahallin|shigarwa|tattaunawa|sa[kƙ]o|okokufaka|umongo|ingxoxo|umyalezo/i,
    excess: [
      /urefu wa juu|chini ya \d|kuzidi|[a-z]mezidi|[a-z]nazidi|zaidi ya|(?:ndefu|mrefu|marefu|refu|kubwa) (?:sana|kupita|kuliko|mno)|kikomo|hai?toshi|hau?toshi|haya?toshi|imejaa|limejaa|yamejaa|fupisha|punguza|wuce|zarce|tsayi da yawa|fiye da|weq[ai]|kude kakhulu|(?:ku|in|si)khulu kakhulu|dlula|eqe/i,
    ],
    whole: /maandishi mengi hivi/i,
    rate: /kwa dakika|maombi mengi|a minti|ngomzuzu/i,
    quota: /salio|mkopo/i,
    thing: /jibu|majibu|matokeo|picha|faili|amsa\b|hoto/i,
  },
]
