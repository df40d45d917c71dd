import { APICallError } from '@ai-sdk/provider'
import { describe, expect, it } from 'vitest'
import { readRefusal } from '../../../src/budget/refusals/read-refusal.ts'
import { LOOK_ALIKES, OVERFLOWS, shapesOf } from './corpus.ts'

const SHAPES = Object.keys(shapesOf(''))

describe('what a provider said', () => {
  it.each(SHAPES)('E1 · is an overflow in the words of 24 providers and 20 languages, as %s', (shape) => {
    const missed = OVERFLOWS.filter((text) => readRefusal(shapesOf(text)[shape]).kind !== 'overflow')
    expect(OVERFLOWS.length).toBeGreaterThanOrEqual(200)
    expect(missed.length / OVERFLOWS.length, missed.join('\n')).toBeLessThanOrEqual(0.02)
  })

  it.each(SHAPES)('E1 · is no overflow if it only looks like one, as %s', (shape) => {
    expect(LOOK_ALIKES.length).toBeGreaterThanOrEqual(100)
    const taken = LOOK_ALIKES.filter(({ text, status, code }) =>
      ['overflow', 'payload'].includes(readRefusal(shapesOf(text, status, code)[shape]).kind),
    )
    expect(taken.map(({ text }) => text)).toEqual([])
  })

  it('E1 · tells rate limits, quotas, filters, media and limits of the answer apart', () => {
    const wrong = LOOK_ALIKES.filter(
      ({ kind, text, status, code }) => readRefusal(shapesOf(text, status, code)['object']).kind !== kind,
    )
    expect(wrong.map(({ kind, text }) => `${kind}: ${text}`)).toEqual([])
  })

  it.each([
    ['prompt is too long: 213462 tokens > 200000 maximum', { limit: 200_000, actual: 213_462 }],
    [
      'input length and `max_tokens` exceed context limit: 170636 + 34048 > 200000',
      { limit: 200_000, actual: 170_636, answer: 34_048 },
    ],
    [
      "This model's maximum context length is 8192 tokens. However, you requested 8213 tokens (6683 in the messages, 730 in the functions, and 800 in the completion).",
      { limit: 8192, actual: 7413, answer: 800 },
    ],
    [
      'The input token count (1196265) exceeds the maximum number of tokens allowed (1048575).',
      { limit: 1_048_575, actual: 1_196_265 },
    ],
    [
      "This endpoint's maximum context length is 163840 tokens. However, you requested about 243013 tokens (238917 of text input, 4096 in the output).",
      { limit: 163_840, actual: 238_917, answer: 4_096 },
    ],
    [
      'input length and `max_tokens` exceed context limit: 61 + 64000 > 16000, decrease input length or `max_tokens` and try again',
      { limit: 16_000, actual: 61, answer: 64_000 },
    ],
    [
      "'max_tokens' is too large: 16384. This model's maximum context length is 8192 tokens and your request has 61 input tokens (16384 > 8192 - 61).",
      { limit: 8_192, actual: 61, answer: 16_384 },
    ],
    ['maximum prompt length is 131072 but the request contains 141893 tokens', { limit: 131_072, actual: 141_893 }],
    ['Your request exceeded model token limit: 262144 (requested: 271003)', { limit: 262_144, actual: 271_003 }],
    ['Range of input length should be [1, 204800]', { limit: 204_800 }],
    ['prompt too long; exceeded max context length by 3122 tokens', { excess: 3122 }],
    [
      'Prompt contains 35021 tokens and 0 draft tokens, too large for model with 32768 maximum context length',
      { limit: 32_768, actual: 35_021 },
    ],
    [
      'Die Eingabe überschreitet die maximale Kontextlänge des Modells (131.072 Tokens, erhalten: 140.233).',
      { limit: 131_072, actual: 140_233 },
    ],
    [
      "L'entrée dépasse la longueur maximale du contexte du modèle (131 072 jetons, reçu 140 233).",
      { limit: 131_072, actual: 140_233 },
    ],
    ['上下文长度超出限制：最大 131072，当前 140233', { limit: 131_072, actual: 140_233 }],
    ['Exceeded context: 129k of 128k tokens', { limit: 128_000, actual: 129_000 }],
    ['Input is too long for requested model.', {}],
    ['messages.12: prompt is too long for claude-sonnet-4-20250514', {}],
  ])('F11 · has numbers: %s', (text, numbers) => {
    const { kind: _, by: __, ...found } = readRefusal(new Error(text))
    expect(found).toEqual(numbers)
  })

  it('F11 · has numbers with names of their own', () => {
    const error = { code: 400, message: 'the request exceeds the available context size', type: 'exceed_context_size_error' }
    expect(readRefusal({ error: { ...error, n_prompt_tokens: 14_429, n_ctx: 8192 } })).toMatchObject({
      limit: 8192,
      actual: 14_429,
    })
  })
})

describe('where it is said', () => {
  const said = {
    type: 'error',
    error: { type: 'invalid_request_error', message: 'prompt is too long: 213462 tokens > 200000 maximum' },
  }
  const sdk = new APICallError({
    message: 'x',
    url: 'u',
    requestBodyValues: {},
    statusCode: 400,
    responseBody: JSON.stringify(said),
  })
  const cycle: { cause?: unknown; error: unknown } = { error: said }
  cycle.cause = cycle
  it.each<readonly [string, unknown]>([
    ['a cause of a cause', new Error('a', { cause: new Error('b', { cause: sdk }) })],
    [
      'the last of an SDK’s tries',
      Object.assign(new Error('Failed after 3 attempts'), { name: 'AI_RetryError', errors: [sdk], lastError: sdk }),
    ],
    ['one of several errors at once', new AggregateError([new Error('ECONNRESET'), sdk], 'All promises were rejected')],
    ['a part of a stream', { type: 'error', error: sdk }],
    ['an event of a stream', `event: error\ndata: ${JSON.stringify(said)}\n\n`],
    [
      'a failed response',
      {
        type: 'response.failed',
        response: { status: 'failed', error: { code: 'context_length_exceeded', message: 'x' }, usage: null },
      },
    ],
    ['a message that holds JSON', new Error(`400 ${JSON.stringify(said)}`)],
    ['JSON in JSON', { error: { message: 'Provider returned error', code: 400, metadata: { raw: JSON.stringify(said) } } }],
    [
      'a choice of an answer',
      { choices: [{ error: { code: 400, message: 'prompt is too long: 9000 tokens > 8000 maximum' }, finish_reason: 'error' }] },
    ],
    ['the body of an HTTP client', { response: { status: 400, data: said } }],
    ['an object that contains itself', cycle],
  ])('E1 · it is found in %s', (_, thrown) => {
    expect(readRefusal(thrown).kind).toBe('overflow')
  })

  it.each<readonly [string, unknown]>([
    ['nothing', undefined],
    ['a number', 400],
    [
      'an answer that speaks of it',
      {
        choices: [{ message: { content: 'prompt is too long: 9 tokens > 8 maximum' }, finish_reason: 'stop' }],
        usage: { prompt_tokens: 5, completion_tokens: 9 },
      },
    ],
    ['what was sent', { message: 'fetch failed', request: { messages: ['prompt is too long: 9000 tokens > 8000 maximum'] } }],
    [
      'getters that throw',
      {
        get message() {
          throw new Error('no')
        },
        get error() {
          throw new Error('no')
        },
      },
    ],
  ])('E1 · it is not found in %s', (_, thrown) => {
    expect(readRefusal(thrown, { tokens: 10, reserve: 0, window: 8000 }).kind).toBe('other')
  })
})

describe('whatever is too much', () => {
  it.each([
    ['Failed to generate a response: too many tokens', 'overflow'],
    ['Could not write the file summary, because the prompt is too long', 'overflow'],
    ['The file exceeds the context window of the model', 'overflow'],
    ['Worker exceeded memory limit while reading prompt', 'other'],
    ['Upstream took longer than 60 s to read the prompt', 'other'],
    ['The description of the tool is longer than the input allows', 'other'],
    ['The answer to your prompt exceeds 8192 tokens', 'other'],
    ['The request has 141 tools, more than the 128 allowed', 'other'],
    ['The repo map is larger than 1024 tokens', 'other'],
    ['Combined input and output token limit exceeded', 'overflow'],
    ['max_seq_len is less than the number of prompt tokens', 'overflow'],
  ])('E1 · must be what goes into the model: %s', (words, kind) => {
    expect(readRefusal(new Error(words)).kind).toBe(kind)
  })
})

describe('small numbers', () => {
  it.each([
    ['Failed after 3 attempts (2 retries): this prompt will not fit.', 'overflow'],
    ['The conversation is too long for us, attempt 1 of 3', 'overflow'],
    ['Speculative decoding: draft of 64 tokens exceeds maximum 16', 'other'],
    ['prompt_logprobs=40 is more than max_logprobs=20', 'other'],
  ])('E1 · that are compared are no sizes of a request; others say nothing: %s', (words, kind) => {
    expect(readRefusal(new Error(words)).kind).toBe(kind)
  })
})

describe('a status that says something else', () => {
  it('E1 · is not believed where the words name the window', () => {
    const read = (message: string, status: number) => readRefusal({ status, error: { message } })
    expect(read('Your model supports only 256K context.', 401)).toMatchObject({ kind: 'overflow', limit: 256_000 })
    expect(read('Requested token count exceeds the maximum context length of 131072 tokens.', 503).kind).toBe('overflow')
    expect(read('Incorrect API key provided: the prompt was too long to check.', 401).kind).toBe('other')
    expect(read('The maximum context length is 131072 tokens per minute.', 429).kind).toBe('rate-limit')
  })
})

describe('what nobody said in words', () => {
  const refused = { tokens: 9000, reserve: 1000, window: 8192 }
  it('E1 · a wording that nobody has seen is caught by two numbers, the larger near what was sent', () => {
    expect(readRefusal({ status: 400, error: { message: 'zork 9120, blorb 8192' } }, refused)).toMatchObject({
      kind: 'overflow',
      limit: 8192,
      actual: 9120,
    })
    expect(readRefusal({ status: 400, error: { message: 'zork 912000, blorb 8192' } }, refused).kind).toBe('other')
    expect(readRefusal({ status: 500, error: { message: 'zork 9120, blorb 8192' } }, refused).kind).toBe('other')
  })

  it('E1 · a usage above the window, and an answer that found no room, are overflows', () => {
    const result = (usage: object, finishReason: unknown) => readRefusal({ usage, finishReason }, refused)
    expect(result({ inputTokens: 9100, outputTokens: 20, totalTokens: 9120 }, 'stop')).toMatchObject({
      kind: 'overflow',
      actual: 9100,
      limit: 8192,
    })
    expect(result({ inputTokens: 8190, outputTokens: 0, totalTokens: 8190 }, 'length').kind).toBe('overflow')
    expect(result({ inputTokens: 8190, outputTokens: 2, totalTokens: 8192 }, 'length').kind).toBe('other')
    expect(result({ inputTokens: 4000, outputTokens: 0, totalTokens: 4000 }, 'length').kind).toBe('other')
    expect(
      result({ inputTokens: 400, outputTokens: 3, totalTokens: 403 }, { unified: 'other', raw: 'model_context_window_exceeded' })
        .kind,
    ).toBe('overflow')
    expect(readRefusal({ stop_reason: 'model_context_window_exceeded', usage: {} }).kind).toBe('overflow')
  })

  it('E1 · an answer without room is known as the Responses API and as Ollama tell it', () => {
    const incomplete = (input: number) => ({
      ...{ object: 'response', status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' }, output: [] },
      usage: { input_tokens: input, output_tokens: 0, total_tokens: input },
    })
    expect(readRefusal(incomplete(8190), refused)).toMatchObject({ kind: 'overflow', limit: 8190 })
    expect(readRefusal({ type: 'response.incomplete', response: incomplete(8190) }, refused).kind).toBe('overflow')
    expect(readRefusal(incomplete(4000), refused).kind).toBe('other')
    const local = (prompt_eval_count: number, done_reason: string) => ({
      ...{ model: 'm', message: { role: 'assistant', content: '' }, done: true },
      ...{ done_reason, prompt_eval_count, eval_count: 0 },
    })
    expect(readRefusal(local(8190, 'length'), refused)).toMatchObject({ kind: 'overflow', limit: 8190 })
    expect([local(8190, 'stop'), local(4000, 'length')].map((said) => readRefusal(said, refused).kind)).toEqual([
      'other',
      'other',
    ])
  })

  it('E1 · a refusal without a word is one if the request was large', () => {
    expect(readRefusal(Object.assign(new Error('413 status code (no body)'), { status: 413 }), refused).kind).toBe('overflow')
    expect(readRefusal(Object.assign(new Error('400 status code (no body)'), { status: 400 }), refused).kind).toBe('overflow')
    expect(
      readRefusal(Object.assign(new Error('400 status code (no body)'), { status: 400 }), { ...refused, tokens: 90 }).kind,
    ).toBe('other')
  })

  it.each([
    'Request exceeds the maximum size',
    'Request payload size exceeds the limit: 20971520 bytes.',
    'Payload Too Large',
    'request entity too large',
  ])('E1 · a limit on bytes is told apart: %s', (message) =>
    expect(readRefusal({ status: 413, error: { type: 'request_too_large', message } }).kind).toBe('payload'),
  )

  it.each([
    ['400 maximum context length is 2500 tokens, you requested 3100', { limit: 2_500, actual: 3_100 }],
    ['Error code: 413 - maximum context length is 2500 tokens', { limit: 2_500 }],
    ['400 tokens is the maximum; the prompt has 512 tokens', { limit: 400, actual: 512 }],
  ])('F11 · the status before the words is no limit: %s', (message, numbers) => {
    expect(readRefusal(Object.assign(new Error(message), { status: 400 }))).toMatchObject({ kind: 'overflow', ...numbers })
  })

  it.each([
    'Z.AI API error (400 Bad Request): {"error":{"code":"1261","message":"Prompt exceeds max length"}}',
    '<html><head><title>400</title></head><body><h1>Bad Request</h1><p>The prompt is longer than the model context.</p></body></html>',
    'proxy failed. upstream_status: HTTP 400; cause: Prompt exceeds max length',
    'Prompt is too long for this model. Request id: 021775, user 4711',
  ])('F11 · no status and no name of a request is taken for a limit: %s', (text) => {
    expect(readRefusal(new Error(text), refused)).toEqual({ kind: 'overflow', by: expect.any(String) })
  })

  it('F11 · an answer that would have less than no room is an overflow, and its parameter no limit of the answer', () => {
    const said = 'max_tokens must be at least 1, got -736. (parameter=max_tokens, value=-736)'
    expect(readRefusal({ status: 400, error: { message: said, param: 'max_tokens' } }).kind).toBe('overflow')
    expect(readRefusal({ status: 400, error: { message: 'max_tokens must be at least 16 for this model.' } }).kind).toBe('other')
  })

  it('E1 · fields that nobody knows are believed only where no other says anything', () => {
    const words = 'Der Gesprächsverlauf passt nicht mehr in das Kontextfenster.'
    expect(readRefusal({ fehler: words }).kind).toBe('overflow')
    expect(readRefusal({ message: 'Bad Request', fehler: words }).kind).toBe('overflow')
    expect(readRefusal({ message: 'tool_use ids were found without results', notes: words }).kind).toBe('other')
    expect(readRefusal({ message: 'tool_use ids were found without results', about: { message: words } }).kind).toBe('other')
    expect(readRefusal({ message: 'Bad Request', about: { message: words } }).kind).toBe('overflow')
    expect(readRefusal({ history: [{ role: 'user', text: words, remark: words }], messages: [words] }).kind).toBe('other')
  })

  it('E1 · an answer that says of itself that it failed is read as an error', () => {
    const answer = { result: 'Prompt is too long', usage: { input_tokens: 0, output_tokens: 0 } }
    expect(readRefusal(answer).kind).toBe('other')
    expect(readRefusal({ ...answer, is_error: true }).kind).toBe('overflow')
    expect(
      readRefusal({ choices: null, base_resp: { status_code: 2013, status_msg: 'context window exceeds limit' } }).kind,
    ).toBe('overflow')
  })

  it.each([
    ['context_length must be an integer', 'other'],
    ['1M context window requires tier 4.', 'other'],
    ['Model does not support extended context length', 'other'],
    ['Could not determine the context window of model foo', 'other'],
    ['conversation id is too long', 'other'],
    ['Prompt name exceeds 64 characters', 'other'],
    ['the chat has 120 participants, more than the 100 allowed', 'other'],
    ['context deadline exceeded', 'other'],
    ['File content (45923 tokens) exceeds maximum allowed tokens (25000). Please use offset and limit parameters.', 'other'],
    ['You have reached the context limit.', 'overflow'],
    ['This conversation has hit its length limit', 'overflow'],
    ['context size insufficient', 'overflow'],
    ['每个请求最多 9200 个 token，您发送了 12650', 'overflow'],
    ['每天最多 9200 个 token，您已使用 12650', 'rate-limit'],
    ['This thread has grown too large for the model', 'overflow'],
    ['Please use a model with a larger context window.', 'overflow'],
  ])('E1 · what belongs to a conversation, and settings of the window, are not its size: %s', (message, kind) => {
    expect(readRefusal({ status: 400, error: { message } }, refused).kind).toBe(kind)
  })

  it('F11 · numbers that have names of their own are evidence, whatever the words are', () => {
    expect(readRefusal({ level: 'error', msg: 'generation refused', prompt_tokens: 9120, context_length: 8192 })).toMatchObject({
      kind: 'overflow',
      limit: 8192,
      actual: 9120,
    })
    expect(readRefusal({ msg: 'generation refused', prompt_tokens: 912, context_length: 8192 }).kind).toBe('other')
  })
})

describe('other scripts', () => {
  it.each([
    ['Vuot qua cua so ngu canh cua mo hinh', {}],
    ['خطای ۴۰۰: متن ۱۴۰٬۲۳۳ توکن دارد، بیش از ۱۲۸٬۰۰۰ توکن', { limit: 128_000, actual: 140_233 }],
    ['Ошибка 400: контекст содержит более 128 000 токенов', {}],
    ['O histórico ultrapassa a janela de 128 mil tokens.', { limit: 128_000 }],
  ])('E1 · F11 · are read without accents, in their digits, and without a status: %s', (said, numbers) => {
    const { limit, actual, kind } = readRefusal(new Error(said))
    expect(kind).toBe('overflow')
    expect(limit).not.toBe(400)
    expect({ limit, actual }).toMatchObject(numbers)
  })
})
