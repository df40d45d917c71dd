import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { stemOf } from '../../src/recall/stem.ts'

describe('forms of one word have one stem', () => {
  it.each([
    ['English', ['failing', 'failed', 'fails', 'fail']],
    ['English', ['configure', 'configured', 'configuration', 'configurations']],
    ['English', ['stopped', 'stopping', 'stops', 'stop']],
    ['English, spelled in two ways', ['initialise', 'initialize', 'initialisation', 'initialization']],
    ['German', ['prüfung', 'prüfungen', 'prüfen']],
    ['French', ['modifié', 'modifiée', 'modifiés']],
    ['Spanish', ['cerrado', 'cerrada', 'cerrados', 'cerrando']],
    ['Italian', ['operazione', 'operazioni']],
    ['Portuguese', ['alterado', 'alterada', 'alterando']],
    ['Russian', ['ошибка', 'ошибки', 'ошибку', 'ошибками']],
    ['Arabic', ['الملف', 'ملفات', 'والملف']],
    ['Korean', ['파일을', '파일은', '파일에서']],
  ])('in %s: %j', (_, forms) => {
    expect(new Set(forms.map(stemOf)).size).toBe(1)
  })

  it.each(['status', 'class', 'this', 'id', 'db', 'e57', '数据'])('and %s stays what it is', (word) => {
    expect(stemOf(word)).toBe(word)
  })

  it('and no word loses everything, or what it begins with', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z]{1,20}$/), (word) => word.startsWith(stemOf(word).slice(0, 3)) && stemOf(word) !== ''),
    )
  })
})
