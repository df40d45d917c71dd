/* Written by scripts/fit-rule-weights.ts, from the labelled sentences of the tests. */

/** Where the score of a sentence without any mark stands. Above zero it is a rule. */
export const START = -0.8

/** What marks of a sentence add to its score; `=` stands before a word. */
export const WEIGHTS: readonly (readonly [weight: number, marks: string])[] = [
  [-2.1, 'once'],
  [-1.6, 'bare'],
  [-1.3, 'past'],
  [-1.2, 'pause$'],
  [-1.1, '=changes | ^^pause | past2 | shows'],
  [-1, '=will | ^cited | ^deed | ^the>many | cited'],
  [-0.9, ': | =both | =i’ d like | once&norm | the+talk'],
  [
    -0.8,
    ',i | =al | =aucun | =required | =si | =some | =use | ^^cited | ^^number | ^^shows | ^cited&norm | ^cited&scope | ^it&scope | ^talk>one | number2 | once$ | shows2',
  ],
  [
    -0.7,
    '=and | =auf | =be | =checkpoint | =just | =open | =option | =page | =prompt | =results | =the second | =version | =有 | ^^we | ^deed>many | ^i&norm | ^it | ^it>other | deed2 | it | need$ | query2 | short | the | trouble$',
  ],
  [
    -0.6,
    ',shows | =all | =alle | =branch | =consider | =delete | =handler | =hook | =key | =let me know | =of | =parser | =questions | =reviewed | =session | =should | =the old | =using | =va | =口 | ^^it | ^guess | ^guess&norm | ^query | ^query>other | ^react>other | ^the&scope | query$ | should$',
  ],
  [
    -0.5,
    '! | ,guess | ,the | =again | =beim | =bookings | =called | =charged | =ci | =config | =datei | =der | =else | =euros | =except | =existe | =fichier | =file | =five | =folder | =helper | =i’ ll | =lass | =lines | =make | =non | =or | =over | =price | =should be | =single | =the same | =this | =to | =todas | =tu peux | =way | =we | =when | =不 | =了 | =来 | ^^a | ^cited>other | ^deed&scope | ^deed&scopeless | ^i&scopeless | ^need | ^need&scopeless | ^need>other | ^react | ^react&scopeless | ^we&norm | a | all2 | cited2 | forbid$ | guess | i | limit$ | react | shows$ | the2 | we+be',
  ],
  [
    -0.4,
    ',number | ,react | =always | =bullet | =button | =commits | =current | =dafür | =dem | =directly | =el | =flight | =format | =from | =für | =go with | =i read | =i think | =instead | =issue | =just the | =keine | =la | =let’s | =liegt | =looking | =läuft | =map | =mi | =modifier | =more | =now | =nuevo | =phase | =policy | =port | =print the | =process | =removed | =repo | =reservation | =réponse | =section | =seulement | =should have | =should never | =soll | =sur | =tab | =text | =um | =update | =upload | =voucher | =wants | =whether | =wrote | =一 个 | =三 | =信 | =地 | =端 | ^^always | ^a&scopeless | ^ask>one | ^guess&scope | ^i | ^name | ^name&scopeless | ^name>one | ^other>one | ^standing>one | ^the | ^you&scopeless | all+trouble | condition$ | dont$ | i+dont | it+talk | it2 | name$ | name2 | now | ones+dont',
  ],
  [
    -0.3,
    ',a | ,ask | ,name | ,should | ,wish | =above | =agent | =agreed | =alles | =any | =anyway | =archivo | =around | =below | =book | =borra | =build | =call | =cancel | =card | =cinco | =clients | =compila | =complete | =confirm | =côté | =c’ est | =dashboard | =default | =draft | =einen | =este | =failed | =fichiers | =fields | =filter | =for each | =forget | =french | =function | =good | =h | =haben | =había | =handle | =happens | =has | =how | =i have | =i need | =i want | =init | =is closed | =left | =list | =log | =low | =l’ | =merge | =mon | =must be | =mutex | =n’ | =on every | =orders | =plante | =página | =rate | =save | =seite | =separate | =show | =sont | =talk | =ten | =the | =the new | =the other | =to all | =todos | =tout | =und | =uns | =user | =users | =variante | =well | =wenn | =zweiten | =ça | =一 下 | =三 个 | =单 | =号 | =和 | =器 | =址 | =存 | =帮 我 | =我 要 | =文 件 | =点 | =第 | =要 | =送 | ^^condition | ^^name | ^^opener | ^^trouble | ^^you | ^always>one | ^deed>other | ^guess>one | ^guess>other | ^manner&norm | ^manner&scopeless | ^now | ^query&norm | ^query&scope | ^query&scopeless | ^talk&scopeless | ^we>other | ^you | all$ | be | brief | number$ | opener$ | past&scope | query | small$ | talk$ | we+always | wish$ | you+always',
  ],
  [
    -0.2,
    ',query | ,quote | =account | =affiche | =answer | =antes | =antwort | =anything you | =at least | =back to | =bei | =by | =can you | =caption | =changed | =cinq | =clear | =cli | =close | =commite | =confidence | =confirmation | =contract | =cualquier | =debe | =decía que | =different | =direct | =document | =dos | =dürfe | =effect | =emails | =error messages | =ese | =eso | =est | =etwas | =euro | =even if | =exit | =expected | =fine | =footer | =for now | =form | =friendly | =got | =green | =hat | =have | =header | =hora | =id | =if | =import | =is that | =jobs | =kein | =know | =la segunda | =leg | =leo | =letter | =log in | =logging | =login | =ma | =make the | =man | =maybe | =mehr | =mein | =menu | =minute | =mode | =module | =nachts | =nested | =neue | =notice | =nunca | =other | =ours | =output | =parte | =percent | =prices | =pruebas | =push | =que | =quick | =quiero | =qu’ | =really | =red | =running | =sagte immer | =salta | =secrets | =seit | =sentences | =sessions | =should always | =store | =summarise | =support | =takes | =three | =ticket | =todo | =too | =tool | =toutes les | =utc | =utilise | =vier | =weekend | =we’ ve | =why | =write a | =write the | =written | =wrong | =ya | =zero | =zwei | =五 | =从 来 不 | =分 | =别 | =吧 | =封 | =左 | =应 该 | =我 们 | =把 | =报 | =用 | =的 时 候 | =表 | =规 定 | =解 | ^^once | ^^react | ^^standing | ^ask&scope | ^cited&scopeless | ^cited>many | ^cited>one | ^dont>other | ^guess&scopeless | ^it>ever | ^may&scope | ^now>other | ^ones>many | ^past | ^past&scopeless | ^react>one | ^shows&scopeless | ^shows>other | ^small&scopeless | ^standing | ^standing&norm | ^standing&scope | ^we>ever | all | deed | i+talk | it+always | it+trouble | long | need | pause2 | shows&scope | trouble | trouble2 | you+need',
  ],
  [
    -0.1,
    '=about | =because | =diff | =función | =horrible | =las | =minutes | =reproduce | =summary | =the last | =twice | =ändern | =写 | =因 | ^^past | once2 | other',
  ],
  [
    0.1,
    ',we | =code | =first | =für mich | =more than | =please | =quand | =quoi que ce soit | =require | =strings | =种 | ^all>one | ^hold>one | ^i&scope | ^shows>many | forbid2 | i$',
  ],
  [
    0.2,
    ',be | ,condition | ,hold | ,manner | ,other | ,you | =after | =ahead | =alte | =antworten | =aren’t | =arrived | =aus | =aux | =avoid | =behind | =branches | =british | =call the | =can | =can’t | =ce | =change | =check | =chiffre | =citations | =claim | =como mucho | =compile | =dass | =del | =deploy | =documents | =door | =drop | =drop the | =d’ | =earlier | =edit | =figures | =firmware | =flats | =follow | =friday | =functions | =give | =go on | =going forward | =grant | =hand | =hardcoded | =i | =i prefer | =in all | =in every | =invoices | =kg | =lab | =leave | =legal | =letters | =licence | =lift | =like | =lists | =litres | =march | =max | =messages | =moins de | =montre-moi | =must | =my | =name | =need | =nichts | =ninguna | =noms | =none | =notebooks | =offer | =office | =on | =options | =oui | =outside | =paragraph | =passwords | =past | =patient | =payment | =person | =phone | =plain | =pls | =pour tous | =primero | =provider | =put the | =query | =rather than | =read | =requirement | =return | =se | =seeds | =selbst | =shop | =show me the | =shows | =sin | =size | =son | =spaces | =starts | =step | =stick with | =style | =suppliers | =supprimer | =tables | =target | =these | =those | =touche | =touching | =tous les | =translations | =trois | =ui | =une | =warnings | =we don’t do | =what | =wiki | =word | =working | =write | =y | =year | =you | =zeig | =à partir de maintenant | =一 次 | =东 | =中 | =会 | =会 议 | =作 | =公 | =出 现 | =删 除 | =回 复 | =始 | =客 户 | =工 | =开 | =息 | =房 | =按 | =数 | =时 | =格 式 | =消 | =第 二 个 | =西 | =进 | =钮 | =零 | ^^ask | ^^dont | ^^i | ^^may | ^^quote | ^^talk | ^all>many | ^always | ^always&norm | ^always&scope | ^ask>other | ^condition&norm | ^hold&scopeless | ^it>one | ^limit>one | ^manner | ^matter>one | ^other | ^should | ^should>one | ^talk&scope | ^trouble&scope | ^wish&norm | ^wish>other | all+hold | always | always$ | ask$ | ask&condition | barred$ | dont2 | guess$ | hold$ | it+past | react2 | should2 | small2 | the+dont | we+trouble | you+be',
  ],
  [
    0.3,
    ',all | ,small | =adding | =aisle | =anything | =are | =asking | =avertissements | =boxes | =calendar | =cause | =chaque | =charts | =comma | =comme | =could you | =código | =degrees | =dependencies | =des | =dev | =dis-moi | =doesn’t | =don’t | =down | =dès que | =es | =eu | =every | =explain | =fails | =files | =fix | =goes | =hands off | =i don’t want | =im | =immer | =inside | =is | =is the | =last | =line | =live | =load | =logged | =mention | =migration | =mir | =money | =müssen | =new code | =no | =nombres | =off limits | =ohne | =our | =plus | =por | =primary | =prs | =public | =python | =reply | =respuestas | =restart | =retries | =roboter | =runs | =réponses | =service | =set | =si no | =siempre | =singular | =sobald | =sources | =speak | =stays | =stop | =stuff | =summaries | =tabs | =tag | =them | =tickets | =told | =top | =train | =una | =up | =werden | =white | =with | =zu | =à | =不 要 | =之 前 | =内 | =子 | =就 | =必 须 | =我 | =最 多 | =来 源 | =每 | =都 要 | ^^be | ^^deed | ^^hold | ^^matter | ^^ones | ^^wish | ^a | ^a>other | ^all | ^all&norm | ^all&scope | ^deed&norm | ^dont | ^dont&norm | ^dont&scopeless | ^forbid | ^forbid&scope | ^hold>other | ^limit&scope | ^limit>other | ^manner>many | ^ones | ^ones&norm | ^ones&scopeless | ^other&norm | ^other>other | ^small&norm | ^small&scope | ^talk&norm | ^talk>many | ^trouble&norm | ^we&scope | ^we>many | ^we>one | ^wish&scope | ^wish>many | always2 | barred2 | cited$ | it+be | matter2 | other2 | past$ | standing$ | standing2 | talk | the$ | we',
  ],
  [
    0.4,
    ',past | =alguien | =alone | =am | =an | =before | =cluster | =cold | =con | =dates | =de | =docs | =en | =error | =errors | =exclamation | =flaky | =frontend | =generated | =ils | =included | =ja | =keys | =leaflet | =luego | =marks | =migrations | =network | =new | =niemals | =nothing else | =number | =offline | =otherwise | =par | =parents | =pass | =product | =redis | =schema | =screen | =seats | =staging | =terraform | =that’s | =the next | =travel | =treat | =we write | =who | =without | =you may | =you’re | =über | =只 | =数 字 | ^^limit | ^^manner | ^^other | ^^should | ^always>other | ^ask&scopeless | ^dont>one | ^forbid>many | ^limit | ^limit&norm | ^matter | ^matter&scopeless | ^only | ^only&scope | ^only>other | ^react>many | ^talk>other | ^wish | ^you>other | all+shows | be$ | matter | ones2 | only | scope | wish2 | you+past',
  ],
  [
    0.5,
    ',always | ,deed | ,dont | ,forbid | ,standing | =a | =at | =boring | =calls | =day | =do | =do it | =done | =du | =each | =emojis | =everything | =force | =goods | =had | =kotlin | =leaves | =links | =ne | =needs | =node | =release | =skip | =tell | =warehouse | =would | =不 知 道 | =是 | =里 | ^^forbid | ^^guess | ^hold&norm | ^hold>many | ^manner&scope | ^the>other | all+talk | forbid | it$ | it+shows | manner2 | name | standing | talk2 | we$ | you2',
  ],
  [
    0.6,
    '=api | =avec | =como | =contracts | =everywhere | =go through | =has to | =inglés | =java | =kids | =leave the | =mit | =morning | =nicht | =people | =so | =stay | =touch | =whenever | =wie | =机 | =的 | =说 | ^ones>other | ^other>many | dont | limit2 | manner$ | only$ | pause | we+talk | you&condition',
  ],
  [
    0.7,
    '=bitte | =in | =les | =me | =texts | =the customer | =un | =us | ^a&scope | ^hold&scope | ask | condition | order | should',
  ],
  [0.8, '=gets | =lo | =next | =unless | ^^barred | condition2 | hold | limit | manner'],
  [0.9, '=keep | =robot | =run | plain'],
  [1, '=nothing | ^hold | ^plural | you'],
  [1.1, 'norm'],
  [2.2, 'barred'],
]
