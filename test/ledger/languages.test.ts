import { type AST, parseRegExpLiteral } from '@eslint-community/regexpp'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { neutral } from '../../src/dialects/neutral/dialect.ts'
import { EMPTY_STATE, ingest } from '../../src/ingest/ingest.ts'
import { floorSummary } from '../../src/ledger/floor-summary.ts'
import { clearLanguageOf, languageOf } from '../../src/ledger/languages/detect.ts'
import { english } from '../../src/ledger/languages/english.ts'
import { hasOwnLetters } from '../../src/ledger/languages/letters.ts'
import { OTHER_LANGUAGES } from '../../src/ledger/languages/other-languages.ts'
import { OUTLINES } from '../../src/ledger/languages/outlines.ts'
import { headingIn, openingIn } from '../../src/ledger/phrases.ts'
import { readLog } from '../../src/ledger/read-log.ts'
import { piecesOf, sentencesOf } from '../../src/ledger/sentences.ts'
import { statementsOf } from '../../src/ledger/statements.ts'
import type { Json } from '../../src/schema/json.ts'
import { rangeOf } from '../../src/schema/range.ts'
import { bpeTokenizer } from '../../src/tokenizers/bpe.ts'

const LANGUAGES = [english, ...OTHER_LANGUAGES.latin, ...OTHER_LANGUAGES.byLetters]

/** What people say in their language: a task, and a message with two rules and a name. */
const PEOPLE = {
  English: ['Fix the login page.', ['No tests.', 'Never touch config.ts.']],
  German: ['Repariere die Anmeldung.', ['Keine Tests.', 'Fass config.ts niemals an.']],
  French: ['Corrige la page de connexion.', ['Ne change jamais config.ts.', 'Lance toujours les tests.']],
  Spanish: ['Arregla la página de acceso.', ['Nunca toques config.ts.', 'Ejecuta siempre las pruebas.']],
  Portuguese: ['Corrija a página de login.', ['Nunca altere config.ts.', 'Não use novas dependências.']],
  Chinese: ['请修复登录页面的错误。', ['不要修改 config.ts。', '必须先运行测试。']],
  Japanese: ['ログインのバグを直してください。', ['必ずテストを実行してください。', 'config.ts は絶対に変更しないでください。']],
  Korean: ['로그인 버그를 고쳐 주세요.', ['config.ts 파일을 절대 수정하지 마세요.', '항상 테스트를 실행하세요.']],
  Russian: ['Исправь страницу входа.', ['Никогда не трогай config.ts.', 'Всегда запускай тесты.']],
  Arabic: ['أصلح صفحة الدخول.', ['لا تعدل ملف config.ts أبدا.', 'يجب تشغيل الاختبارات.']],
} as const

describe('a summary without a model', () => {
  it.each(Object.entries(PEOPLE))('B6 · knows rules in %s, and quotes them word for word', (_, [task, rules]) => {
    const text = summaryOf([
      { role: 'user', content: task },
      { role: 'assistant', content: 'Gut. `parseConfig` 已修改。' },
      { role: 'user', content: rules.join(' ') },
    ])
    // Each rule has a line of its own; were the message no more than a request, both would stand on one.
    for (const rule of rules) expect(text.split('\n')).toContain(`- e2: ${rule}`)
    expect(text).toContain(task)
  })

  it.each([
    ['Korean', 'ko', '외'],
    ['Russian', 'ru', 'ещё'],
    ['Arabic', 'ar', 'أخرى'],
    ['Chinese', 'zh', '另有'],
    ['Japanese', 'ja', 'ほか'],
  ] as const)('B6 · speaks of itself in %s, where people write so', (name, language, more) => {
    const [task, rules] = PEOPLE[name]
    const text = summaryOf([
      { role: 'user', content: task },
      ...Array.from({ length: 60 }, (_, index) => [
        { role: 'assistant', content: `\`part${index}\` 已修改。` },
        { role: 'user', content: `${task} ${index}. ${rules.join(' ')}` },
      ]).flat(),
    ])
    expect(text.split('\n')[0]).toBe(`[Summary v2.1] ${openingIn(language, 'e0–e120')}`)
    expect(text).toContain(`## ${headingIn(language, 'task')}`)
    expect(text).toMatch(new RegExp(`^## .*\\(.*${more}`, 'm'))
    expect(text).not.toMatch(/^##.*more/m)
  })

  it('says what an agent found in a language without spaces', () => {
    const text = summaryOf([
      { role: 'user', content: '为什么空行会丢失？' },
      { role: 'assistant', content: '问题出在 parseConfig 里，因为它忽略了空行。' },
      { role: 'user', content: '好' },
    ])
    expect(text).toContain('问题出在 parseConfig 里，因为它忽略了空行。')
  })

  it('says a message that is one rule once', () => {
    const rule = 'no remove this again, the risk is too big'
    const text = summaryOf([
      { role: 'user', content: 'Add the link.' },
      { role: 'assistant', content: 'The link is added to metadata.json.' },
      { role: 'user', content: rule },
    ])
    expect(text.split(rule)).toHaveLength(2)
  })
})

function summaryOf(messages: readonly { readonly role: string; readonly content: Json }[]): string {
  const { entries } = ingest(EMPTY_STATE, neutral.readMessages(messages))
  return floorSummary({
    log: readLog(entries),
    ...rangeOf(0, entries.length),
    tokens: 600,
    shown: new Set(),
    tokenizer: bpeTokenizer(),
  })
}

/** Whether each branch of a pattern must find a letter of its language somewhere. */
function needsOwnLetter(branches: readonly AST.Alternative[]): boolean {
  return branches.every(({ elements }) => elements.some(isOwnLetter))
}

function isOwnLetter(element: AST.Element | AST.CharacterClassElement): boolean {
  switch (element.type) {
    case 'Character':
      return hasOwnLetters(String.fromCodePoint(element.value))
    case 'CharacterClass':
      return !element.negate && element.elements.every((one) => one.type === 'Character' && isOwnLetter(one))
    case 'Group':
    case 'CapturingGroup':
      return needsOwnLetter(element.alternatives)
    case 'Quantifier':
      return element.min > 0 && isOwnLetter(element.element)
    default:
      return false
  }
}

describe('a language', () => {
  it('is known by words that no other language of the list has', () => {
    const words = OUTLINES.flatMap(({ smallWords }) => smallWords.split(' '))
    expect(words.filter((word, index) => words.indexOf(word) !== index)).toEqual([])
  })

  it('has no cue that matches everything', () => {
    for (const { code, cues } of LANGUAGES)
      for (const [name, cue] of Object.entries(cues)) expect(cue.test(''), `${code} ${name}`).toBe(false)
  })

  it('L7 · that is known by its letters has no cue for a text without them: it need not be searched for one', () => {
    for (const { code, cues } of OTHER_LANGUAGES.byLetters) {
      for (const [name, cue] of Object.entries(cues)) {
        expect(needsOwnLetter(parseRegExpLiteral(cue).pattern.alternatives), `${code} ${name}`).toBe(true)
      }
    }
  })

  it('is clear or it is not said, also one that summaries have no headings in', () => {
    expect(clearLanguageOf(['תיקנתי את הקובץ config.ts ואת הבדיקות'])).toBe('he')
    expect(languageOf(['תיקנתי את הקובץ config.ts ואת הבדיקות'])).toBe('en')
    // Two words of Korean in an English sentence do not make it Korean.
    expect(
      clearLanguageOf(['The label 로그인 of the button in the page header was renamed by the importer script']),
    ).toBeUndefined()
  })
})

describe('sentences', () => {
  it('end where another begins, wherever the writer uses capitals', () => {
    const text = 'It is slow, e.g. in a.ts. Fix it. no tests please. 不要修改。必须运行。'
    expect(sentencesOf(text)).toEqual([
      ...['It is slow, e.g.', 'in a.ts.', 'Fix it.', 'no tests please.', '不要修改。', '必须运行。'],
    ])
    expect(statementsOf(text, { fewestWords: 1, fewestLetters: 3 }).map((statement) => statement.text)).toEqual([
      ...['It is slow, e.g. in a.ts.', 'Fix it. no tests please.', '不要修改。', '必须运行。'],
    ])
  })

  it('are verbatim pieces of their line, and together all of it', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (line) => piecesOf(line).join('') === line))
  })
})

describe('the headings of a summary', () => {
  const PEOPLE_WRITE = [
    ['en', 'Please make the parser fast, and do not touch the tests.'],
    ['de', 'Bitte mach den Parser schneller und ändere die Tests nicht.'],
    ['fr', 'Il faut que le parseur soit plus rapide, et ne touche pas les tests avec cette option.'],
    ['es', 'Haz que el analizador sea más rápido y no toques las pruebas, por favor, con los datos.'],
    ['pt', 'Deixe o analisador mais rápido e não altere os testes; você também precisa manter isso.'],
    ['it', 'Rendi il parser più veloce e non toccare i test della pagina, anche questa.'],
    ['ru', 'Сделай парсер вдвое быстрее, src/parser.ts не меняй.'],
    ['ar', 'اجعل المحلل أسرع ولا تغير src/parser.ts.'],
    ['ko', '파서를 두 배 빠르게 해 주세요.'],
    ['zh', '请让解析器快一倍，不要修改 src/parser.ts 的公共接口。'],
    ['ja', 'パーサーを二倍速くしてください。'],
    ['en', 'src/parser.ts'],
    ['en', 'Do you see the os per user? No, use com.example as is, una vez.'],
  ] as const

  it.each(PEOPLE_WRITE)('follow the language people write: %s', (language, text) => {
    expect(languageOf([text])).toBe(language)
  })

  it('exist in every language, and identifiers stay as they are', () => {
    for (const { code } of LANGUAGES) {
      const [, text = ''] = PEOPLE_WRITE.find(([language]) => language === code) ?? []
      const call = { type: 'tool_call', id: 'w', name: 'write_file', arguments: '{"path":"src/parser.ts","content":"x"}' }
      const summary = summaryOf([
        { role: 'user', content: text },
        { role: 'assistant', content: [call] },
        { role: 'tool', content: [{ type: 'tool_result', tool_call_id: 'w', text: 'ok' }] },
        { role: 'assistant', content: 'src/parser.ts' },
      ])
      expect(summary).toContain(`## ${headingIn(code, 'file')}\n- src/parser.ts: created (e1)`)
    }
  })
})
