import { describe, expect, it } from 'vitest'
import { evidenceIn } from '../../../src/budget/refusals/evidence.ts'
import { marksOf } from '../../../src/budget/refusals/marks.ts'
import { readRefusal } from '../../../src/budget/refusals/read-refusal.ts'
import { weighed } from '../../../src/budget/refusals/weigh.ts'

const weightOf = (text: string): number => weighed(evidenceIn(new Error(text))).weight

describe('the weight of words', () => {
  it.each([
    ['The dialogue will not squeeze into the head of the bot', ['@input', '@not+fit', '@fit+window']],
    ['Das Gespräch passt nicht in den Speicher', ['@input+fit', '@fit+not', '@not+window']],
    ['会話が長すぎてモデルが読めません', ['@input+big', '@big+too', '@model+fit']],
    ['12 МБ, 60 שניות', ['megabyt', 'second']],
  ])('E1 · comes from the parts that words play, in whatever language: %s', (text, marks) => {
    const found = marksOf(text)
    expect(marks.filter((mark) => !found.has(mark))).toEqual([])
  })

  it('E1 · the name of a model has no size, and sizes are marked by how they relate', () => {
    expect(marksOf('gpt-4-32k-0613 is gone').has('#big')).toBe(false)
    expect([...marksOf('9,120 of 8,192')].filter((mark) => mark.startsWith('%'))).toEqual(['%two', '%falling', '%near'])
    expect([...marksOf('nothing')].filter((mark) => mark.startsWith('%'))).toEqual(['%none'])
  })

  it.each([
    'The chat backlog no longer squeezes into the bot, so prune it.',
    'The accumulated dialogue outstrips what the engine can retain.',
    'Das Gespräch sprengt, was das Modell im Kopf behalten kann.',
    'Модель не в состоянии удержать столько текста, переписку придётся сократить.',
  ])('E1 · finds what is said in words that stand in no sentence we know: %s', (text) => {
    expect(readRefusal(new Error(text)).kind).toBe('overflow')
  })

  it.each([
    ['Hebrew: a time', 'הבקשה חרגה ממגבלת הזמן (60 שניות). נסו שוב מאוחר יותר.'],
    ['Russian: bytes', 'Тело запроса слишком велико: 12 МБ, разрешено не более 10 МБ.'],
    ['a model that is not there', 'The model `gpt-4-32k` does not exist or you do not have access to it.'],
    ['an answer', 'Requested completion of 65,536 tokens is more than this model may write (16,384).'],
  ])('E1 · speaks against what only looks alike: %s', (_, text) => {
    expect(weightOf(text)).toBeLessThan(0)
    expect(readRefusal(new Error(text)).kind).not.toBe('overflow')
  })

  it('E1 · is that of the words, not of what an SDK says of any refusal, and needs a status that can mean it', () => {
    const words = 'The accumulated dialogue outstrips what the engine can retain.'
    const failed = Object.assign(new Error('Failed after 3 attempts.'), { name: 'AI_RetryError', lastError: new Error(words) })
    expect(weighed(evidenceIn(failed)).weight).toBe(weightOf(words))
    expect(readRefusal({ status: 400, error: { message: words } }).kind).toBe('overflow')
    expect(readRefusal({ status: 503, error: { message: words } }).kind).toBe('other')
  })
})
