import type { Heading } from '../schema/print-profile.ts'

export const LANGUAGES = ['en', 'de', 'fr', 'es', 'zh', 'ja'] as const
export type Language = (typeof LANGUAGES)[number]

const ENGLISH: Readonly<Record<Heading, string>> = {
  task: 'Task, verbatim',
  request: 'What people asked since, verbatim',
  constraint: 'Rules, verbatim',
  preference: 'Preferences, verbatim',
  rejected: 'Rejected, verbatim',
  decision: 'Decisions',
  fact: 'Facts',
  open: 'Open',
  step: 'Plan',
  artifact: 'Artifacts',
  file: 'Files touched, with the last operation',
  command: 'Commands, with outcome',
  error: 'Errors and what resolved them',
  outcome: 'From tool output, quoted',
  state: 'Where it stood',
  said: 'What the agent found, decided and did, in its own words',
  earlier: 'Summary that another program wrote earlier',
}

const HEADINGS: Readonly<Record<Language, Readonly<Record<Heading, string>>>> = {
  en: ENGLISH,
  de: {
    task: 'Aufgabe, wörtlich',
    request: 'Was seither verlangt wurde, wörtlich',
    constraint: 'Regeln, wörtlich',
    preference: 'Vorlieben, wörtlich',
    rejected: 'Abgelehnt, wörtlich',
    decision: 'Entscheidungen',
    fact: 'Tatsachen',
    open: 'Offen',
    step: 'Plan',
    artifact: 'Artefakte',
    file: 'Dateien, mit der letzten Änderung',
    command: 'Befehle, mit Ausgang',
    error: 'Fehler und was sie behob',
    outcome: 'Aus Werkzeugausgaben, zitiert',
    state: 'Wo es stand',
    said: 'Was der Agent fand, entschied und tat, in seinen Worten',
    earlier: 'Zusammenfassung eines anderen Programms',
  },
  fr: {
    task: 'Tâche, mot pour mot',
    request: 'Ce qui a été demandé depuis, mot pour mot',
    constraint: 'Règles, mot pour mot',
    preference: 'Préférences, mot pour mot',
    rejected: 'Refusé, mot pour mot',
    decision: 'Décisions',
    fact: 'Faits',
    open: 'À faire',
    step: 'Plan',
    artifact: 'Artefacts',
    file: 'Fichiers, avec la dernière opération',
    command: 'Commandes, avec leur issue',
    error: 'Erreurs et leur résolution',
    outcome: 'Sorties d’outils, citées',
    state: 'Où en étaient les choses',
    said: 'Ce que l’agent a trouvé, décidé et fait, dans ses mots',
    earlier: 'Résumé écrit plus tôt par un autre programme',
  },
  es: {
    task: 'Tarea, literal',
    request: 'Lo que se pidió después, literal',
    constraint: 'Reglas, literales',
    preference: 'Preferencias, literales',
    rejected: 'Rechazado, literal',
    decision: 'Decisiones',
    fact: 'Hechos',
    open: 'Pendiente',
    step: 'Plan',
    artifact: 'Artefactos',
    file: 'Archivos, con la última operación',
    command: 'Comandos, con su resultado',
    error: 'Errores y su solución',
    outcome: 'Salidas de herramientas, citadas',
    state: 'Dónde quedó',
    said: 'Lo que el agente encontró, decidió e hizo, en sus palabras',
    earlier: 'Resumen que otro programa escribió antes',
  },
  zh: {
    task: '任务（原文）',
    request: '之后的要求（原文）',
    constraint: '规则（原文）',
    preference: '偏好（原文）',
    rejected: '已否决（原文）',
    decision: '决定',
    fact: '事实',
    open: '待办',
    step: '计划',
    artifact: '产物',
    file: '文件与最后操作',
    command: '命令与结果',
    error: '错误与解决',
    outcome: '工具输出（引用）',
    state: '当前状态',
    said: '助手的发现、决定与操作（原话）',
    earlier: '其他程序先前写的摘要',
  },
  ja: {
    task: '依頼（原文）',
    request: 'その後の要望（原文）',
    constraint: 'ルール（原文）',
    preference: '好み（原文）',
    rejected: '却下されたもの（原文）',
    decision: '決定',
    fact: '事実',
    open: '未完了',
    step: '計画',
    artifact: '成果物',
    file: 'ファイルと最後の操作',
    command: 'コマンドと結果',
    error: 'エラーと解決',
    outcome: 'ツール出力（引用）',
    state: '現在の状態',
    said: 'エージェントが見つけ、決め、行ったこと',
    earlier: '別のプログラムが以前に書いた要約',
  },
}

/** A section's heading in a language. */
export function headingIn(language: Language, heading: Heading): string {
  return HEADINGS[language][heading]
}

/** Small words by which a language is known; none of them is one in another language of the list. */
const SMALL_WORDS: Readonly<Record<Exclude<Language, 'zh' | 'ja'>, ReadonlySet<string>>> = {
  en: wordsOf('the and of is that for with this are not have it be you please should make'),
  de: wordsOf('der das und ist nicht mit ein eine für auf dem den zu wird auch bitte ich wir soll mach'),
  fr: wordsOf('le les des et est pas une pour dans qui avec sur du je nous cette vous fais'),
  es: wordsOf('el los las y una por con para del como más pero esta debe haz quiero hay'),
}

/** More of a text than this says nothing new about its language, and is often pasted; so are more texts than these. */
const LOOKED_AT = 240
const MOST_TEXTS = 12
const FEWEST_WORDS = 2

/**
 * The language in which people write, mostly of late: by script, then by the small words that they use, each once; English where it is
 * not clear.
 */
export function languageOf(texts: readonly string[]): Language {
  const looked = texts.slice(-MOST_TEXTS).map((text) => text.slice(0, LOOKED_AT))
  const isIn = (script: RegExp): boolean => looked.filter((text) => script.test(text)).length > looked.length / 4
  if (isIn(/[\p{Script=Hiragana}\p{Script=Katakana}]/u)) return 'ja'
  if (isIn(/\p{Script=Han}.?\p{Script=Han}/u)) return 'zh'
  const words = [
    ...new Set(
      looked
        .join('\n')
        .toLowerCase()
        .match(/\p{L}+/gu),
    ),
  ]
  let best: Language = 'en'
  let most = Math.max(FEWEST_WORDS, words.filter((word) => SMALL_WORDS.en.has(word)).length)
  for (const language of ['de', 'fr', 'es'] as const) {
    const count = words.filter((word) => SMALL_WORDS[language].has(word)).length
    if (count > most) [best, most] = [language, count]
  }
  return best
}

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.split(' '))
}
