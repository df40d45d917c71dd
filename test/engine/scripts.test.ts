import { describe, expect, it } from 'vitest'
import { familyOf } from '../../src/budget/calibrate.ts'
import { createCompactor, type JsonObject } from '../../src/index.ts'
import { memoryStore } from '../../src/stores/memory.ts'
import { bpeTokenizer } from '../../src/tokenizers/bpe.ts'
import { cl100kTokenizer } from '../../src/tokenizers/cl100k.ts'

const TALK: Readonly<Record<string, string>> = {
  Hindi:
    'कृपया फ़ाइल खोलिए और बताइए कि परीक्षण क्यों विफल हो रहा है। मुझे लगता है कि कल की तैनाती के बाद से समस्या शुरू हुई है, इसलिए पुराने संस्करण से तुलना करें।',
  Bengali: 'অনুগ্রহ করে ফাইলটি খুলুন এবং বলুন কেন পরীক্ষাটি ব্যর্থ হচ্ছে। আমার মনে হয় গতকালের পরিবর্তনের পর থেকে সমস্যা শুরু হয়েছে।',
  Arabic:
    'من فضلك افتح الملف وأخبرني لماذا يفشل الاختبار. أعتقد أن المشكلة بدأت بعد النشر الذي تم أمس، لذلك قارن مع الإصدار القديم.',
  Hebrew: 'אנא פתח את הקובץ ואמור לי מדוע הבדיקה נכשלת. אני חושב שהבעיה התחילה אחרי הפריסה של אתמול, ולכן השווה לגרסה הישנה.',
  Korean: '파일을 열고 테스트가 왜 실패하는지 알려 주세요. 어제 배포한 뒤부터 문제가 시작된 것 같으니 이전 버전과 비교해 주세요.',
  Russian:
    'Пожалуйста, откройте файл и скажите, почему тест не проходит. Мне кажется, проблема началась после вчерашнего развёртывания, поэтому сравните со старой версией.',
  Greek:
    'Παρακαλώ άνοιξε το αρχείο και πες μου γιατί αποτυγχάνει η δοκιμή. Νομίζω ότι το πρόβλημα ξεκίνησε μετά τη χθεσινή εγκατάσταση.',
  Chinese: '请打开文件，告诉我测试为什么失败。我觉得问题是从昨天部署之后开始的，所以请和旧版本比较一下。',
  Japanese:
    'ファイルを開いて、テストがなぜ失敗するのか教えてください。昨日のデプロイの後から問題が始まったと思うので、古いバージョンと比べてください。',
  Thai: 'กรุณาเปิดไฟล์และบอกฉันว่าทำไมการทดสอบจึงล้มเหลว ฉันคิดว่าปัญหาเริ่มหลังจากการติดตั้งเมื่อวานนี้',
  Georgian: 'გთხოვთ გახსნათ ფაილი და მითხრათ, რატომ ვერ სრულდება ტესტი. ვფიქრობ, პრობლემა გუშინდელი განახლების შემდეგ დაიწყო.',
  Vietnamese:
    'Vui lòng mở tệp và cho tôi biết tại sao bài kiểm tra thất bại. Tôi nghĩ vấn đề bắt đầu sau lần triển khai hôm qua.',
}

function turns(text: string, count: number): readonly JsonObject[] {
  return Array.from({ length: count }, (_, n) => [
    { role: 'user', content: `${n}. ${text}` },
    { role: 'assistant', content: `${text} ${n}.` },
  ]).flat()
}

const textOf = (request: unknown): string => JSON.stringify(request).replaceAll(/"(?:role|content|user|assistant|system)"/g, '')

describe('case 102 · other scripts on an older tokenizer', () => {
  it.each(Object.entries(TALK))(
    'L3 · %s fits a window that counts with cl100k, before anything was reported',
    async (_, text) => {
      const thread = await createCompactor().thread('t')
      await thread.append(turns(text, 60), { dialect: 'openai-chat' })
      const { request, receipt, limits } = await thread.prepare({ model: 'gpt-4', window: 6_000, reserve: 500 })
      expect(receipt).not.toBeNull()
      expect(cl100kTokenizer().count(textOf(request))).toBeLessThan(5_500)
      expect(limits.notes).toEqual([expect.stringContaining('Until gpt-4 reports its counts')])
      expect(receipt?.assumed).toEqual(limits.notes)
    },
  )

  it('A5 · English keeps its tenth, and so does every script on a vocabulary that was made for it', async () => {
    const scaleOf = async (text: string, model: string) => {
      const thread = await createCompactor().thread('t')
      await thread.append(turns(text, 5), { dialect: 'openai-chat' })
      return (await thread.prepare({ model, window: 50_000 })).budget.scale
    }
    const english = 'Please open the file and tell me why the test fails. It began after the deployment of yesterday.'
    expect(await scaleOf(english, 'gpt-4')).toEqual({ factor: 1, margin: 0.1 })
    expect(await scaleOf(TALK['Hindi'] ?? '', 'gemini-2.5-pro')).toEqual({ factor: 1, margin: 0.1 })
    expect(await scaleOf(TALK['Hindi'] ?? '', 'gpt-5')).toEqual({ factor: 1, margin: 0 })
    expect(await scaleOf(TALK['Chinese'] ?? '', 'deepseek-chat')).toEqual({ factor: 1, margin: 0.15 })
    expect((await scaleOf(TALK['Hindi'] ?? '', 'claude-opus-4-5')).margin).toBeGreaterThan(1.9)
  })

  it('A5 · reports take the place of what was assumed', async () => {
    const thread = await createCompactor().thread('t')
    await thread.append(turns(TALK['Hindi'] ?? '', 10), { dialect: 'openai-chat' })
    const margins: number[] = []
    for (let step = 0; step < 6; step += 1) {
      const { tokens, budget } = await thread.prepare({ model: 'claude-opus-4-5', window: 50_000 })
      margins.push(budget.scale.factor * (1 + budget.scale.margin))
      await thread.append([{ role: 'assistant', content: 'ok' }])
      await thread.settle({ usage: { prompt_tokens: tokens * 3, completion_tokens: 1 } })
      await thread.append([{ role: 'user', content: 'go on' }])
    }
    expect(margins.at(-1)).toBeCloseTo(3.06, 1)
    expect(Math.max(...margins)).toBeLessThan(4)
  })

  it('L9 · a second request right after a compaction changes nothing, and a process that opens the thread agrees', async () => {
    const store = memoryStore()
    const options = { model: 'gpt-4', window: 6_000, reserve: 500 }
    const thread = await createCompactor({ store }).thread('t')
    await thread.append([...turns(TALK['Hindi'] ?? '', 40), ...turns('All of it in English now.', 40)], {
      dialect: 'openai-chat',
    })
    const first = await thread.prepare(options)
    const again = await thread.prepare(options)
    const other = await (await createCompactor({ store }).thread('t')).prepare(options)
    expect(again.request).toEqual(first.request)
    expect(other.request).toEqual(first.request)
    expect(other.budget).toEqual(again.budget)
  })

  it('A5 · gpt-4-32k and gpt-4-1106 count with cl100k, gpt-4.1 and gpt-4.5 do not', () => {
    const names = ['gpt-4-32k', 'gpt-4-32k-0613', 'gpt-4-1106-preview', 'gpt-4-0125-preview', 'gpt-4', 'gpt-3.5-turbo']
    expect(new Set(names.map(familyOf))).toEqual(new Set(['cl100k']))
    expect(new Set(['gpt-4.1', 'gpt-4.1-mini', 'gpt-4.5-preview', 'gpt-4o', 'gpt-5'].map(familyOf))).toEqual(new Set(['o200k']))
    expect(bpeTokenizer().name).toBe('o200k_base')
  })
})

describe('what a model takes, if its name says little', () => {
  const windowOf = async (model: string, baseUrl?: string) => {
    const thread = await createCompactor().thread('t')
    await thread.append([{ role: 'user', content: 'x' }], { dialect: 'openai-chat' })
    const { limits } = await thread.prepare({ model, baseUrl })
    return [limits.window, limits.notes.length]
  }

  it.each(['llama3.1:8b', 'qwen2.5-coder:7b-instruct-q4_K_M', 'deepseek-r1:14b', 'gpt-oss:20b', 'my-model-Q4_K_M.gguf'])(
    'B12 · %s runs on one’s own machine, which serves 4,096 unless told otherwise',
    async (model) => {
      expect(await windowOf(model)).toEqual([4_096, 1])
    },
  )

  it('B12 · an unknown model at a local address, too; a known one behind a local gateway not', async () => {
    expect(await windowOf('my-own', 'http://localhost:1234/v1')).toEqual([4_096, 1])
    expect(await windowOf('my-own', 'http://192.168.0.7:8080')).toEqual([4_096, 1])
    expect(await windowOf('my-own')).toEqual([128_000, 1])
    expect(await windowOf('gpt-4o', 'http://localhost:4000')).toEqual([128_000, 0])
    expect(await windowOf('anthropic.claude-3-5-sonnet-20240620-v1:0')).toEqual([200_000, 0])
  })

  it('B12 · gemini-3-pro is known when its preview is', async () => {
    expect(await windowOf('gemini-3-pro')).toEqual([1_048_576, 0])
    expect(await windowOf('gpt-4-32k')).toEqual([32_768, 0])
  })
})
