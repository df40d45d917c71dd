import type { Language } from './language.ts'

/** What a summary says of itself, and of lines that it has no room for. */
const PHRASES: Readonly<
  Record<Language, { readonly opening: string; readonly more: string; readonly since: string; readonly below: string }>
> = {
  en: {
    opening: 'Entries {span}, made without a model; every line names its entry.',
    more: '{count} more',
    since: 'since then: {calls}',
    below: 'In full below: {handles}.',
  },
  de: {
    opening: 'Einträge {span}, ohne Modell gemacht; jede Zeile nennt ihren Eintrag.',
    more: '{count} weitere',
    since: 'seitdem: {calls}',
    below: 'Unten im Wortlaut: {handles}.',
  },
  fr: {
    opening: 'Entrées {span}, fait sans modèle ; chaque ligne nomme son entrée.',
    more: '{count} de plus',
    since: 'depuis : {calls}',
    below: 'Plus bas en entier : {handles}.',
  },
  es: {
    opening: 'Entradas {span}, hecho sin modelo; cada línea nombra su entrada.',
    more: '{count} más',
    since: 'desde entonces: {calls}',
    below: 'Íntegro más abajo: {handles}.',
  },
  pt: {
    opening: 'Entradas {span}, feito sem modelo; cada linha nomeia a sua entrada.',
    more: 'mais {count}',
    since: 'desde então: {calls}',
    below: 'Na íntegra abaixo: {handles}.',
  },
  it: {
    opening: 'Voci {span}, fatto senza modello; ogni riga nomina la sua voce.',
    more: 'altri {count}',
    since: 'da allora: {calls}',
    below: 'Per intero più sotto: {handles}.',
  },
  ru: {
    opening: 'Записи {span}, составлено без модели; каждая строка называет свою запись.',
    more: 'ещё {count}',
    since: 'с тех пор: {calls}',
    below: 'Ниже полностью: {handles}.',
  },
  ar: {
    opening: 'المدخلات {span}، أُعدّ دون نموذج؛ كل سطر يذكر مدخله.',
    more: '{count} أخرى',
    since: 'منذ ذلك: {calls}',
    below: 'بالنص الكامل أدناه: {handles}.',
  },
  zh: {
    opening: '条目 {span}，未使用模型；每行注明其条目。',
    more: '另有 {count} 条',
    since: '此后：{calls}',
    below: '下文有全文：{handles}。',
  },
  ja: {
    opening: 'エントリー {span}、モデルなしで作成。各行に元のエントリーを示す。',
    more: 'ほか {count} 件',
    since: 'その後：{calls}',
    below: '全文は下に：{handles}。',
  },
  ko: {
    opening: '항목 {span}, 모델 없이 작성됨. 각 줄에 해당 항목을 표시함.',
    more: '외 {count}개',
    since: '그 후: {calls}',
    below: '아래에 전문: {handles}.',
  },
}

/** The first line of a summary, behind its version. It says which messages stand behind it though they are older: they are not new. */
export function openingIn(language: Language, span: string, carried: readonly string[] = []): string {
  const { opening, below } = PHRASES[language]
  const first = opening.replace('{span}', span)
  return carried.length === 0 ? first : `${first} ${below.replace('{handles}', carried.join(', '))}`
}

/** How many lines a section would have besides. */
export function moreIn(language: Language, count: number): string {
  return PHRASES[language].more.replace('{count}', String(count))
}

/** What the agent did after its last words. */
export function sinceIn(language: Language, calls: string): string {
  return PHRASES[language].since.replace('{calls}', () => calls)
}
