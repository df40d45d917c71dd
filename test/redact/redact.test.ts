import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sha256Hex } from '../../src/index.ts'
import { redactJson, redactor } from '../../src/redact/redact.ts'
import type { Json } from '../../src/schema/json.ts'

const acme = redactor(sha256Hex, 'a key', 'acme')

/** Random-looking text of a length, the same in every run. Keys are put together here, so that no scanner takes this file for a leak. */
function drawn(length: number, alphabet = 'aB3dE5fG7hJ9kL2mN4pQ6rS8tU0vW1xYz'): string {
  return Array.from({ length }, (_, index) => alphabet[(index * 7 + (index >> 2)) % alphabet.length]).join('')
}
const hex = (length: number): string => drawn(length, '0a1b2c3d4e5f6789')
const key = (start: string, rest: string): string => `${start}${rest}`
const base64Lines = Array.from({ length: 5 }, () => drawn(64)).join('\n')
const pem = (label: string, body = base64Lines): string =>
  `-----BEGIN ${label}PRIVATE KEY-----\n${body}\n-----END ${label}PRIVATE KEY-----`
const webToken = `${key('ey', `J${drawn(20)}`)}.${key('ey', `J${drawn(60)}`)}.${drawn(43)}`

const SECRETS: Readonly<Record<string, string>> = {
  'an OpenAI project key': key('sk-proj-', drawn(80)),
  'an OpenAI key': key('sk-', drawn(48)),
  'an Anthropic key': key('sk-ant-', `api03-${drawn(90)}-AA`),
  'an OpenRouter key': key('sk-or-v1-', hex(64)),
  'a Groq key': key('gsk_', drawn(52)),
  'an xAI key': key('xai-', drawn(80)),
  'a Google key': key('AIza', drawn(35)),
  'a Google token': key('ya29.', drawn(60)),
  'a Hugging Face key': key('hf_', drawn(34)),
  'a Perplexity key': key('pplx-', drawn(48)),
  'a Replicate key': key('r8_', drawn(37)),
  'a LangSmith key': key('lsv2_', `pt_${hex(32)}_${hex(10)}`),
  'a GitHub token': key('ghp_', drawn(36)),
  'a fine-grained GitHub token': key('github_pat_', drawn(82)),
  'a GitLab token': key('glpat-', drawn(20)),
  'an AWS key id': key('AKIA', 'Q7Z3M2K9P4X8W1TB'),
  'a Slack token': key('xoxb-', '123456789012-123456789012-AbCdEf123456'),
  'a Stripe key': key('sk_live_', drawn(24)),
  'an npm token': key('npm_', drawn(36)),
  'a PyPI token': key('pypi-', drawn(120)),
  'a SendGrid key': key('SG.', `${drawn(22)}.${drawn(43)}`),
  'a DigitalOcean token': key('dop_v1_', hex(64)),
  'a Databricks token': key('dapi', hex(32)),
  'a Telegram token': key('123456789:', `AA${drawn(33)}`),
  'a Vault token': key('hvs.', drawn(90)),
  'a web token': webToken,
  'a private key': pem(''),
  'an RSA key': pem('RSA '),
  'an encrypted key': pem('ENCRYPTED '),
  'a key with headers': pem('RSA ', `Proc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,${hex(32)}\n\n${base64Lines}`),
}

describe('redaction', () => {
  it.each(Object.entries(SECRETS))('F16, case 65 · finds %s, wherever it stands', (_, secret) => {
    for (const around of [
      (it: string) => it,
      (it: string) => `export OPENAI_API_KEY=${it}\n`,
      (it: string) => `the key is "${it}", use it`,
      (it: string) => `curl -H "Authorization: Bearer ${it}" https://example.org`,
      (it: string) => JSON.stringify({ result: JSON.stringify({ key: it }) }),
    ]) {
      const redacted = acme.text(around(secret))
      expect(redacted).toMatch(/\[redacted:[\w-]+:[0-9a-f]{10}\]/)
      const longest = secret.split(/\n/).sort((a, b) => b.length - a.length)[0] ?? ''
      expect(redacted).not.toContain(longest.slice(8))
    }
  })

  it.each([
    ['postgres://app:hunter2secret@db.example.org:5432/main', 'hunter2secret', 'postgres://app:'],
    ['redis://:p4ssw0rd@cache:6379', 'p4ssw0rd', 'redis://:'],
    ['https://bot:t0k3n@git.example.org/a.git', 't0k3n', 'https://bot:'],
    ['Server=db;Database=main;User Id=sa;Password=s3cret!;Encrypt=true', 's3cret!', 'Password='],
    [`DefaultEndpointsProtocol=https;AccountName=a;AccountKey=${drawn(86)}==;`, drawn(86), 'AccountKey='],
    [`aws_secret_access_key = ${drawn(40)}`, drawn(40), 'aws_secret_access_key = '],
    [`{"client_secret": "${drawn(32)}"}`, drawn(32), '"client_secret": "'],
    [`{\\"apiKey\\":\\"${hex(32)}\\"}`, hex(32), 'apiKey'],
    ['password: "Tr0ub4dor&3"', 'Tr0ub4dor&3', 'password: "'],
    ['db_password_x: "Tr0ub4dor&3"', 'Tr0ub4dor&3', 'db_password_x: "'],
    ['keep password: hunter2secret', 'hunter2secret', 'keep password: '],
    ['The password is "Tr0ub4dor&3".', 'Tr0ub4dor&3', 'The password is "'],
    ["Das passwort_db ist 'Tr0ub4dor&3'.", 'Tr0ub4dor&3', 'passwort_db ist'],
    ['{"file":"a\\npasswort: hunter2secret"}', 'hunter2secret', 'passwort: '],
    ['{"file":"machine a\\nlogin joe password hunter2secret"}', 'hunter2secret', 'login joe password '],
    // Behind a line break in JSON, nothing more had to stand between it and the key.
    [`{"content":"first\\n ${key('ghp_', drawn(36))}"}`, drawn(36), 'first\\n '],
    [`{"content":"first\\n'${key('ghp_', drawn(36))}'"}`, drawn(36), "first\\n'"],
    ['api_key="abc123def456"', 'abc123def456', 'api_key="'],
    [`api_key=${key('sk-live-', 'abcdefghijklmnop1234')}`, 'abcdefghijklmnop1234', 'api_key='],
    [`x-api-key: ${hex(32)}`, hex(32), 'x-api-key: '],
    [`Authorization: Basic ${drawn(24)}==`, drawn(24), 'Authorization: Basic '],
    [`session_token=${hex(8)}-${hex(4)}-${hex(4)}-${hex(4)}-${hex(12)}`, hex(12), 'session_token='],
  ])('F16, case 65 · takes the secret out of %s and leaves the rest', (text, secret, kept) => {
    const redacted = acme.text(text)
    expect(redacted).not.toContain(secret)
    expect(redacted).toContain(kept)
    expect(redacted).toContain('[redacted:')
  })

  it('case 65 · finds a private key that begins in one message and ends in the next', () => {
    const whole = pem('')
    const lines = whole.split('\n')
    const [first, second] = [lines.slice(0, 3).join('\n'), lines.slice(3).join('\n')]
    expect(acme.text(`look:\n${first}`)).toMatch(/^look:\n\[redacted:private-key:\w+\]$/)
    expect(acme.text(`${second}\nthanks`)).toMatch(/^\[redacted:private-key:\w+\]\nthanks$/)
  })

  it('F16 · gives the same secret the same token within a tenant, another in another tenant or under another key', () => {
    const secret = SECRETS['an OpenAI key'] ?? ''
    expect(acme.text(`a ${secret} b`)).toBe(acme.text(`a ${secret} b`))
    expect(acme.text(`${secret} ${SECRETS['a GitHub token']}`).split(' ')[0]).toBe(acme.text(secret))
    const tokens = [acme, redactor(sha256Hex, 'a key', 'other'), redactor(sha256Hex, 'other key', 'acme')].map((each) =>
      each.text(secret),
    )
    expect(new Set(tokens).size).toBe(3)
    expect(acme.text(secret)).not.toContain(sha256Hex(secret).slice(0, 10))
  })

  it('leaves what only looks like the value of a secret alone', () => {
    for (const text of ['password: string', 'PWD=/home/user1', 'token: NextPage12', 'secret = config.auth.secret2', 'key: 1200'])
      expect(acme.text(text)).toBe(text)
  })

  it('leaves what it made as it is', () => {
    const once = acme.text(Object.values(SECRETS).join('\n'))
    expect(acme.text(once)).toBe(once)
    const url = acme.text('postgres://app:hunter2secret@db/main')
    expect(acme.text(url)).toBe(url)
  })

  it('leaves ordinary text and code alone', () => {
    const ordinary = [
      'The token count is 16384, max_tokens: 4096, and the secret of good tea is time.',
      'const token = await getToken(request.headers.authorization)',
      'password: process.env.DATABASE_PASSWORD_2, apiKey: config.keys.openai2024',
      'export API_KEY=$OPENAI_API_KEY; https://user:<password>@host',
      `postgres://user:${'$'}{PASSWORD}@localhost/db`,
      'sk-learn-tutorial-examples-for-beginners sk-toggleable__control-and-more',
      'commit 3f2a9c1d20b7e4f58a6c9d0e1f2a3b4c5d6e7f80 and 550e8400-e29b-41d4-a716-446655440000',
      'sha512-Kg1ZMNFzkVIJs3g4V2UYEc5X005km9rGinxFBH8R1sOU2Rblvz4pt2Uf93Pu8Rk273Ue9HIdrbMPpgUqwjUi0Q==',
      'A key looks like -----BEGIN PRIVATE KEY----- and then base64 follows. It ends with -----END PRIVATE KEY-----',
      '-----BEGIN CERTIFICATE-----\nMIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA\n-----END CERTIFICATE-----',
      'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ',
      'eyJhbGciOiJIUzI1NiJ9 alone is the head of a token and no secret',
      'http://localhost:8080/path?token=abc git@github.com:acme/repo.git mailto:a@b.org 12:30:45@noon',
      'secret_santa_list_for_the_office_party_2024 ghp_short hf_hub_download_with_retries',
      'const NAMED_TOKEN_COUNT_LIMITS = tokenizer.countTokens(password.length)',
    ]
    for (const text of ordinary) expect(acme.text(text)).toBe(text)
  })

  it('leaves the source of this project alone', () => {
    for (const file of ['src/engine/thread.ts', 'src/redact/redact.ts', 'ARCHITECTURE.md', 'package.json', 'README.md']) {
      const text = readFileSync(file, 'utf8')
      expect(acme.text(text)).toBe(text)
    }
  })

  it('case 65 · never throws and never touches text without secrets, whatever it is given', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        expect(typeof acme.text(text)).toBe('string')
      }),
      { numRuns: 300 },
    )
  })
})

describe('redaction of messages', () => {
  it('F16 · reaches every text in them, and secrets that only the name of a field tells', () => {
    const secret = SECRETS['a GitHub token'] ?? ''
    const message = {
      role: 'user',
      content: [{ type: 'text', text: `use ${secret}` }],
      args: { password: 'Tr0ub4dor&3', api_key: hex(32) },
    }
    const redacted = JSON.stringify(redactJson(message, acme))
    for (const each of [secret, 'Tr0ub4dor&3', hex(32)]) expect(redacted).not.toContain(each)
    expect(redacted).toContain(acme.text(secret))
    expect(acme.text(`{"api_key": "${hex(32)}"}`)).toContain(/"api_key":"([^"]+)"/.exec(redacted)?.[1])
  })

  it('leaves what a provider sealed, files, ids and numbers as they are', () => {
    const message: Json = {
      content: [
        { type: 'thinking', thinking: `I saw ${SECRETS['a GitHub token']}`, signature: drawn(80) },
        { type: 'image', source: { type: 'base64', media_type: 'image/png', data: `${webToken}` } },
        { type: 'image_url', image_url: { url: `data:image/png;base64,${drawn(200)}` } },
        { type: 'tool_use', id: `toolu_${drawn(24)}`, name: 'f', input: { token: 7, secret: null, password: true } },
      ],
    }
    expect(redactJson(message, acme)).toEqual(message)
  })
})
