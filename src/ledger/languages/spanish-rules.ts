/* How Spanish says what is to be done from now on, and how it tells what is or was. Letters are spelled out: the flag `u` doubles the time. */

import { patternsOf } from './patterns.ts'

const LETTER = '[a-záéíóúüñ]'
const OPENING = '^(?:(?:por favor|porfa|y|pero|no|ok|sí|vale|ojo|nota|importante|además|bueno)[ ,:]{1,3}){0,3}'
/** Begins a sentence that tells or asks something, or speaks of one thing. */
const TELLER = `(?:el|la|ella|ellos|yo|esto|eso|este|esta|ese|esa|desde|ayer|hoy|ahora|cómo|qué|cuándo|dónde|quién|todavía|mi|un|una|gracias|casi|creo|parece|hay|está|es|fue)(?!${LETTER})|¿|por qué`
/** Words that tell how something went. */
const WENT = String.raw`es|son|está|están|fue|era|eran|ha|han|había|falla|fallan|fallaba|pasan|pasa|sale|salen|tarda|tardan|funciona\w*|devuelve\w*|muestra|muestran|desde|ayer|falta|faltan|aparece\w*|sigue|siguen|cae|caen|cierra`
/** Begins a sentence that asks for one thing to be done, even if to many. */
const ONE_DEED = `(?:corrige|añade|agrega|borra|elimina|cambia|reemplaza|renombra|busca|revisa|arregla|quita|muestra|lista|aplica|ejecuta|actualiza|crea|mueve|dame|haz|traduce|sube)(?!${LETTER})`
const PLAIN = `${OPENING}(?!${TELLER})(?![^,;]* (?:${WENT})(?!${LETTER}))`
/** Second person of what should or should not be: "toques", "subas". */
const YOU_MAY = String.raw`(?!worries|changes|updates|files|messages|issues|responses|ideas|nada|sabes|puedes|tienes|quieres|eres|estás|ves|entiendes|crees|es\b|has\b|más\b|las\b|es\b|tres\b|antes\b)${LETTER}+(?:es|as)(?!${LETTER})`
const PRONOUN = '(?:lo |la |los |las |me |nos |te |le |les )?'

/** The rest of sentences that are plain up to their first comma. Tried together, so that they are found plain only once. */
const PLAIN_WAYS = [
  String.raw`.*\b(?:en general|por defecto|en este (?:proyecto|repo\w*)|en tod[oa]s? (?:el|la|mis|nuestr\w+) )`,
  String.raw`(?!${ONE_DEED})[^;]*\b(?:en|para|a|con|de|por) (?:tod[oa]s? l[oa]s?|tod[oa]s|cada|cualquier)(?!${LETTER}| uno)`,
  '[^;]{2,60},? siempre[.!]?$',
]

/** Other ways in which a person lays down how things are to be done. */
const WAYS = [
  `(?:${OPENING}no ${PRONOUN}${YOU_MAY}|[,;:] (?:y |pero )?no ${PRONOUN}(?:toqu|us|cambi|borr|sub|hag|pong|instal|ejecut|modifiqu|añad|agregu|escrib|mand|enví|reserv|elimin|olvid|dej|met|incluy|llam|pregunt|respond|invent|mezcl|desplieg|publiqu)u?[ea]s(?!${LETTER})|(?:${OPENING}|[,;:] (?:y |pero )?)(?:(?:nunca|jamás) ${PRONOUN}${LETTER}+(?:es|as|ar|er|ir)(?!${LETTER})|siempre (?:${LETTER}+(?:ar|er|ir)|usa|haz|ejecuta|escribe|pregunta|responde|con|en)(?!${LETTER})))`,
  `${OPENING}(?:s[oó]lo (?!${LETTER}+(?:aba|ó|a|o)(?!${LETTER})|quedan|faltan|fallan|hay|son|me )|solamente|únicamente|sin (?!${LETTER}*(?:problema|duda|embargo)|.* no (?:puedo|me|va|funciona|se|arranca))|ning[uú]n|nada de|evita|mantén|respeta|procura|asegúrate|responde (?:siempre )?en|máximo|mínimo|como mucho|no más de|menos de|cero|ni un)`,
  `${OPENING}(?:todos|todas|todo (?:el|lo)|toda la|cada|cualquier) (?!.* (?:${WENT})(?!${LETTER}))(?!vez que)`,
  String.raw`\b(?:pregúntame|consúltame|avísame|me (?:lo |la |los |las )?(?:avisas|preguntas|consultas|confirmas|enseñas|muestras|pides|pasas)|ante la duda|en caso de duda|pregunta (?:antes|primero)|antes de (?:cada|borrar|eliminar|cambiar|hacer)|hay que|tienen? que (?!haber|ser (?:un|el|la|cosa|por))|tienes que|debes|deben|prohibid[oa]s?|obligatori[oa]s?|intocables?|no se (?:puede|permite|debe|toca|hace|usa|sube|borra|modifica|despliega|mezcla)|a partir de (?:ahora|hoy)|desde ahora|de (?:ahora|aquí) en adelante|en adelante|en lo sucesivo|hasta nuevo aviso|en todas partes|como máximo|no está permitido|sin excepci(?:ón|ones)|por norma|como regla|por regla general|bajo ning[uú]na?|en ningún caso|pase lo que pase|salvo que|a menos que)(?!${LETTER})`,
  `${OPENING}(?:usa|utiliza) .{1,50}(?:,? no |para |en |siempre|,? nunca )`,
  String.raw`\b(?:commits?|mensajes|comentarios|respuestas|nombres|textos|correos|informes)\b.{0,30}\ben (?:inglés|español|francés|alemán)`,
  String.raw`${OPENING}(?:usa|utiliza) (?!(?:el|la|los|las|eso|esto|este|esta|un|una)\b)${LETTER}`,
  `^(?!sale |pasa |falla |casi |eso |no |como |desde |para )${LETTER}+ siempre(?!${LETTER})`,
  String.raw`\bdebe (?!ser (?:que|un|una|el|la|cosa)\b|haber|de )`,
  `(?:^|[,;] )(?:siempre que|cada vez que) ${PRONOUN}${YOU_MAY}`,
  `${OPENING}(?:cuando|antes de que|en cuanto|si) (?!(?:no )?(?:quieres|puedes|termines|acabes|tienes tiempo|ves)(?!${LETTER}))(?:${PRONOUN}${YOU_MAY}|vas a|hay (?:una?|algún|alguna|que)|algo|alguna?|una? (?!usuario|cliente))[^,]{1,80}, (?!(?:el|la|los|se|me|no me|sale|es|está|da|hay)(?!${LETTER}))${LETTER}`,
  String.raw`\bantes de ${LETTER}+[aei]r[^,]{2,60}, (?!el |la |se )${LETTER}`,
  String.raw`^(?:en general|por defecto|en este (?:proyecto|repo\w*)|aquí),? (?!.* (?:${WENT})(?!${LETTER}))`,
  `${OPENING}(?:para|en|con) (?:tod[oa]s|cada|cualquier) [^,]{2,60}, (?!.* (?:${WENT})(?!${LETTER}))`,
  String.raw`\bno quiero (?!(?:eso|esto|decir|ese|esa|este|esta|que se)\b)|\bquiero (?:siempre|tod[oa]s|que (?:siempre|todo|nunca|cada))|\b(?:odio|detesto) (?:los|las|que)|\bno me gustan? (?:los|las|que)|\bme gustan (?:los|las|más)|\bno (?:como|bebo|vuelo|viajo) `,
  // "Los informes, siempre en pdf"
  String.raw`${OPENING}(?!(?:el|la|se|ya|esto|eso)\b)(?![^,;]* (?:${WENT})(?!${LETTER}))[^;]{2,40},? (?:siempre|nunca|jamás|solo|sólo|únicamente) (?:en|con|por|a|al|de|para|antes|después|sin|como)\b`,
  `${OPENING}(?:aquí |siempre |s[oó]lo )?(?:usamos|tuteamos|tratamos|escribimos|trabajamos|desplegamos|nombramos) `,
  `^l[oa]s [^,;]{2,40} (?!(?:${WENT})(?!${LETTER}))${LETTER}{2,20}n siempre(?!${LETTER}| (?:que|igual|mal))`,
  `^quien ${LETTER}+[ea] [^?]{3,60}`,
  `^l[oa]s [^,;]{2,40} en (?:minúsculas|mayúsculas|euros|céntimos|utc)(?!${LETTER})`,
  String.raw`\bno (?:usamos|hacemos|trabajamos|escribimos|desplegamos|aceptamos)(?!${LETTER})|\b(?:usamos|escribimos|hacemos|seguimos) [^,;]{1,50}(?:aquí|siempre|en este (?:proyecto|repo))`,
  String.raw`\bl[oa]s [^,;]{2,30} (?:van|se quedan) (?:en|con|al?|sin|dentro|bajo|siempre|como)\b|\bdeja .{1,40}(?:como está|en paz|tal cual|intact|quiet)|\bse queda como está`,
  String.raw`\bsin (?:mi (?:permiso|visto|aprobación|ok|autorización|consentimiento)|avisar|preguntar|consultar|pedir)|\bmáximo (?:de )?\d|\d[^,;]{0,30} (?:como mucho|máximo)`,
  `${OPENING}(?:tutéame|trátame|háblame|llámame|sé (?!que|lo)${LETTER})`,
]

/** Ways in which a person lays down how things are to be done. */
export const RULES: readonly RegExp[] = patternsOf([...WAYS, `${PLAIN}(?:${PLAIN_WAYS.join('|')})`], [PLAIN, OPENING, '^'])

/** A sentence that tells or asks something, whatever words it has. */
export const REPORT: RegExp = new RegExp(
  String.raw`^(?:(?:y|pero|no|sí|bueno|ok|pues)[, ]\s?){0,2}(?:nunca (?:me|lo|se|ha|había)|siempre (?:sale|pasa|falla|me|da|se)|no (?:sé|hay|me(?! gusta[ns]? (?:los|las|que)| ${YOU_MAY})|funciona|entiendo|veo|pasa|${LETTER}+(?:ó|aba|aron|ieron))|eso (?:es|está|no)|ayer|creo que|parece que|según (?:el|la|los)|por qué)(?!${LETTER})|^[^,;]{1,60} (?:decía|dijo|dijeron|dice) que`,
  'i',
)

/** Holds for now, or for this once. */
export const MOMENT: RegExp =
  /\b(?:por ahora|de momento|por el momento|esta vez|por hoy|hoy no|todavía no|más tarde|ahora mismo|ya lo miro)\b|(?:^|\s)aún no\b/i
