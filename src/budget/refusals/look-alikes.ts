import type { RefusalKind } from '../../schema/refusal.ts'

/** Words of refusals that look like an overflow, and are none. */
interface LookAlike {
  readonly kind: Exclude<RefusalKind, 'overflow' | 'payload'>
  readonly says: RegExp
  /** Words that show that it is an overflow after all. */
  readonly unless?: RegExp
}

/** Speaks of what goes in. */
const OF_INPUT = /context|prompt|\binput|\bmessages\b(?!\.)|conversation/i

export const LOOK_ALIKES: readonly LookAlike[] = [
  { kind: 'other', says: /\bjwt\b|api key|(?:auth|authentication|access|bearer|refresh) token|timed? ?out|\baborted\b/i },
  // Too little is not too much.
  {
    kind: 'other',
    says: /too (?:small|short)|(?:is|are) below|minimum|at least \d|greater than or equal/i,
    unless: /exceed|too (?:long|large)|> ?\d|(?:maximum|model) context|context (?:length|window)|for (?:this|the|your) prompt/i,
  },
  {
    kind: 'quota',
    says: /quota|billing|credit balance|more credits|extra usage|insufficient (?:funds|balance|credits)|payment required|spend(?:ing)? limit|usage limit|subscription|余额|配额|額度|额度|クォータ|残高|할당량|잔액|\bcuota\b|saldo|kontingent|guthaben|квот|баланс|crédits? insuffisant/i,
  },
  {
    kind: 'rate-limit',
    says: /rate[ _-]?limit|too[ _-]many[ _-]requests|throttl|(?:tokens|requests) per (?:min|hour|day|second)|\b(?:[TR]P[MDS]|ITPM|OTPM)\b|overloaded|resource[ _]exhausted|slow down|try again in \d|service unavailable|please wait/i,
  },
  {
    kind: 'rate-limit',
    says: /限流|速率|频率|過於頻繁|过于频繁|请求过多|レート制限|リクエストが多すぎ|요청이 너무 많|속도 제한|demasiadas (?:solicitudes|peticiones)|límite de (?:velocidad|tasa|frecuencia)|trop de requêtes|limite de (?:débit|taxa)|zu viele anfragen|anfragelimit|ratenlimit|слишком много запросов|лимит запросов|muitas (?:solicitações|requisições)|troppe richieste/i,
  },
  {
    kind: 'content-filter',
    says: /content[ _-]?(?:filter|management|policy|moderation)|responsible ?ai|safety|flagged|prohibited|inappropriate|moderation|policy violation|inhaltsfilter|敏感|违规|内容审核|安全策略|コンテンツ(?:フィルタ|ポリシー)|안전 정책|콘텐츠 필터|filtro de contenido|filtre de contenu|политик/i,
  },
  // A field of the request, not the conversation.
  {
    kind: 'other',
    says: /\b(?:string|array|list|name|description|schema|metadata|parameter|header|field|sequence)s? (?:is |was |are )?too (?:long|many)|expected an? (?:string|array) with maximum length|stop sequences?/i,
    unless: /sequence length|tokens/i,
  },
  {
    kind: 'output-limit',
    says: /max_(?:completion_|output_|new_)?tokens['"`]* (?:must|should|cannot|is too large|exceeds)/i,
    unless: /inputs?`? tokens|prompt|your request has|in the messages/i,
  },
  {
    kind: 'output-limit',
    says: /maximum value for `?max_tokens|maximum tokens (?:value|you requested)|output limit/i,
  },
  {
    kind: 'output-limit',
    says: /max_(?:completion_|output_|new_)?tokens|maxoutputtokens|max output tokens|(?:output|completion) tokens|budget_tokens/i,
    unless: OF_INPUT,
  },
  {
    kind: 'media',
    says: /\bimages?\b|\bpictures?\b|\bpdf\b|\baudio\b|\bvideo\b|\bpixels?\b|\bfiles?\b|attachment|base64|图片|图像|画像|이미지|imagen|изображени|bild(?:er|datei|größe)/i,
    unless: /context|prompt (?:is|was|has)|prompt too|input tokens?|token (?:count|limit)|tokens/i,
  },
]

/** Statuses that are never about the size of a request, whatever the words are. */
export const STATUS_KINDS: Readonly<Record<number, LookAlike['kind']>> = {
  401: 'other',
  402: 'quota',
  403: 'other',
  404: 'other',
  408: 'other',
  429: 'rate-limit',
}

/** A server's limit on bytes, not a model's on tokens. */
export const PAYLOAD: RegExp =
  /request_too_large|request (?:body |entity |payload )?(?:is |was )?too large|payload too large|(?:request|body|payload) (?:size )?exceeds? (?:the )?(?:maximum |max )?(?:allowed )?(?:request |payload )?(?:size|bytes|content length)|entity too large|content[ -]length exceeds|request payload size/i

/** A size in bytes. */
export const BYTES: RegExp = /\d ?(?:bytes|[kmg]i?b)\b/i
