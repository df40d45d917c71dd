/* Written by scripts/fit-rule-weights.ts, from the labelled sentences of the tests. */

/** Where the score of a sentence without any mark stands. Above zero it is a rule. */
export const START = -0.7

/** What marks of a sentence add to its score; `=` stands before a word. */
export const WEIGHTS: readonly (readonly [weight: number, marks: string])[] = [
  [-2, 'once'],
  [-1.6, 'bare'],
  [-1.3, 'past'],
  [-1.2, '^deed | pause$ | shows'],
  [-1.1, '=changes | ^^pause | past2'],
  [-1, '=will | ^cited | ^the>many | cited'],
  [-0.9, ': | =i’ d like | ^^shows | once$ | once&norm | the+talk'],
  [
    -0.8,
    '=aucun | =be | =required | =use | ^^cited | ^^number | ^cited&norm | ^cited&scope | ^it | ^it&scope | forbid$ | it | number2 | short | shows2',
  ],
  [
    -0.7,
    ',i | =al | =and | =auf | =both | =just | =option | =page | =prompt | =results | =si | =some | =the second | =version | =有 | ^^we | ^deed&scopeless | ^guess | ^i&norm | ^react>other | ^talk>one | need$ | the',
  ],
  [
    -0.6,
    ',shows | =all | =branch | =checkpoint | =consider | =delete | =else | =handler | =hook | =key | =let me know | =of | =open | =parser | =questions | =reviewed | =should | =the old | =this | =to | =using | =va | =when | =了 | =口 | =来 | ^^a | ^^it | ^cited>other | ^deed>many | ^guess&norm | ^it>other | ^query | ^query>other | ^the&scope | deed2 | guess | query2 | should$ | trouble$',
  ],
  [
    -0.5,
    '! | ,guess | ,the | =again | =alle | =beim | =called | =charged | =ci | =der | =euros | =existe | =fichier | =five | =folder | =from | =i’ ll | =lass | =lines | =make | =non | =or | =over | =price | =session | =should be | =should have | =single | =sur | =the same | =todas | =tu peux | =we | =不 | ^deed&scope | ^i&scopeless | ^name | ^need | ^need&scopeless | ^need>other | ^react | ^react&scopeless | ^the | ^we&norm | all2 | cited2 | i | limit$ | query$ | react | small$ | the2 | we+be',
  ],
  [
    -0.4,
    ',number | ,react | =always | =bookings | =bullet | =button | =commits | =config | =current | =dafür | =datei | =dem | =directly | =el | =except | =file | =format | =für | =go with | =helper | =i read | =i think | =issue | =just the | =keine | =la | =liegt | =looking | =läuft | =map | =mi | =modifier | =more | =must be | =now | =nuevo | =phase | =policy | =port | =print the | =process | =removed | =repo | =reservation | =réponse | =section | =seulement | =soll | =tab | =um | =uns | =update | =upload | =voucher | =wants | =way | =wrote | =一 个 | =三 | =信 | =地 | =端 | ^^always | ^a&scopeless | ^ask>one | ^guess&scope | ^i | ^name&scopeless | ^name>one | ^other>one | a | all+trouble | be | brief | dont$ | i+dont | it+talk | it2 | now | ones+dont | shows$',
  ],
  [
    -0.3,
    ',a | ,ask | ,wish | =above | =agent | =agreed | =alles | =any | =anyway | =archivo | =around | =below | =book | =borra | =by | =call | =can you | =cancel | =card | =cinco | =compila | =complete | =confirm | =côté | =c’ est | =dashboard | =default | =draft | =dürfe | =einen | =este | =failed | =fichiers | =filter | =flight | =for each | =forget | =french | =h | =haben | =había | =happens | =has | =how | =i have | =i need | =i want | =init | =instead | =is closed | =is that | =la segunda | =let’s | =log | =low | =l’ | =merge | =mon | =mutex | =n’ | =on every | =orders | =output | =plante | =página | =rate | =save | =should never | =show | =sont | =talk | =ten | =text | =the new | =the other | =three | =to all | =todo | =todos | =tout | =und | =user | =users | =variante | =vier | =weekend | =well | =wenn | =whether | =wrong | =zweiten | =ça | =一 下 | =三 个 | =单 | =号 | =和 | =器 | =址 | =存 | =帮 我 | =我 要 | =文 件 | =点 | =第 | =要 | =送 | ^^condition | ^^name | ^^opener | ^^standing | ^^trouble | ^always>one | ^deed>other | ^guess>one | ^guess>other | ^manner&norm | ^manner&scopeless | ^now | ^query&norm | ^query&scope | ^query&scopeless | ^standing>one | ^you | ^you&scopeless | condition$ | name$ | name2 | past&scope | query | talk$ | we+always | wish$ | you+always',
  ],
  [
    -0.2,
    ',name | ,query | ,quote | ,should | =about | =account | =affiche | =answer | =antes | =antwort | =anything you | =at least | =back to | =build | =caption | =changed | =cinq | =clear | =cli | =clients | =commite | =confirmation | =cualquier | =debe | =decía que | =detect | =diff | =different | =document | =dos | =effect | =emails | =error messages | =ese | =eso | =est | =etwas | =even if | =exist | =exit | =expected | =fields | =fine | =footer | =for now | =form | =función | =function | =got | =green | =have | =hora | =id | =if | =import | =jobs | =kein | =know | =leave out the | =left | =leg | =leo | =letter | =list | =log in | =login | =ma | =man | =maybe | =mehr | =mein | =menu | =minute | =mode | =module | =nachts | =nested | =neue | =notice | =nunca | =ones | =other | =ours | =parte | =percent | =pr | =prices | =pruebas | =push | =que | =quick | =quiero | =qu’ | =really | =red | =running | =sagte immer | =salta | =secrets | =seit | =seite | =sentences | =separate | =sessions | =she | =should always | =store | =summarise | =summary | =support | =takes | =the | =there | =ticket | =too | =tool | =toutes les | =trip | =two | =utc | =utilise | =we’ ve | =which | =why | =write a | =write the | =written | =zero | =zwei | =ändern | =五 | =从 来 不 | =分 | =别 | =吧 | =封 | =左 | =应 该 | =我 们 | =报 | =用 | =的 时 候 | =表 | =规 定 | =解 | ^^once | ^^past | ^^react | ^^you | ^ask&scope | ^cited&scopeless | ^cited>many | ^cited>one | ^dont>other | ^guess&scopeless | ^it>ever | ^may&scope | ^now>other | ^ones>many | ^past | ^past&scopeless | ^react>one | ^shows&scopeless | ^shows>other | ^small&scopeless | ^standing | ^standing&norm | ^standing&scope | ^talk&scopeless | ^we>ever | ^we>other | all | all$ | deed | i+talk | it+always | it+trouble | long | need | number$ | once2 | other | pause2 | shows&scope | trouble | trouble2',
  ],
  [-0.1, '=because | =close | =las | =never | =reproduce | =the last | =ya | ^^the | ^condition>other | ^talk'],
  [
    0.1,
    '=das | =first | =für mich | =hand | =level | =licence | =offer | =outside | =please | =quand | =strings | =that | =wir | =y | ^all>one | ^i&scope | ^shows>many | i$',
  ],
  [
    0.2,
    ',be | ,condition | ,hold | ,manner | ,other | ,we | ,you | =after | =ahead | =aisle | =alte | =antworten | =aren’t | =arrived | =asking | =aus | =aux | =avoid | =behind | =branches | =british | =call the | =can | =can’t | =ce | =change | =check | =chiffre | =citations | =claim | =cloud | =como mucho | =compile | =dass | =del | =den | =deploy | =documents | =don’t | =door | =drop | =drop the | =d’ | =earlier | =edit | =figures | =firmware | =follow | =friday | =functions | =go on | =going forward | =grant | =hardcoded | =have to | =i | =im | =immer | =in all | =in every | =invoices | =kg | =lab | =leave | =legal | =letters | =lift | =like | =lists | =litres | =march | =max | =messages | =moins de | =montre-moi | =more than | =must | =my | =name | =need | =nichts | =ninguna | =noms | =none | =notebooks | =office | =options | =oui | =paragraph | =pass | =passwords | =past | =patient | =payment | =person | =phone | =plain | =pls | =plus | =pour tous | =preise | =primero | =provider | =put the | =query | =quoi que ce soit | =rather than | =read | =return | =rien | =se | =seeds | =selbst | =shop | =show me the | =shows | =sin | =size | =sobald | =son | =spaces | =squash | =starts | =step | =stick with | =style | =suppliers | =supprimer | =tables | =target | =these | =through | =touche | =touching | =tous les | =traduce | =translations | =trois | =ui | =una | =une | =warnings | =we don’t do | =what | =wiki | =window | =working | =write | =year | =you | =zeig | =zu | =à | =à partir de maintenant | =一 次 | =东 | =中 | =会 | =会 议 | =作 | =公 | =出 现 | =删 除 | =十 | =回 复 | =回 答 | =始 | =客 户 | =就 | =工 | =开 | =息 | =房 | =按 | =数 | =时 | =最 多 | =格 式 | =每 | =消 | =种 | =第 二 个 | =西 | =进 | =钮 | =零 | ^^ask | ^^dont | ^^i | ^^may | ^^quote | ^^talk | ^all>many | ^always | ^always&norm | ^always&scope | ^ask>other | ^condition&norm | ^forbid&scope | ^hold&scopeless | ^hold>one | ^limit>one | ^matter>one | ^other | ^other&norm | ^other&scope | ^should | ^should>one | ^trouble&scope | ^wish&norm | ^wish>many | ^wish>other | all+hold | always | barred$ | dont2 | guess$ | hold$ | it+past | other$ | other2 | react$ | react2 | small | small2 | the+dont | we+trouble | you+be',
  ],
  [
    0.3,
    ',all | ,small | =alguien | =an | =api | =are | =avertissements | =before | =boxes | =calendar | =cause | =chaque | =charts | =comma | =comme | =con | =could you | =código | =de | =degrees | =des | =dev | =doesn’t | =down | =dès que | =en | =errors | =eu | =explain | =fails | =files | =find | =fix | =give | =goes | =hands off | =i don’t want | =inside | =is | =is the | =ja | =last | =leaflet | =line | =live | =load | =logged | =luego | =mention | =migration | =mir | =money | =müssen | =new code | =no | =nombres | =number | =off limits | =our | =por | =primary | =prs | =python | =reply | =requirement | =respuestas | =restart | =retries | =roboter | =runs | =réponses | =set | =si no | =siempre | =singular | =sources | =speak | =stays | =stop | =stuff | =summaries | =tabs | =tickets | =told | =top | =train | =travel | =up | =werden | =white | =word | =不 要 | =之 前 | =内 | =子 | =我 | =都 要 | ^^be | ^^deed | ^^hold | ^^matter | ^^ones | ^^wish | ^a | ^a>other | ^all | ^all&norm | ^all&scope | ^dont | ^dont&norm | ^dont&scopeless | ^forbid | ^limit&scope | ^limit>other | ^manner | ^manner>many | ^ones | ^ones&norm | ^ones&scopeless | ^other>other | ^small&norm | ^small&scope | ^talk&norm | ^trouble&norm | ^we&scope | ^we>many | ^we>one | ^wish&scope | always$ | always2 | ask$ | ask&condition | barred2 | cited$ | it+be | ones2 | should2 | standing2 | talk | we',
  ],
  [
    0.4,
    ',past | =adding | =alone | =am | =anything | =at | =cluster | =cold | =dates | =dependencies | =dis-moi | =docs | =each | =error | =es | =every | =everything | =exclamation | =flaky | =frontend | =generated | =ils | =included | =keys | =marks | =migrations | =network | =new | =niemals | =nothing else | =offline | =ohne | =otherwise | =par | =parents | =product | =public | =redis | =schema | =screen | =seats | =service | =skip | =staging | =tag | =terraform | =that’s | =the next | =them | =treat | =we write | =who | =you may | =you’re | =über | =只 | =必 须 | =数 字 | =来 源 | ^^limit | ^^manner | ^^other | ^^should | ^always>other | ^ask&scopeless | ^dont>one | ^forbid>many | ^hold>many | ^hold>other | ^limit | ^limit&norm | ^matter | ^matter&scopeless | ^only | ^only&scope | ^only>other | ^react>many | ^talk>other | ^wish | ^you>other | all+shows | all+talk | be$ | matter | matter2 | name | past$ | scope | standing | standing$ | the$ | wish2 | you+past',
  ],
  [
    0.5,
    ',always | ,deed | ,dont | ,forbid | ,standing | =a | =boring | =calls | =como | =day | =do | =do it | =done | =du | =emojis | =force | =go through | =goods | =had | =has to | =kotlin | =leaves | =links | =mit | =morning | =ne | =needs | =node | =so | =tell | =wie | =without | =would | =不 知 道 | =是 | =机 | =里 | ^^forbid | ^^guess | ^deed&norm | ^hold&norm | ^manner&scope | ^the>other | forbid | it+shows | manner2 | only | talk2 | you2',
  ],
  [
    0.6,
    '=avec | =contracts | =in | =inglés | =java | =kids | =leave the | =people | =release | =stay | =touch | =warehouse | =whenever | =说 | ^ones>other | ^other>many | dont | it$ | limit2 | only$ | pause | we$ | we+talk',
  ],
  [
    0.7,
    '=bitte | =everywhere | =gets | =les | =lo | =next | =texts | =the customer | =un | =us | =的 | ^a&scope | ask | condition | manner | manner$ | order | should | you&condition',
  ],
  [0.8, '=me | =robot | =run | =unless | ^^barred | ^hold&scope | condition2 | hold | limit | plain'],
  [0.9, '=keep | you'],
  [1, '=nothing | ^hold | ^plural'],
  [1.1, 'norm'],
  [2.2, 'barred'],
]
