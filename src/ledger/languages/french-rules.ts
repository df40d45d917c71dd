/* How French says what is to be done from now on, and how it tells what is or was. Letters are spelled out: the flag `u` doubles the time. */

import { patternsOf } from './patterns.ts'

const LETTER = '[a-zà-ÿœ]'
const OPENING = "^(?:(?:s['’]il te pla[iî]t|stp|svp|et|mais|non|ok|oui|merci de|attention|note|important|au fait)[ ,:]{1,3}){0,3}"
/** Begins a sentence that tells or asks something, or speaks of one thing. */
const TELLER = String.raw`(?:le|la|il|elle|ils|elles|on|je|tu|ça|ce|cette|ces|depuis|hier|pourquoi|comment|est-ce|où|y a|encore|mon|ma|un|une|pas|merci|presque|bon|parfait)\b|[ljc]['’]|qu|ça `
/** Words that tell how something went. */
const WENT = String.raw`est|sont|était|étaient|a(?! besoin)|ont|avait|marchent?|plantent?|échou\w*|passent?|mettent|met|renvo\w*|affichent?|fonctionn\w*|prend|prennent|depuis|hier|manqu\w*|tourn\w*|bloqu\w*`
/** Begins a sentence that asks for one thing to be done, even if to many. */
const ONE_DEED =
  '(?:corrig|ajout|supprim|remplac|renomm|chang|vérifi|lanc|enl[eè]v|cherch|trouv|mont|list|appliqu|mets à jour|cré|dépla|fais|fait|donn)'
const PLAIN = `${OPENING}(?!${TELLER})(?![^,;]* (?:${WENT})(?!${LETTER}))`
const OF_ALL = "(?:tou(?:s|te|tes)|chaque|n['’]importe)"

/** The rest of sentences that are plain up to their first comma. Tried together, so that they are found plain only once. */
const PLAIN_WAYS = [
  `[^,;]{3,60}, (?:jamais|pas) (?:de |d['’])(?!erreur|souci|problème|message|réponse|changement|résultat|nouvelle)${LETTER}+[.!]?$`,
  String.raw`.*(?:\ben général\b|\bpar défaut\b|\bsystématiquement\b|\bdans (?:ce|tout le) (?:projet|dépôt|repo|code)|\bpour (?:tout le|le reste)\b|\btou(?:s|tes) (?:les|mes|nos) [^,]{1,40} que tu (?!as|avais))`,
  `(?!${ONE_DEED})[^;]*(?:dans|pour|sur|à|avec|avant|après|de) ${OF_ALL} `,
]

/** Other ways in which a person lays down how things are to be done. */
const WAYS = [
  `${OPENING}(?:ne |n['’])${LETTER}+ .{0,60}(?:pas|jamais|plus|rien|aucun|que )`,
  `[,;:] (?:et |mais |donc )?(?:ne |n['’])(?:touche|utilise|change|modifie|fais|mets|pousse|supprime|ajoute|écris|envoie|installe|lance|réserve|jamais|pas)${LETTER}* `,
  `${OPENING}(?:jamais|toujours|uniquement|seulement|exclusivement|pas de|pas d['’](?=${LETTER}{3})(?:${LETTER}+)|pas plus de|aucune?|sans|zéro|moins de|maximum|max|au moins)(?!${LETTER}|.* (?:ne|je|ça) |.* [nj]['’]|[^,;]* (?:${WENT})(?!${LETTER})| (?:aussi|pas|même|le|la|problème|souci|grave|doute))`,
  String.raw`\b(?:demande[rz]?(?:-moi| avant| d['’]abord)|il (?:ne )?faut|tu (?:dois|ne dois|ne peux pas)|vous devez|on n['’]utilise|interdit|interdiction|interdite?s|obligatoires?|défense de|en cas de doute|dans le doute|hors de question|assure-toi|veille à|reste sur|préférer|partir (?:de maintenant|d['’]aujourd['’]hui)|désormais|dorénavant|au maximum|au plus|avant chaque|après chaque|jusqu['’]à nouvel ordre|(?:sans|aucune) exception|en aucun cas|sous aucun prétexte|en règle générale|par principe|chaque fois que tu|dès que tu|non négociable|sauf avis contraire|sauf si je|évite de|pense (?:toujours )?à|n['’]oublie (?:jamais|pas) de|fais attention)\b|\bà l['’]avenir\b|à l['’]avenir|de (?:façon|manière) générale`,
  `${OPENING}on (?!(?:continue|essaie|regarde|passe|arrive|avance|commence|merge|lance|dépasse|parle)(?!${LETTER}))${LETTER}{3,20}e (?:toujours|jamais|avec|en|dans|sans|les|des|par|sur|pas|que)(?!${LETTER})`,
  `^les [^,;]{2,40} (?!(?:${WENT})(?!${LETTER}))${LETTER}{3,20}ent toujours (?:en|une?|le|la|les|des|avec|dans|par)(?!${LETTER})`,
  String.raw`\bt['’]y tenir\b|\btiens-t['’]y\b`,
  String.raw`\bdoi(?:t|vent) (?!avoir|être (?:un|une|le|la)\b)`,
  `${OPENING}(?:tous (?:les|mes|nos)|toutes (?:les|mes|nos)|toute|tout|chaque) (?!.* (?:${WENT})(?!${LETTER}))`,
  '^(?:plus de|rien dans|rien sous|rien ne (?:part|sort|va|se)) ',
  `${OPENING}(?:réponses|messages|commits|fonctions|phrases|résumés) (?:court|bref|petit|en )`,
  String.raw`${OPENING}(?:utilise|respecte|suis|écris) (?!(?:le|la|les|ça|ce|cette|un|une|plutôt ça|moi)\b)${LETTER}`,
  String.raw`^${LETTER}+-(?:moi|nous) .{0,60}(?:\bavant d|\b(?:si|quand|dès que) (?:une?|quelqu|tu)\b)`,
  String.raw`\bon (?:garde|utilise|évite|écrit|reste|met|teste|préfère|nomme|tutoie|vouvoie|commite|déploie|range|documente|signe|livre|arrondit)(?!${LETTER})|\bon (?:n['’]|ne )(?!voit|peut|sait|comprend|a\b|arrive|est\b|avait)${LETTER}+ (?:pas|jamais|que|rien|plus)\b`,
  String.raw`\b(?:commits?|messages|commentaires|réponses|noms|textes|mails|docs?)\b.{0,30}\ben (?:anglais|français|allemand|espagnol)|^les [^,;]{2,40} en (?:minuscules|majuscules|euros|centimes|utc)(?!${LETTER})`,
  `${OPENING}(?:il faut )?(?:évite[rz]?|garde[rz]?|utilise[rz]? .{1,50}(?:pour|partout|,? pas)|réponds? (?:toujours )?en|privilégie[rz]?|préfère[rz]?|respecte[rz]?)(?!${LETTER})`,
  String.raw`\bpartout[.!]?$`,
  `^(?!je |il |elle |on |tu |le |la |les |ça |c['’]|pas |encore |presque |depuis )${LETTER}+ (?:toujours|jamais)(?!${LETTER})`,
  // "Les montants toujours en euros"
  String.raw`${OPENING}(?!(?:il|elle|je|on|ça|le|la|ce)\b)(?![^,;]* (?:${WENT})(?!${LETTER}))[^,;]{2,40},? (?:toujours|jamais|uniquement|seulement|exclusivement) (?:en|avec|dans|aux?|sur|par|à|de|pour|avant|après|sous|sans|le|l['’])`,
  String.raw`\b(?:maximum|max\.?)(?: de)? \d|\d[^,;]{0,30} (?:maximum|max)\b`,
  // "Touche pas à la prod"
  String.raw`${OPENING}(?:touche|utilise|change|modifie|fais|mets|commit(?:te)?|pousse|push|supprime|ajoute|écris|envoie|installe|lance|réserve|casse|réponds|mélange|invente|parle|propose|prends) (?:surtout )?(?:pas|jamais|rien|plus)\b`,
  String.raw`\btu (?:ne |n['’])(?!as\b|es\b|avais|étais|comprends|vois|sais)${LETTER}+ (?:pas|jamais|rien|que|plus|aucun)|\btu (?:me )?(?:demandes?|préviens|consultes?|montres?|valides?|vérifies?|passes?|utilises?|réponds|rédiges?|écris|restes?|gardes?) (?:toujours|jamais|systématiquement|avant|d['’]abord|.{0,40}avant d)|\btu (?:me |nous )(?:le |la |les |l['’])?${LETTER}+ (?:toujours|systématiquement|avant|d['’]abord)`,
  `^(?:en général|par défaut|dans ce (?:projet|dépôt|repo)),? (?!.* (?:${WENT})(?!${LETTER}))`,
  `${OPENING}(?:pour|à|dans|avant|après|sur) ${OF_ALL} [^,]{2,60},? (?!.* (?:${WENT})(?!${LETTER}))`,
  String.raw`${OPENING}(?:à chaque fois que|chaque fois que|quand|lorsque|si|une fois que|avant que) (?:tu (?!veux|peux|préfères|auras|as (?:fini|le temps)|vois|regardes|cliques)|une? (?!utilisateur|client)|quelque chose|quelqu['’]un|il y a une?)[^,]{1,80}, (?:alors )?(?!(?:ça|il|elle|le|la|les|je|on|rien|tout)\b|c['’]|j['’]|l['’])${LETTER}`,
  String.raw`\bavant de (?!faire ça)${LETTER}+er?[^,]{2,60}, (?!j['’]|je |il |ça )${LETTER}`,
  String.raw`\bje (?:ne veux|n['’]en veux|veux) (?:pas|plus|jamais|que|aucun)(?! (?:ça|ce|cette))|\bje (?:veux|souhaite|voudrais|exige) (?:que (?:tous|toutes|chaque|les)|toujours|uniquement|tous|toutes|des .{1,40}s (?:court|simpl|explicit))|\bje (?:déteste|n['’]aime pas) (?:les|qu)|\bje (?:tiens à|exige|refuse)|\bje ne (?:mange|prends|voyage|bois) (?:pas|jamais|que)`,
  String.raw`\brestent (?:dans|sur|en|à|sous|au)|\breste(?:nt)? (?:tel|inchang|intact|comme|privé|interne)|\blaisse[rz]? .{1,50}(?:tranquille|tel(?:le)?s? quel|comme (?:il|elle|c)|en l['’]état|intact)`,
  `${OPENING}(?:sois|soyez|tutoie|vouvoie|appelle-moi|parle-moi)(?!${LETTER})`,
  String.raw`\bsans (?:mon|ma|me (?:demander|prévenir|consulter)|m['’]|autorisation|validation|accord|demander|prévenir)|\b(?:les|des) ${LETTER}+ (?:vont|se mettent|s['’]écrivent|se font|se rangent|portent) `,
]

/** Ways in which a person lays down how things are to be done. */
export const RULES: readonly RegExp[] = patternsOf([...WAYS, `${PLAIN}(?:${PLAIN_WAYS.join('|')})`], [PLAIN, OPENING, '^'])

/** Tells what is, was or seems to be, with the words of a rule. */
export const NO_RULE: RegExp = /\bil (?:ne )?faut (?:croire|dire|que je)\b|\bplus rien ne\b/i

/** A sentence that tells or asks something, whatever words it has. */
export const REPORT: RegExp =
  /^(?:(?:et|mais|donc|non|oui|bon|ah|ok)[, ]\s?){0,2}(?:je (?!préfère|veux|voudrais|ne veux|n['’]en veux|déteste|n['’]aime pas les|souhaite|refuse|exige|tiens à|ne (?:mange|prends|voyage|bois))|j['’]ai|ça |c['’](?:est|était)|il n['’]y a|il y a|on dirait|est-ce que|pourquoi|d['’]après |selon |comment |tu (?:as|avais|n['’]as)\b)|^[^,;]{1,60} (?:disait|m['’]a dit|a dit|dit toujours) |\bparaît qu/i

/** Holds for now, or for this once. */
export const MOMENT: RegExp =
  /\bpour (?:l['’]instant|le moment|aujourd['’]hui)\b|\bcette fois\b|\bexceptionnellement\b|\btout de suite\b|\bpas encore\b|\bplus tard\b|\bon verra\b|\bprovisoirement\b|\btemporairement\b/i
