/* Written by scripts/fit-rule-weights.ts, from the labelled sentences of the tests. */

/** What words that only other languages than English have add to the score of a sentence; `=` stands before a word. */
export const OTHER_WEIGHTS: readonly (readonly [weight: number, marks: string])[] = [
  [-0.9, '=al | =auf | =会'],
  [-0.8, '=有'],
  [-0.7, '=alle | =changement | =el | =todas | =toutes les | =保 存 | =号 | =来 | ^=l’'],
  [-0.6, '=alles | =aucun | =der | =existe | =ça | =器 | =地 | ^=aucun | ^=solo | ^=用'],
  [
    -0.5,
    '=comentarios | =corta | =est | =haben | =j’ | =karte | =lass | =liegt | =läuft | =l’ | =si | =tout | =va | =三 个 | =任 | =别 | =单 | =口 | =存 | =要 | ^=die | ^=immer | ^=la | ^=siempre',
  ],
  [
    -0.4,
    '=appli | =après | =aquí | =beim | =cancelar | =carte | =compila | =cuando | =c’ est | =dafür | =datei | =dem | =después | =dos | =drucker | =einen | =eso | =fenêtre | =fichiers | =ich möchte | =keine | =kommt | =liste | =mi | =non | =onglet | =página | =réponse | =résultat | =seulement | =te | =toujours | =um | =uns | =两 | =吗 | =吧 | =没 有 | =端 | =第 | =缓 | =编 | =计 | =还 | =页 | ^=der | ^=ich möchte | ^=je | ^=keine | ^=lass',
  ],
  [
    -0.3,
    '=al menos | =alten | =archivos | =bei jedem | =caché | =cambios | =cette | =chaque fois que | =danke | =están | =für | =había | =hora | =ich | =je | =je voudrais | =jede | =journaux | =können | =la segunda | =le | =leo | =llevar | =man | =me gustaría | =mon | =más | =nach | =nada | =neue | =no me | =noch | =nötig | =pareil | =pas de | =passt | =pedido | =por defecto | =pour | =quiero | =salta | =se | =seite | =soll | =solo | =steht | =su | =todos | =tu peux | =variante | =veces | =ventana | =wird | =wird nichts | =zwei | =一 | =一 下 | =一 个 | =不 是 | =个 | =信 | =再 | =务 | =去 | =和 | =回 | =在 | =址 | =左 | =度 | =我 要 | =户 | =打 | =报 | =文 件 | =旧 | =没 | =窗 | =箱 | =结 | =能 | =跳 | =这 个 | =送 | =需 要 | ^=alles | ^=chaque fois que | ^=en | ^=je voudrais | ^=me | ^=me gustaría | ^=nichts | ^=页',
  ],
  [
    -0.2,
    '=bezahlen | =bien | =buchungen | =cinco | =clé | =commite | =cualquier | =deja | =den | =desde | =después de | =deux | =doit être | =días | =dürfe | =el mismo | =encore | =entre | =erreur | =esta | =esta vez | =este | =esto | =et | =falla | =fragen | =frau | =función | =gauche | =gracias | =guardar | =hier | =ici | =il | =il faut | =il ne faut jamais | =il ne faut pas | =j’ ai | =j’ aimerais | =kurze | =la deuxième | =lista | =mach | =mai | =mehr | =mein | =modifier | =nehmen | =opción | =pagar | =panier | =parte | =pas encore | =pasar | =passer | =pruebas | =puedes | =registros | =reservas | =resultado | =sait | =sans | =ser | =serveur | =siempre | =sont | =speichern | =stand | =stehen | =sur | =tarjeta | =tenemos | =termin | =tiempo | =ton | =tono | =uhr | =ver | =vier | =weiß | =wenn | =zweiten | =être | =上 | =两 个 | =五 | =件 | =你 | =关 | =删 掉 | =同 | =响 | =头 | =工 单 | =帮 我 | =应 | =应 该 | =录 | =我 | =所 有 | =把 | =方 | =条 | =板 | =每 次 | =物 | =电 | =的 时 候 | =知 | =至 少 | =订 | =论 | =译 | =谢 谢 | =购 | =车 | =边 | =这 | =这 次 | =那 | =错 | =长 | =预 订 | =默 认 | ^=alle | ^=das | ^=deja | ^=hay que | ^=ich | ^=il | ^=il ne faut pas | ^=je veux | ^=jede | ^=j’ ai | ^=j’ aimerais | ^=kein | ^=mach | ^=mein | ^=mi | ^=mon | ^=nunca | ^=nur | ^=puedes | ^=todas | ^=toujours | ^=tu peux | ^=wir | ^=你 | ^=别 | ^=帮 我 | ^=把 | ^=旧 | ^=给 | ^=这 | ^=这 次',
  ],
  [
    -0.1,
    '=anterior | =je veux | =mich | =muss | =pas | =schreib | =tiene | =tous les | =t’ | =份 | =匙 | =用 | =钥 | =间 | ^=schreib | ^=不 | ^=只',
  ],
  [0.1, '=ajoutes | =bescheid | =darfst du | =geben | =nuevo | =phrases | =wort | =重 启 | ^=für | ^=n’ | ^=trois'],
  [
    0.2,
    '=ab | =abre | =alguien | =antworten | =aux | =avant toute | =avertissements | =bei uns | =bekommen | =bis | =braucht | =datos | =dilo | =direkt | =dis-moi | =doce | =dès que | =d’ | =esquema | =fuera | =fusion | =geht | =grundsätzlich | =idioma | =ins | =mal | =maximal | =mes | =montre-moi | =mot | =oben | =plus | =plus de | =por encima | =pregunta | =preise | =producción | =pushen | =queda | =quelle | =quoi que ce soit | =raus | =responde | =restent | =répète | =selbst | =si no | =sobald | =sí | =tema | =traduce | =tu | =uniquement | =usted | =wir | =zeig | =à partir de maintenant | =étape | =不 能 | =不 行 | =人 | =以 内 | =以 前 | =会 议 | =体 | =保 持 | =做 | =先 问 我 | =函 数 | =删 除 | =发 | =只 有 | =含 | =四 | =回 复 | =回 答 | =图 | =好 | =息 | =打 开 | =找 | =接 | =早 | =消 | =英 文 | =话 | =起 | =这 里 | =金 额 | =预 | =颜 | ^=ce | ^=les | ^=maximal | ^=nada | ^=nie | ^=pas | ^=pour | ^=responde | ^=si no | ^=traduce | ^=tres | ^=zeig | ^=à partir de maintenant | ^=新 | ^=有 人 | ^=每',
  ],
  [
    0.3,
    '=ajouter | =au | =cada | =ce | =colores | =die | =douze | =ein | =einmal | =ergebnis | =etiqueta | =farben | =garde | =ils | =ist | =las | =luego | =mañana | =moins de | =müssen | =nein | =ni | =nicht | =nichts | =ninguna | =ohne | =primero | =pro | =quand tu | =rien | =roboter | =réponds | =schreibt | =siguiente | =sin | =sind | =sous | =touche | =un | =warnungen | =weiter | =öffentliche | =一 条 | =不 要 | =中 | =之 前 | =二 | =作 | =入 | =公 | =内 | =券 | =句 | =吃 | =坐 | =对 | =开 | =数 字 | =时 间 | =期 | =格 式 | =群 | =转 | =过 | =钮 | =问 题 | =零 | ^=des | ^=el | ^=las | ^=nach jedem | ^=ne | ^=primero | ^=不 要 | ^=按',
  ],
  [
    0.4,
    '=auch | =avant | =chiffre | =chrome | =comme | =con | =del | =dis-le | =ensuite | =frases | =ja | =les | =línea | =nach jedem | =niemals | =par | =sie | =vor jedem | =zu | =zum | =ändere | =über | =不 知 道 | =只 | =场 | =必 须 | =日 志 | =是 | =最 多 | =来 源 | =色 | =读 | =资 | =里 | ^=los',
  ],
  [0.5, '=avec | =du | =eine | =leser | =lieber | =que | =werden | =不 写 | =动 | =留 | =者 | =都 要 | ^=改'],
  [0.6, '=bitte | =chaque | =como | =espera | =qui | =una | =十 | =机 | ^=lo | ^=我'],
  [0.7, '=mir | =wie | =说'],
  [0.8, '=des | =就'],
  [1.1, '=lo'],
]
