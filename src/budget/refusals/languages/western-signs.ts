import type { Words } from './words.ts'

/** The languages of Western and Southern Europe, and Afrikaans. */
export const WESTERN: readonly Words[] = [
  {
    language: 'Spanish, Portuguese, Galician, Catalan, Italian',
    what: /contexto|contesto|\bcontext\b|entrada|ingresso|\binput|mensaje|mensage|mensaxe|messaggi|missatge|conversa|dialogo|dialeg|historico|historia[l ]|cronologia|\bhilo\b|\bchat\b|indicacion|ventana|janela|finestra|xanela/i,
    excess: [
      /excesiv|excessiv|(?:mas|mais|mes) (?:de|do que) \d|piu di \d|(?:le |te |les )?sobran? \d|tokens? (?:a mais|em excesso|en exceso|di troppo|in eccesso|de mes)|no (?:alcanza|basta|es suficiente)|nao (?:e suficiente|basta|chega)|non e sufficiente|mas (?:larg|grande|extens)\w{0,20} (?:de lo|del?) |(?:longitud|lonxitude|tamano) maxim|comprimento maxim|tamanho maxim|lunghezza massima|longitud maxima|(?:menor|inferior|minor[ei]|meno|menos|menys)(?:es|e|i)? (?:que|do que|a|ao|di|de) \d|entre \d|exced|super(?:a|o|ad|ior|en|i)|eccessiv|acima d|por encima|por riba|per sobre|oltre |sobrepas|sobrepass|rebas|desbord|estour|sfora|satur|llena|cheia|piena|elevad[oa]|(?:mayor|maior|maggiore|superior|major)(?:es|i|s)? (?:que|do que|a|di|al|ao|de)\b|ultrapass|eccede|esced|demasiad[oa]s? (?:larg|long|grand|extens|tokens?)|mas (?:larg|grande|extens)\w{0,20} (?:de lo )?que|mas tokens|mais tokens|mes tokens|piu token|mes (?:llarg|gran)\w{0,20} que|massa (?:llarg|gran|extens|tokens)|(?:long|grand)\w{0,2} de mais|no cab|no hi cab|no entra|nao cab|non cab|nao entra|nao suport|no admite tant|non (?:rientr|entra|ci sta)|(?:muito|demasiado|moi|molt) (?:long|llarg|grande|extens|tokens)|(?:long|grande|extens)\w{0,2} demais|(?:muitos|demasiados|demasiats) tokens|tokens demais|troppi token|tropp[oiae] (?:lung|grand|estes|ampi)|insuficiente|insufficiente|(?:reduzca|reduce|reduzir|reduza|redueix|acort[ea]|encurt|escurc|riduc|accorci|abbrevi|resum[ae])\w{0,20}|por debajo de|abaixo d|al di sotto|fora d[oae] |fuera d[el]|fuori dal|desborda|(?:no|ya no|nao|non) (?:queda|hay|ha|tem|resta|sobra|c'e)(?: mas| mais| piu| suficiente)? (?:espacio|sitio|lugar|espaco|spazio|posto)|falta espac|manca spazio|piu (?:lung|grand|ampi|estes)\w{0,20} (?:di|del)|mais (?:long|compri|extens|grand)\w{0,20} (?:do )?que|quedo sin espacio|sin espacio|sem espaco|senza spazio|non basta|agot[oa]|esgot|esaurit/i,
      /(?:contexto|contesto|context|conversa\w{0,8}|dialog[oh]?|dialeg|chat|hilo|prompt|ventana|janela|finestra)[^.\n]{0,60}(?:\bllen[oa]\b|\bchei[oa]\b|\bpien[oa]\b|\bplena?\b|alcanz|atingi|raggiunt|assoli|agotad|esgotad|esaurit)/i,
      /(?:llegado al|alcanzado (?:el|su)|chegou ao|atingiu o|raggiunto il|arribat al|acadou o) (?:su |seu )?(?:l[ií]mite?|m[aà]xim)[^.\n]{0,40}(?:contexto|contesto|context|conversa|longitud|comprimento|lunghezza)/i,
      /(?:solo|apenas|somente|soltanto|solamente|unicamente|nomes|como maximo|no maximo|al massimo|al maximo|com a maxim|ate|hasta|fino a|fins a)\b[^.\n]{0,30}\d{3}/i,
    ],
    whole:
      /(?:capacidad|capacidade|capacita|capacitat) (?:del|do) model\w{1,20}[^.\n]{0,30}(?:super|exced|ultrapass|rebas|agot|esgot|esaur)|(?:texto|testo|text)\b[^.\n]{0,40}(?:demasiado|muito|troppo|massa) (?:extens|larg|lung|llarg|long|grand|ampi)|demasiado texto|texto demais|texto de mais|muito texto|troppo testo|massa text|tanto texto|tan(?:to|ta)s? tokens|tan (?:larg|extens)|tao long|cosi tanto testo|tanti token|cosi lung|tant de text|(?:solicitud|peticion|pregunta|texto|pedido|solicitacao|requisicao|pergunta|richiesta|domanda|testo|peticio|text)\b[^.\n]{0,40}(?:demasiad[oa] (?:larg|long|grand)|muito (?:long|grande)|tropp[oa] (?:lung|grand)|massa (?:llarg|gran)|(?:long|grand)\w? demais|(?:mas|mais|piu|mes) (?:larg|long|grand|lung|extens|llarg)\w{0,20} (?:de lo )?(?:do )?(?:que|di|del))/i,
    rate: /(?:numero|cantidad|quantidade) maxim[oa] (?:de|di) (?:mensajes|mensagens|messaggi|missatges|solicitudes|peticiones|solicitacoes)|numero massimo di (?:messaggi|richieste)|l[ií]mite de (?:mensajes|mensagens|mensaxes)|limite di messaggi|limit de missatges|demasiad[oa]s (?:mensajes|solicitudes|peticiones|pedidos|peticions)|moitas solicitudes|massa (?:sol.licituds|peticions)|muit[oa]s (?:solicitacoes|requisicoes|pedidos)|tropp[ei] richieste|(?:por|al|per|cada|ogni|a cada) (?:segundo|segon|minuto?|hora|dia|mes|secondo|giorno|ora)\b|frecuencia de|velocidad de|taxa de/i,
    quota: /saldo|\bcuota|\bquotas?\b|credito|credit[os]? |fondos|facturacion|faturamento|fatturazione|pago|pagamento/i,
    thing:
      /\bsalida|\bsaida|\buscita|sortida|respuesta|resposta|risposta|imagen|imagem|imatge|immagin|archivo|arquivo|ficheiro|fitxer|\bfile\b|documento|herramienta|ferramenta|strument[oi]|audio|video/i,
  },
  {
    language: 'French',
    what: /contexte|invite|entree|messages?|conversation|discussion|dialogue|historique|echange|fenetre|saisie/i,
    excess: [
      /excessi|plus de \d|(?:jetons|tokens) de trop|ne suffi|longueur maximale|taille maximale|inferieure?s? a \d|moins de \d|entre \d|depass|exced|exces|au-dela|trop (?:long|grand|gros|volumineu|de (?:jetons|tokens)|etendu|importante?\b)|superieur|plus (?:long|grand|de (?:jetons|tokens))\w{0,20}[^.\n]{0,30} qu|ne (?:tient|rentre|tiennent|rentrent|loge)|n'accepte qu|ne (?:supporte|prend|peut)[^.\n]{0,30} que|insuffisant|\bpleine?\b|satur|atteint (?:sa|la|le)|epuis|rempli|deborde|(?:trop|plus) eleve|(?:reduire|reduisez|raccourci|abreg|condens)|plus (?:aucune|assez de) place|ne reste (?:plus|pas|aucun)|plus de place|manque de place|hors (?:de la|limite)|(?:au plus|au maximum|jusqu'a|seulement|maximum de|limite[e]? a)[^.\n]{0,30}\d{3}/i,
    ],
    whole:
      /capacite du modele[^.\n]{0,30}(?:depass|attein|epuis)|trop de texte|autant de (?:texte|jetons|tokens)|aussi long|(?:requete|demande|texte|question)[^.\n]{0,40}trop (?:longue?|grande?|volumineu)/i,
    rate: /nombre maxim\w{0,20} de (?:messages|requetes)|trop de (?:requetes|demandes|appels|messages)|limite de messages|par (?:seconde|minute|heure|jour|mois)|debit/i,
    quota: /\bquotas?\b|solde|credits? (?:insuff|epuis)|facturation|paiement/i,
    thing: /sortie|reponse|image|fichier|document|piece jointe|outils?\b|audio|video/i,
  },
  {
    language: 'German',
    what: /kontext|eingabe|nachricht|unterhaltung|verlauf|gesprach|konversation|dialog|\bchat|sitzung/i,
    excess: [
      /mehr als \d|tokens? zu ?viel|maximale[nr]? (?:lange|gro(?:ss|ß)e)|maximallange|zwischen \d|unter \d{3}|(?:kleiner|kurzer|weniger) als \d|obergrenze|uberschr[ei]|ubersteig|uberstieg|ubertrifft|uberlauf|zu (?:lang(?!e\b.{0,20}gedauert|sam)|gro(?:ss|ß)|umfangreich|viele? (?:tokens?|eingabe|text|kontext))|gro(?:ss|ß)er als|langer als|mehr (?:tokens?|als)|umfangreich|hochstens|passt nicht|passen nicht|passt (?:\S{1,20} ){0,5}nicht|nicht (?:mehr )?(?:in|hinein)|reicht nicht|reichen nicht|nicht aus|erreicht|ausgeschopft|gesprengt|sprengt|ubervoll|uberfullt|aufgebraucht|erschopft|zu hoch|hoher als|uberforder|mehr platz|kein(?:en)? platz|zu wenig platz|uber (?:de[mnr]|das) |oberhalb|jenseits|reduzieren|\bvoll\b|kurzen|gekurzt|verkurz|kurzer|nur \d{3}|maximal \d{3}|bis (?:zu )?\d{3}/i,
    ],
    whole:
      /kapazitat des modells[^.\n]{0,30}(?:uberschr|erschopf|erreicht)|zu viel text|so viel (?:text|inhalt)|so (?:lange[nrsm]?|umfangreiche[nrsm]?) (?:text|eingab|prompt|unterhalt|nachricht)|(?:anfrage|text|frage)\b[^.\n]{0,40}zu (?:lang\b|gro(?:ss|ß)|umfangreich)/i,
    rate: /(?:maximale|hochste) anzahl (?:an|von|der) (?:nachrichten|anfragen)|zu viele (?:anfragen|aufrufe|nachrichten)|nachrichtenlimit|nutzungslimit|(?:pro|je|in der) (?:sekunde|minute|stunde|tag|monat)|ratenbegrenzung|anfragelimit|gleichzeitig/i,
    quota: /kontingent|guthaben|abrechnung|zahlung/i,
    thing: /ausgabe|antwort|\bbild|\bdatei|anhang|dokument|werkzeug|audio|video/i,
  },
  {
    language: 'Dutch, Afrikaans',
    what: /context|konteks|invoer|gesprek|bericht|boodskap|conversatie|geschiedenis|geskiedenis|\bchat|venster/i,
    excess: [
      /meer (?:dan|as) \d|tokens? te veel|niet (?:groot|lang|ruim) genoeg|volstaat niet|maxima?le lengte|maksimum lengte|(?:kleiner|korter|minder) (?:dan|as) \d|tussen \d|geen (?:ruimte|plaats|plek)|te weinig ruimte|langer dan|overschr|oorskr|overstijg|oorstyg|te lang\b|te groot|te veel (?:invoer)?tokens|te veel tekst|meer tokens|meer as|lang(?:er|ere) dan|groter dan|langer as|groter as|past? (?:\S{1,20} ){0,4}niet|passen niet|pas nie|hoogstens|ten hoogste|maximaal|maksimum|hoger dan|uitgeput|overvol|\bvol\b|inkort|verkort|korter|bereikt|bereik\b|boven de|buiten/i,
    ],
    whole:
      /capaciteit van het model[^.\n]{0,30}overschr|te veel tekst|zo ?veel (?:tekst|tokens)|zo lange|(?:aanvraag|verzoek|versoek|tekst|teks|vraag)[^.\n]{0,40}te (?:lang\b|groot)/i,
    rate: /berichtenlimiet|maximum ?aantal (?:berichten|verzoeken)|maximale aantal (?:berichten|verzoeken)|te veel (?:berichten|verzoeken|aanvragen|versoeke)|per (?:seconde|sekonde|minuut|uur|dag|maand)/i,
    quota: /tegoed|saldo|quotum|kwota|krediet|betaling/i,
    thing: /uitvoer|antwoord|afvoer|afbeelding|\bbeeld|\bprent|bestand|\bleer\b|document|bijlage/i,
  },
  {
    language: 'Swedish, Danish, Norwegian, Icelandic',
    what: /[ck]ontext|kontekst|indata|inndata|\binput|innmating|samtal|konversation|konversasjon|meddeland|meddelelse|melding|historik|historie|inntak|samhengi|skilabo[dð]|fyrirspurn|\bchat|vindu|fonst/i,
    excess: [
      /(?:fler|flere|mer|mere) (?:an|end|enn) \d|fleiri en \d|tokens? for (?:mycket|meget|mye)|racker inte|otillracklig|ikke nok|r[æa]kker ikke|utilstr[eæa]|maximala? langd|maxlangd|maksimale? (?:lengde|l[æa]ngde)|(?:mindre|kortare|kortere|faerre|farre) (?:an|end|enn) \d|under \d{3}|hamarkslengd|ingen plass?|ingen plads|ikke plass|ikke plads|inte plats|inte rum|oversk|overstig|overskr[ei]|overg[ar]a?r|for (?:lan?g|stor|manga? token|mycket text|mye tekst|meget tekst)|f[øo]r (?:lang|stor)|l[æa]ngere end|lengre enn|langre an|storre an|st[øo]rre (?:end|enn)|mer an|mere end|mer enn|ryms? (?:inte|int)|rymmer inte|f[aå]r (?:inte|ikke) plads|far inte plats|passer ikke|h[øo]jst|h[øo]yst|hogst|maks(?:imum|imalt)? \d{3}|maximalt|h[øo]jere end|h[øo]yere enn|hogre an|\bfullt?\b|\bfuldt?\b|uttomd|opbrugt|brukt opp|n[aå]dd|n[aå]et|natt\b|forkort|fork[ao]rt|kort ned|slut pa plats|tom for plass|of (?:lang|lon|stor|morg|mikid|mikið)|fer yfir|fara yfir|farid yfir|farið yfir|yfir (?:hamark|mork)|lengr[ai] en|st[æa]rr[ai] en|meira en|hamark|rumast ekki|kemst ekki|fyllt|stytt/i,
    ],
    whole:
      /modellens kapacit|for mycket text|for (?:meget|mye) tekst|sa (?:mycket text|meget tekst|mye tekst)|s[åa] lang|(?:begar|foresp[øo]rsel|anmodning|texten|teksten|textinn|bei[dð]ni)\w{0,20}[^.\n]{0,40}(?:for|f[øo]r|of) (?:lan?g|lon?g|stor)/i,
    rate: /for manga (?:anrop|forfragningar|begaran)|for mange (?:anmodninger|foresp[øo]rsler|kald)|of margar|(?:per|i|pr\.?|a) (?:sekund|minutt?|time|timme|dag|minutu)/i,
    quota: /kvot|saldo|kredit|inneign|betaling|betalning|gjald/i,
    thing: /utdata|utskrift|\bsvar|\bbild|bilde|billede|\bfil(?:en|er)?\b|uttak|\bmynd|skra\b|dokument/i,
  },
  {
    language: 'Greek',
    what: /πλαισι|συμφραζ|προτροπ|εισοδο|εισαγωγη|συνομιλι|μηνυμα|διαλογο|συζητηση|ιστορικο|παραθυρο|περιβαλλοντ/i,
    excess: [
      /περισσοτερ|πανω απο \d|token παραπανω|δεν αρκει|δεν επαρκει|ανεπαρκ|μεγιστο μηκος|μεγιστου μηκους|μικροτερ\S{0,20} απο|λιγοτερ\S{0,20} απο|δεν υπαρχει (?:αλλος )?χωρος|δεν επαρκει|υπερβ|ξεπερ|υπερβα|(?:πολυ|υπερβολικα) μεγαλ|υπερβολικα|παρα πολλα (?:τοκεν|token)|μεγαλυτερ|μεγιστ|μακρυτερ|(?:πολυ|υπερβολικα) μακρ|δεν χωρ|γεματ|εξαντλ|πανω απο|εως \d{3}|συντομευσ|μειωσ|φτασει το οριο/i,
    ],
    whole:
      /χωρητικοτητα του μοντελου|πολυ κειμενο|τοσο (?:πολυ )?κειμενο|τοσο μεγαλ|(?:αιτημα|κειμενο)[^.\n]{0,40}(?:πολυ|υπερβολικα) (?:μεγαλ|μακρ)/i,
    rate: /ανα (?:λεπτο|δευτερ|ωρα)|πολλα αιτηματα|ημερησι/i,
    quota: /υπολοιπο|πιστωσ|ποσοστωσ/i,
    thing: /απαντησ|εξοδο|εξοδου|εικον|αρχει/i,
  },
  {
    language: 'Basque',
    what: /testuinguru|sarrera|elkarrizketa|mezu|eskaera|histori|testu|leiho/i,
    excess: [
      /gehieneko luzera|baino (?:gutxiago|laburrago)|gainditu|gainditzen|gaindi|luzeegi|handiegi|luzeago|handiago|gehienez|gehienezko|ez da sartzen|ez da kabitzen|beteta|iritsi da|laburtu|(?:token|tokenen) gehiegi|baino gehiago/i,
    ],
    whole: /hainbeste testu/i,
    rate: /minutuko|eskaera gehiegi|segundoko/i,
    quota: /saldo|kreditu|kuota/i,
    thing: /erantzun|irteera|irudi|fitxategi/i,
  },
  {
    language: 'Irish, Welsh',
    what: /ionchur|comhth?eacs|chomhtheacs|gcomhtheacs|comhra|chomhra|teachtaireacht|iarrat|leid\b|mewnbwn|fewnbwn|cyd-?destun|gyd-?destun|sgwrs|neges|cais\b|anogwr|fuinneog|ffenestr/i,
    excess: [
      /hyd mwyaf|uasfhad|nios lu na|llai na|sarai|saraio|rofhada|ro-?fhada|ro-?mhor|nios (?:mo|faide) na|thar an|uasmheid|uasfhad|\blan\b|sroich|yn fwy na|rhy (?:hir|fawr|faith)|yn hirach na|uwchlaw|dros (?:y|ei)|mwyafswm|uchafswm|\bllawn\b|cyrraedd|gormod o docyn|ddim yn ffitio|nid yw[^.\n]{0,30}ffitio/i,
    ],
    whole: /cymaint o destun/i,
    rate: /noimead|an iomarca iarrat|y funud|gormod o geisiadau|yr awr/i,
    quota: /creidmheas|iarmheid|cuota|credyd|balans|cwota/i,
    thing: /aschur|freagra|iomha|comhad|allbwn|\bateb|ymateb|delwedd|ffeil/i,
  },
  {
    language: 'Maltese',
    what: /kuntest|konversazzjoni|messa[gġ][gġ]|talba|tieqa|\binput/i,
    excess: [
      /tul massimu|inqas minn|jaqb[ez][zżeq]|jaqbe[zż]|taqbe[zż]|jaqb[zż]u|jisboq|tisboq|twila? (?:wisq|[zż][zż]ejjed)|kbira? (?:wisq|[zż][zż]ejjed)|itwal minn|ikbar minn|aktar minn|massimu|ma (?:j|t)id[hħ]ol|ma (?:j|t)oqg[hħ]odx|mimli|la[hħ]q/i,
    ],
    whole: /daqshekk test/i,
    rate: /(?:kull|fil-?) ?minuta|wisq talbiet/i,
    quota: /kreditu|bilan[cċ]|kwota/i,
    thing: /output|twe[gġ]ib|stampa|imma[gġ]ni|fajl/i,
  },
  {
    language: 'Albanian',
    what: /kontekst|hyrj|kerkes|bised|mesazh|histori|dritare|tekst/i,
    excess: [
      /gjatesi\w{0,20} maksimal|me pak se|me e vogel se|tejkal|kalon|kalojne|(?:shume|teper) (?:i |e |te )?(?:gjat|madh)|me (?:i |e |te )?(?:gjat|madh|shume)\w{0,20} se|maksimal|nuk (?:perfshi|futet|hyn|nxe)|arritur kufi|mbush|shkurto|redukto/i,
    ],
    whole: /kaq shume tekst/i,
    rate: /ne minut|shume kerkesa|ne ore/i,
    quota: /kuot|kredi|bilanc|llogari/i,
    thing: /dalj|pergjigj|imazh|\bfoto|skedar/i,
  },
]
