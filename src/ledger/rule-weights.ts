/* Written by scripts/fit-rule-weights.ts, from the labelled sentences of the tests. */

/** Where the score of a sentence without any mark stands. Above zero it is a rule. */
export const START = -0.8

/** What marks of a sentence add to its score; `=` stands before a word. */
export const WEIGHTS: readonly (readonly [weight: number, marks: string])[] = [
  [-2.1, 'once'],
  [-1.6, 'bare'],
  [-1.3, 'past'],
  [-1.2, '^deed | pause$'],
  [-1.1, '=changes | ^^pause | past2 | shows'],
  [-1, '=will | ^cited | ^the>many | cited'],
  [-0.9, ': | =both | =i’ d like | once&norm | the+talk'],
  [
    -0.8,
    ',i | =aucun | =be | =required | =some | =use | ^^cited | ^^number | ^^shows | ^cited&norm | ^cited&scope | ^it&scope | ^talk>one | forbid$ | number2 | once$ | shows2',
  ],
  [
    -0.7,
    '=al | =and | =auf | =checkpoint | =just | =open | =option | =page | =prompt | =results | =should | =si | =the second | =version | =有 | ^^we | ^deed&scopeless | ^guess | ^i&norm | ^it | ^react>other | it | need$ | query2 | short | the | trouble$',
  ],
  [
    -0.6,
    ',shows | =all | =alle | =branch | =consider | =delete | =else | =folder | =handler | =hook | =key | =let me know | =of | =parser | =questions | =reviewed | =session | =the old | =this | =to | =using | =va | =了 | =口 | =来 | ^^a | ^^it | ^deed>many | ^guess&norm | ^it>other | ^query | ^query>other | ^the&scope | deed2 | guess | should$',
  ],
  [
    -0.5,
    '! | ,guess | ,the | =again | =beim | =bookings | =called | =charged | =ci | =der | =euros | =existe | =fichier | =five | =from | =i’ ll | =lass | =lines | =make | =non | =or | =over | =price | =should be | =should have | =single | =sur | =the same | =todas | =tu peux | =way | =we | =when | =不 | ^cited>other | ^deed&scope | ^i&scopeless | ^need | ^need&scopeless | ^need>other | ^react | ^react&scopeless | ^we&norm | a | all2 | cited2 | i | limit$ | query$ | react | shows$ | we+be',
  ],
  [
    -0.4,
    ',number | ,react | =always | =bullet | =button | =commits | =config | =current | =dafür | =datei | =dem | =directly | =el | =except | =file | =flight | =format | =für | =go with | =helper | =i read | =i think | =issue | =just the | =keine | =la | =let’s | =liegt | =looking | =läuft | =map | =mi | =modifier | =more | =must be | =now | =nuevo | =phase | =policy | =port | =print the | =process | =removed | =repo | =reservation | =réponse | =section | =seulement | =should never | =soll | =tab | =text | =um | =update | =upload | =voucher | =wants | =whether | =wrote | =一 个 | =三 | =信 | =地 | =端 | ^^always | ^a&scopeless | ^ask>one | ^guess&scope | ^i | ^name | ^name&scopeless | ^other>one | ^the | ^you&scopeless | all+trouble | be | condition$ | dont$ | i+dont | it+talk | it2 | name$ | name2 | now | ones+dont | small$ | the2',
  ],
  [
    -0.3,
    ',a | ,ask | ,name | ,wish | =above | =agent | =agreed | =alles | =any | =anyway | =archivo | =around | =below | =book | =borra | =build | =by | =call | =can you | =cancel | =card | =cinco | =clear | =compila | =complete | =confirm | =côté | =c’ est | =dashboard | =default | =draft | =dürfe | =einen | =este | =failed | =fichiers | =fields | =filter | =for each | =forget | =french | =good | =h | =haben | =había | =handle | =happens | =has | =how | =i have | =i need | =i want | =init | =instead | =is closed | =know | =la segunda | =log | =low | =l’ | =merge | =mon | =mutex | =n’ | =on every | =orders | =plante | =página | =rate | =save | =show | =sont | =talk | =ten | =the new | =the other | =to all | =todos | =tout | =und | =uns | =user | =users | =variante | =vier | =well | =wenn | =wrong | =zweiten | =ça | =一 下 | =三 个 | =单 | =号 | =和 | =器 | =址 | =存 | =帮 我 | =我 要 | =文 件 | =点 | =第 | =要 | =送 | ^^condition | ^^name | ^^opener | ^^trouble | ^^you | ^always>one | ^deed>other | ^guess>one | ^guess>other | ^manner&norm | ^manner&scopeless | ^name>one | ^now | ^query&norm | ^query&scope | ^query&scopeless | ^standing>one | ^talk&scopeless | ^you | all$ | brief | deed | number$ | past&scope | query | shows&scope | talk$ | we+always | wish$ | you+always',
  ],
  [
    -0.2,
    ',query | ,quote | ,should | =about | =account | =affiche | =answer | =antes | =antwort | =anything you | =at least | =back to | =caption | =changed | =cinq | =cli | =clients | =commite | =confidence | =confirmation | =contract | =cualquier | =debe | =decía que | =different | =document | =dos | =effect | =emails | =error messages | =ese | =eso | =est | =etwas | =even if | =exit | =expected | =fine | =footer | =for now | =form | =función | =function | =got | =green | =have | =hora | =id | =if | =import | =is that | =jobs | =kein | =left | =leg | =leo | =letter | =list | =log in | =logging | =login | =ma | =man | =maybe | =mehr | =mein | =minute | =mode | =module | =nachts | =nested | =neue | =notice | =nunca | =other | =ours | =output | =parte | =percent | =prices | =pruebas | =push | =que | =quick | =quiero | =qu’ | =really | =red | =running | =sagte immer | =salta | =secrets | =seit | =seite | =sentences | =separate | =sessions | =should always | =store | =summarise | =summary | =support | =takes | =the | =there | =three | =ticket | =time | =todo | =too | =tool | =toutes les | =utc | =utilise | =weekend | =we’ ve | =why | =write a | =write the | =written | =zero | =zwei | =五 | =从 来 不 | =分 | =别 | =吧 | =封 | =左 | =应 该 | =我 们 | =报 | =用 | =的 时 候 | =表 | =规 定 | =解 | ^^once | ^^react | ^^standing | ^ask&scope | ^cited&scopeless | ^cited>many | ^cited>one | ^dont>other | ^guess&scopeless | ^it>ever | ^may&scope | ^now>other | ^ones>many | ^past | ^past&scopeless | ^react>one | ^shows&scopeless | ^shows>other | ^small&scopeless | ^standing | ^standing&norm | ^standing&scope | ^we>ever | ^we>other | i+talk | it+always | it+trouble | long | need | once2 | opener$ | pause2 | trouble | trouble2 | you+need',
  ],
  [
    -0.1,
    '=because | =close | =diff | =horrible | =las | =menu | =reproduce | =the last | =twice | =two | =which | =ya | =ändern | ^^past | ^^the | ^condition>other | ^we&scopeless | all | other',
  ],
  [
    0.1,
    '=first | =für mich | =please | =provider | =quand | =quoi que ce soit | =require | =strings | =wir | ^always | ^always&norm | ^always&scope | ^hold>one | ^shows>many | ^wish&norm',
  ],
  [
    0.2,
    ',be | ,condition | ,hold | ,manner | ,other | ,small | ,we | ,you | =after | =ahead | =aisle | =alte | =antworten | =aren’t | =arrived | =asking | =aus | =aux | =avoid | =behind | =branches | =british | =call the | =can | =can’t | =ce | =check | =chiffre | =citations | =claim | =como mucho | =compile | =dass | =del | =den | =deploy | =documents | =door | =drop | =drop the | =earlier | =edit | =figures | =firmware | =follow | =friday | =functions | =go on | =going forward | =grant | =hand | =hardcoded | =have to | =i | =i prefer | =immer | =in all | =in every | =invoices | =kg | =lab | =leave | =legal | =letters | =licence | =lift | =lists | =litres | =march | =max | =messages | =moins de | =montre-moi | =more than | =must | =my | =name | =need | =nichts | =ninguna | =noms | =none | =notebooks | =offer | =office | =options | =oui | =outside | =paragraph | =passwords | =past | =patient | =payment | =person | =phone | =plain | =pls | =plus | =pour tous | =preise | =primero | =put the | =query | =rather than | =read | =return | =se | =seeds | =selbst | =shop | =show me the | =shows | =sin | =size | =sobald | =son | =spaces | =starts | =step | =stick with | =style | =suppliers | =supprimer | =tables | =target | =these | =those | =touche | =tous les | =traduce | =translations | =trois | =ui | =una | =une | =warnings | =we don’t do | =what | =wiki | =window | =with | =word | =working | =write | =y | =year | =you | =zeig | =zu | =à | =à partir de maintenant | =一 次 | =东 | =中 | =会 | =会 议 | =作 | =公 | =出 现 | =删 除 | =十 | =回 复 | =始 | =客 户 | =就 | =工 | =开 | =息 | =按 | =数 | =时 | =格 式 | =每 | =消 | =种 | =第 二 个 | =西 | =进 | =钮 | =零 | ^^ask | ^^dont | ^^i | ^^may | ^^quote | ^all>many | ^ask>other | ^condition&norm | ^forbid&scope | ^hold&scopeless | ^it>one | ^limit>one | ^manner | ^matter>one | ^other | ^should | ^should>one | ^small&norm | ^talk&scope | ^talk>many | ^trouble&scope | ^wish>other | all+hold | always | ask$ | barred$ | dont2 | forbid2 | guess$ | hold$ | it+past | react2 | should2 | small | small2 | the+dont | we+trouble | you+be',
  ],
  [
    0.3,
    ',all | =alguien | =an | =are | =avertissements | =before | =boxes | =calendar | =cause | =change | =chaque | =charts | =comma | =comme | =con | =could you | =código | =de | =degrees | =dependencies | =des | =dev | =dis-moi | =doesn’t | =don’t | =down | =dès que | =d’ | =en | =errors | =es | =eu | =explain | =fails | =files | =fix | =give | =goes | =hands off | =i don’t want | =im | =inside | =is | =is the | =ja | =last | =line | =live | =load | =logged | =mention | =migration | =mir | =money | =müssen | =new code | =no | =nombres | =off limits | =our | =por | =primary | =prs | =python | =reply | =requirement | =respuestas | =restart | =retries | =roboter | =runs | =réponses | =service | =set | =si no | =siempre | =singular | =sources | =speak | =stays | =stop | =stuff | =summaries | =tabs | =them | =tickets | =told | =top | =touching | =train | =up | =werden | =white | =不 要 | =之 前 | =内 | =子 | =必 须 | =我 | =房 | =最 多 | =都 要 | ^^be | ^^deed | ^^hold | ^^matter | ^^ones | ^^other | ^^talk | ^^wish | ^a | ^a>other | ^all | ^all&norm | ^all&scope | ^dont | ^dont&norm | ^dont&scopeless | ^forbid | ^hold>other | ^limit&scope | ^limit>other | ^manner>many | ^ones | ^ones&norm | ^ones&scopeless | ^other&norm | ^other>other | ^small&scope | ^talk&norm | ^trouble&norm | ^we&scope | ^we>many | ^we>one | ^wish&scope | ^wish>many | always$ | always2 | ask&condition | barred2 | cited$ | matter2 | other2 | past$ | standing$ | standing2 | talk | the$ | we',
  ],
  [
    0.4,
    ',past | =adding | =alone | =am | =anything | =api | =at | =cluster | =cold | =dates | =docs | =each | =error | =every | =exclamation | =flaky | =frontend | =generated | =ils | =included | =keys | =leaflet | =luego | =marks | =migrations | =network | =new | =niemals | =nothing else | =number | =offline | =ohne | =otherwise | =par | =parents | =pass | =product | =public | =redis | =schema | =screen | =seats | =staging | =tag | =terraform | =that’s | =the next | =travel | =treat | =we write | =who | =you may | =you’re | =über | =只 | =数 字 | =来 源 | ^^limit | ^^manner | ^^should | ^always>other | ^ask&scopeless | ^dont>one | ^forbid>many | ^limit | ^limit&norm | ^matter | ^matter&scopeless | ^only | ^only&scope | ^only>other | ^react>many | ^talk>other | ^wish | ^you>other | all+shows | all+talk | be$ | it+be | matter | name | ones2 | only | scope | wish2 | you+past',
  ],
  [
    0.5,
    ',always | ,deed | ,dont | ,standing | =a | =boring | =calls | =como | =day | =do | =do it | =done | =emojis | =everything | =force | =goods | =had | =kotlin | =leaves | =links | =mit | =ne | =needs | =node | =people | =skip | =tell | =warehouse | =without | =would | =不 知 道 | =是 | =机 | =里 | ^^forbid | ^^guess | ^deed&norm | ^hold&norm | ^hold>many | ^manner&scope | ^the>other | forbid | it$ | it+shows | manner2 | standing | talk2 | we$ | you2',
  ],
  [
    0.6,
    ',forbid | =avec | =contracts | =du | =everywhere | =go through | =has to | =in | =inglés | =java | =kids | =leave the | =morning | =release | =so | =stay | =texts | =touch | =whenever | =wie | =的 | =说 | ^ones>other | ^other>many | dont | limit2 | manner$ | only$ | pause | we+talk',
  ],
  [
    0.7,
    '=bitte | =les | =lo | =me | =the customer | =un | =us | ^a&scope | ^hold&scope | ask | condition | manner | order | should | you&condition',
  ],
  [0.8, '=gets | =next | =run | =unless | ^^barred | condition2 | hold | limit | plain'],
  [0.9, '=keep | =robot'],
  [1, '=nothing | ^hold | ^plural | you'],
  [1.1, 'norm'],
  [2.2, 'barred'],
]
