/* How German says what is to be done from now on, and how it tells what is or was. Letters are spelled out: the flag `u` doubles the time. */

import { patternsOf } from './patterns.ts'

const LETTER = '[a-zäöüß-]'
const OPENING = String.raw`^(?:(?:bitte|und|aber|also|ok|ja|nein|ach|übrigens|außerdem|wichtig|hinweis|nochmal)[,:;.!]?\s+){0,3}`
/** Begins a sentence that tells or asks something, or speaks of one thing. */
const TELLER = String.raw`der|die|das|den|dem|er|sie|es|ich|wir|ihr|hier|da|dort|warum|wieso|weshalb|wie|was|wann|wo|wer|welche\w*|seit|gestern|heute|jetzt|dies\w*|mein\w*|leider|irgend\w*|anscheinend|scheint|schon|noch|ist|war|hat|kann|soll|gibt|eine?|nicht|danke|doch|nee|nö`
/** Words that tell how something went. */
const WENT = String.raw`ist|war|waren|sind|hat|hatte|haben|kommt|kam|geht|ging|gehen|gingen|läuft|laufen(?! lassen)|lief|liefen|fehlt|fehlen|stürzt|erschein\w*|dauert|dauern|bekomm\w*|krieg\w*|passiert|hängt|wirft|bricht|zeigt|zeigen|lädt|friert|meldet|funktionier\w*|klappt|gibt|steht|seit|gestern|liefert|schläg\w*|schlagen|sieht|sehen|wurden?|konnten?`
/** Begins a sentence that asks for one thing to be done, even if to many. */
const ONE_DEED = String.raw`(?:füg|änder|korrigier|ersetz|lösch|entfern|benenn|mach|prüf|such|zeig|gib|schick|sag|nimm|lies|schau|teste|starte|führ|ergänz|bau|pack|erstell|behebe?|reparier|les|liste|kopier|verschieb|setz)(?:e|en)?\b`
const PLAIN = String.raw`${OPENING}(?!(?:${TELLER})\b)(?![^,;]*\b(?:${WENT})\b)`
const OF_ALL = '(?:jede[rmns]?|alle[nrm]?|sämtliche[nrm]?)'

/** The rest of sentences that are plain up to their first comma. Tried together, so that they are found plain only once. */
const PLAIN_WAYS = [
  // "Überschriften ohne Punkt am Ende"
  String.raw`(?!${ONE_DEED})${LETTER}{3,30}(?:en|e|er|s|n) (?:bitte )?(?:ohne|mit|als|auf|in) [^,;]{2,60}(?<!\bge${LETTER}{2,20}(?:t|en))(?:[.!,]|$)`,
  // "Commits immer mit der Ticketnummer"
  String.raw`(?!${ONE_DEED})[^,;]{2,50}[ ,]\s?(?:bitte )?(?:immer|nie|niemals|nur|erst nach|nicht (?:vor|nach|ohne|über|unter|mehr als|länger als))(?! (?:noch|wieder|mehr|mal|kurz|so|\w+er)\b) `,
  String.raw`.*\b(?:grundsätzlich|generell|prinzipiell|durchgehend|durchweg|einheitlich|ausschließlich|stets|standardmäßig|konsequent|im (?:gesamten|ganzen) \w+|in diesem (?:projekt|repo\w*)|bei uns)\b`,
  String.raw`(?!${ONE_DEED})[^;]*\b(?:in|bei|für|zu|nach|vor|mit|an|auf|über|unter|aus) (?:${OF_ALL}|allem)\b`,
  // "Zahlen mit zwei Nachkommastellen angeben"
  String.raw`(?!(?:mal|nochmal|alles|einmal|kurz|neu)\b)${LETTER}{2,30}(?:e|en|er|s|n) [^;]{0,80}\b(?:in|im|mit|auf|als|ohne|vor|nach|unter|über|zu|per|bei) [^;]{1,60} ${LETTER}{2,20}(?:en|ern|eln)[.!]?$`,
]

/** Other ways in which a person lays down how things are to be done. */
const WAYS = [
  String.raw`(?:^|[,;:]\s{0,3}|\b(?:bitte|und|aber|also) )(?:nie(?:mals)?|immer|nur|kein(?:e[nmrs]?)?)\b(?! (?:mehr|ahnung|problem|wunder|sorge|idee|noch|wieder|gehört|gesehen)\b)(?![^,;]*\b(?:${WENT})\b)`,
  String.raw`${OPENING}(?:fass|änder|lösch|nutz|verwend|benutz|mach|schreib|push|committ?|installier|start|rühr|berühr|greif|bau|füg|entfern|veröffentlich|ruf|geh|nimm|überschreib|erzeug|erstell|importier|antwort|sprich|schick|buch|plan|verschick|send|frag|lass|zeig mir)e? .{0,80}\b(?:nicht|nie|niemals|keine?[nmrs]?|nur|immer|stets)\b(?! die letzten)`,
  String.raw`^(?!.*\b(?:wird|wurde|konnten?|kann|können|hat|haben|ist|sind|lässt|war|scheint|will|wollte)\b).*\bnicht ${LETTER}{2,20}e[rl]?n[.!]{0,3}$`,
  String.raw`\b(?:du|man|wir|niemand|nichts|die ${LETTER}+) (?:darf|dürfen|darfst|sollst?|musst|muss|müssen)\b`,
  String.raw`\b(?:muss|müssen|darf|dürfen|sollen|sollten) (?!.*\b(?:worden|gewesen) sein).{0,80}\b(?:sein|bleiben|werden|haben|laufen|nicht|nur|immer|nie|stehen|enthalten)\b`,
  String.raw`\bfrage? (?:mich|vorher|erst|nach|immer|lieber)\b|\bohne (?:meine?n?|rück${LETTER}+|absprache|freigabe|genehmigung|vorherige\w*|zu fragen|mich zu)\b|\b(?:nur|erst) (?:nach|mit) (?:meine\w*|rück${LETTER}+|absprache|freigabe|genehmigung)`,
  String.raw`\b(?:ab (?:jetzt|sofort|heute)|künftig|zukünftig|in zukunft|von (?:nun|jetzt) an|fortan|bevor du|vor jede[mr]|nach jede[mr]|im zweifel|bis auf weiteres|wann immer|jedes ?mal,? wenn du|immer,? wenn du|sobald du|ausnahmslos|ohne ausnahmen?|keine ausnahmen?|auf jeden fall immer|unter (?:gar )?keinen umständen|auf (?:gar )?keinen fall|in keinem fall|für den rest)\b`,
  String.raw`${OPENING}(?:alle|jede[rsn]?|sämtliche) (?!.*\b(?:${WENT})\b)`,
  String.raw`\b(?:finger (?:weg|von)|verboten|untersagt|tabu|nicht erlaubt|pflicht|no-?go|nicht verhandelbar|unerwünscht|sind heilig|hausregel|grundregel)\b`,
  String.raw`^(?:regel|vorgabe|konvention)\b[^:]{0,20}: \S`,
  `${OPENING}${LETTER}+ (?:statt|vor) ${LETTER}+[.!]?$`,
  String.raw`\b(?:achte (?:\w+ )?(?:darauf|auf)|stelle? (?:\w+ )?sicher|sorge? (?:\w+ )?dafür|vermeide|verzichte|halte? dich|bleibe? (?:bei|auf|unter)|höchstens|maximal|max\.|mindestens|denke? (?:immer |bitte )?da?ran|vergiss (?:nie|nicht)|fasse? dich kurz)(?!\w)`,
  '(?:^|[ ,(])überall(?![a-zäöüß])',
  String.raw`${OPENING}(?:verwende|nutze|benutze|beachte|folge|respektiere|schreib) (?!(?:das|die|den|diese[nrs]?|jetzt|mal|es|ein\w*|mir|dem|der|an|ihm|ihr|ihnen|herrn|frau)\b)${LETTER}`,
  String.raw`${OPENING}(?:antwort|sprich|schreib|formulier|rede)e? (?:mir )?(?:bitte )?(?:kurz|knapp|auf|in|ohne|nur|einfach|sachlich|höflich|direkt)\b`,
  // "Vor dem Versenden zeigst du mir den Entwurf"
  String.raw`^(?!(?:hast|kannst|könntest|würdest|willst|weißt|bist|magst|machst|wann|was|wie|wo|warum|wieso)\b)[^?]{2,80} (?!hast|bist|kannst|warst|hattest|wirst)${LETTER}{3,20}st du (?:mich|mir|uns|nie|niemals|immer|bitte|erst|vorher|nichts|nicht|nur|keine?\w*)\b`,
  String.raw`${OPENING}(?:hier )?wir (?:duzen|siezen|nutzen|verwenden|benutzen|schreiben|committen|deployen|testen|setzen auf|halten uns|bleiben bei)\b(?!.*\b(?:morgen|gerade|jetzt|heute|noch|schon|aktuell|zurzeit|seit)\b)`,
  String.raw`^(?:mehr|weniger|länger|später|früher) als [^?]{1,60}\b(?:ist|sind|geht|gehen) .{0,40}\b(?:drin|nicht|keine[rmn]?|zu)\b`,
  String.raw`^(?:die|alle) [^,;]{2,40} (?:bekommen|erhalten|tragen|beginnen|enden|heißen|liegen|stehen) (?:immer|nie|nur|stets)\b`,
  `^wer (?!hat|ist|war|kann|weiß|macht|soll)[^,?]{3,80}, ${LETTER}`,
  String.raw`^(?:vor|nach|ab|zwischen|am|an|im|in|bei|unter) [^,;]{2,40} (?:bitte )?(?:keine?[nmrs]?|nur|nie|immer|nichts) (?![^,;]*\b(?:${WENT})\b)`,
  String.raw`^nichts (?:in|unter|an|ändern|löschen|ohne|darf)\b`,
  String.raw`(?:commits?|meldungen|nachrichten|kommentare|antworten|namen|texte|mails|doku|berichte?)\b.{0,30}\bauf (?:deutsch|englisch|französisch|spanisch)\b`,
  // "Auf dem Server wird nichts ohne Freigabe geändert"
  String.raw`\b(?:wird|werden) .{0,60}\b(?:nichts ohne|nicht ohne|nie ohne|nur (?:mit|nach|über|in|von|noch|per|auf)|immer (?!noch|wieder|\w+er\b)|ausschließlich|grundsätzlich|stets|erst (?:nach|wenn|mit)|nie(?:mals)?)\b`,
  String.raw`${OPENING}(?:wenn|falls|sobald|bevor|ehe|solange) (?:du (?!fertig|zeit|soweit|kannst|willst|magst|möchtest)|etwas|eine?|jemand|sich|dir|mal|irgend|unklar)[^,]{1,80}, (?:dann )?(?:bitte )?(?!(?:ist|kommt|geht|wird|passiert|stürzt|bekomm\w*|dann|das|es|ich|der|die|hat|kann|sind|sehe|erscheint|steht)\b)${LETTER}`,
  String.raw`\bich (?:(?:will|möchte|mag|brauche(?! noch)|wünsche|erwarte|hätte) [^,]{0,60}\b(?:keine?[nmrs]?|immer|nie|${OF_ALL}|grundsätzlich|überall)\b|(?:hasse|bevorzuge|bestehe)\b|(?:fliege|reise|esse|trinke|fahre|sitze|übernachte) (?:nur|nie|kein\w*|immer|lieber|ungern|grundsätzlich)\b)|\bbrauche ich\b[^,]{1,60}\bimmer\b`,
  String.raw`\bbleib(?:t|en) (?!.*\b(?:hängen|stehen|stecken)\b)(?:so|wie|unverändert|unangetastet|unberührt|bei|unter|auf|in|intern|privat|dort|bestehen|erhalten|wo)\b|\blass(?:e|t)? (?!das |es )[^,]{2,50}\b(?:in ruhe|unangetastet|unverändert|so,? wie|wie (?:sie|er|es))\b`,
  String.raw`\bgehör(?:t|en) (?:immer |nur |nie |nicht |bitte )?(?:in|ins|nach|neben|unter|hinter|an|eine?|auf|zu)\b`,
  `${OPENING}(?:sei (?:bitte )?(?!doch|froh)${LETTER}|(?:duz|siez|nenn)e? (?:mich|uns|kunden|die)|sprich mich)`,
  String.raw`\b(?:duzen|siezen)[.!]?$`,
]

/** Ways in which a person lays down how things are to be done. */
export const RULES: readonly RegExp[] = patternsOf([...WAYS, `${PLAIN}(?:${PLAIN_WAYS.join('|')})`], [PLAIN, OPENING, '^'])

/** Tells what is, was or seems to be, with the words of a rule. */
export const NO_RULE: RegExp = /\bimmer (?:noch|wieder|mehr)\b|\bnicht (?:mehr|nur|gemeint|sicher|ganz)\b/i

/** A sentence that tells or asks something, whatever words it has. */
export const REPORT: RegExp =
  /^(?:(?:und|aber|also|nein|ja|hm+|na|ok)[, ]\s?){0,2}(?:ich (?!will|möchte|bestehe|hätte|mag|hasse|bevorzug|brauche|erwarte|wünsche|fliege|reise|esse|trinke|fahre|sitze|übernachte)|es (?:gibt|ist|war|geht|hat)|das (?:ist|war|habe?|hat|geht|lässt|kann|wird|muss (?:an|wohl))|(?:warum|wieso|weshalb|was|wer (?:hat|ist|war|kann|weiß|macht|soll)|wann (?!immer)|wo (?!möglich)|müssen wir|soll(?:en)? (?:ich|wir)|kann (?:ich|man)|ist das|haben wir)\b|niemand hat\b)|^[^,;]{1,60}\b(?:meinte|sagte|gesagt|angeblich)\b|^laut (?!meine)/i

/** Holds for now, or for this once. */
export const MOMENT: RegExp =
  /\b(?:diesmal|dieses (?:eine )?mal|vorerst|fürs erste|erst ?mal|für heute|heute (?:bitte )?(?:nicht|nichts|kein\w*|nur)|im moment|momentan|vorläufig|ausnahmsweise|noch nicht|(?:schaue?|mache?|kümmere?) .{0,20}später)\b/i
