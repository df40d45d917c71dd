import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { sha256Hex } from '../../src/index.ts'
import { redactor } from '../../src/redact/redact.ts'

const acme = redactor(sha256Hex, 'a key', 'acme')

/** Random-looking text, another for each seed. Put together here, so that no scanner takes this file for a leak. */
function drawn(length: number, seed = 1, alphabet = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'): string {
  let state = seed * 2_654_435_761
  return Array.from({ length }, () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return alphabet[Math.floor((state / 2_147_483_648) * alphabet.length)]
  }).join('')
}
const hex = (length: number, seed = 1): string => drawn(length, seed, '0123456789abcdef')
const base64 = (length: number, seed = 1): string => Buffer.from(drawn((length / 4) * 3, seed)).toString('base64')

/** A text, and the secret in it that must be gone. */
const KINDS: readonly (readonly [kind: string, text: (secret: string) => string, secret: string])[] = [
  ['Slack webhook', (s) => `curl -d '{}' https://hooks.slack.com/services/T0${drawn(8)}/B0${drawn(8)}/${s}`, drawn(24)],
  ['Discord webhook', (s) => `https://discord.com/api/webhooks/123456789012345678/${s}`, drawn(68)],
  ['SAS signature', (s) => `https://a.blob.core.windows.net/c/f?sv=2022-11-02&se=2026-01-01&sig=${s}%3D`, drawn(43)],
  ['mysql -p', (s) => `mysql -h db.internal -u root -p${s} shop`, 'Winter2024'],
  ['mysqldump --password', (s) => `mysqldump --user=app --password=${s} shop > dump.sql`, 'horse-battery'],
  ['curl -u', (s) => `curl -s -u deploy:${s} https://ci.example.org/job`, 'correcthorse9'],
  ['curl --user', (s) => `curl --user 'bot:${s}' https://example.org`, 'b4tteryStaple'],
  ['docker auth', (s) => `{"auths":{"registry.example.org":{"auth":"${s}"}}}`, base64(32)],
  ['cookie', (s) => `Cookie: theme=dark; session=${s}`, drawn(40)],
  ['set-cookie', (s) => `Set-Cookie: sid=${s}; Path=/; HttpOnly`, drawn(32, 3)],
  ['.pgpass', (s) => `db.example.org:5432:shop:app:${s}\n`, 'n0tAWord77'],
  ['.pgpass for all', (s) => `*:*:*:postgres:${s}`, 'rooster-9'],
  ['.netrc', (s) => `machine api.example.org login bot password ${s}`, 'opensesame1'],
  ['.netrc in lines', (s) => `machine api.example.org\n  login bot\n  password ${s}\n`, 'opensesame2'],
  ['sshpass', (s) => `sshpass -p '${s}' ssh root@10.0.0.4`, 'toor!toor'],
  ['sshpass without a space', (s) => `sshpass -p${s} scp a b`, 'tiger99'],
  ['quoted DB_PASSWORD', (s) => `DB_PASSWORD="${s}"`, 'hunter2'],
  ['quoted password in YAML', (s) => `  password: '${s}'`, 'sup3r'],
  ['--password', (s) => `helm upgrade x --password ${s}`, 'S3cretSauce!'],
  ['--token', (s) => `vercel deploy --token ${s}`, drawn(24, 5)],
  ['--api-key=', (s) => `tool run --api-key=${s}`, drawn(32, 6)],
  ['SECRET_KEY_BASE', (s) => `SECRET_KEY_BASE=${s}`, hex(128)],
  ['JWT_SECRET', (s) => `JWT_SECRET=${s}`, hex(64, 2)],
  ['Laravel APP_KEY', (s) => `APP_KEY=base64:${s}`, base64(44, 3)],
  ['S3 signature', (s) => `https://b.s3.amazonaws.com/k?X-Amz-Expires=300&X-Amz-Signature=${s}`, hex(64, 4)],
  ['old S3 signature', (s) => `https://b.s3.amazonaws.com/k?AWSAccessKeyId=X&Expires=1&Signature=${s}%3D`, drawn(27, 7)],
  ['Google signature', (s) => `https://storage.googleapis.com/b/o?X-Goog-Expires=60&X-Goog-Signature=${s}`, hex(256, 5)],
  ['Telegram', (s) => `https://api.telegram.org/bot${s}/getMe`, `123456789:AA${drawn(33, 8)}`],
  ['kubeconfig', (s) => `    client-key-data: ${s}`, base64(400, 4)],
  ['IDENTIFIED BY', (s) => `CREATE USER 'app'@'%' IDENTIFIED BY '${s}';`, 'plainword'],
  ['CREATE ROLE', (s) => `CREATE ROLE app WITH LOGIN PASSWORD '${s}';`, 'plainword2'],
  ['Passwort', (s) => `Passwort: ${s}`, 'Sommer2024'],
  ['Kennwort, said', (s) => `Das Kennwort lautet: ${s}`, 'Herbst1999'],
  ['mot de passe', (s) => `mot de passe : ${s}`, 'Printemps21'],
  ['contraseña', (s) => `contraseña: ${s}`, 'Verano2023'],
  ['senha', (s) => `senha: ${s}`, 'Inverno22'],
  ['пароль', (s) => `пароль: ${s}`, 'Zima2022x'],
  ['密码', (s) => `密码：${s}`, 'Dong2022x'],
  ['address', (s) => `postgres://app:${s}@db:5432/shop`, 'anything'],
  ['redis address', (s) => `redis://:${s}@cache:6379`, 'anythingelse'],
  ['Mongo address', (s) => `mongodb+srv://u:${s}@c0.example.net/db`, 'whatever1'],
  ['connection string', (s) => `Server=db;User Id=sa;Password=${s};`, 'Abc!1'],
  ['storage account', (s) => `AccountName=a;AccountKey=${s}==;`, drawn(86, 9)],
  ['service bus', (s) => `Endpoint=sb://x/;SharedAccessKey=${s}=`, drawn(43, 10)],
  ['AWS secret', (s) => `aws_secret_access_key = ${s}`, drawn(40, 11)],
  ['AWS session', (s) => `AWS_SESSION_TOKEN=${s}`, drawn(200, 12)],
  ['client secret', (s) => `"client_secret": "${s}"`, drawn(32, 13)],
  ['x-api-key', (s) => `x-api-key: ${s}`, hex(32, 6)],
  ['bearer', (s) => `Authorization: Bearer ${s}`, drawn(40, 14)],
  ['basic', (s) => `Authorization: Basic ${s}`, base64(32, 7)],
  ['npmrc', (s) => `//registry.npmjs.org/:_authToken=${s}`, `npm_${drawn(36, 15)}`],
  ['OpenAI', (s) => `key ${s}`, `sk-proj-${drawn(80, 16)}`],
  ['Anthropic', (s) => `key ${s}`, `sk-ant-api03-${drawn(90, 17)}`],
  ['OpenRouter', (s) => `key ${s}`, `sk-or-v1-${hex(64, 8)}`],
  ['Groq', (s) => `key ${s}`, `gsk_${drawn(52, 18)}`],
  ['xAI', (s) => `key ${s}`, `xai-${drawn(80, 19)}`],
  ['Google key', (s) => `key ${s}`, `AIza${drawn(35, 20)}`],
  ['Hugging Face', (s) => `key ${s}`, `hf_${drawn(34, 21)}`],
  ['Replicate', (s) => `key ${s}`, `r8_${drawn(37, 22)}`],
  ['GitHub', (s) => `GITHUB_TOKEN=${s}`, `ghp_${drawn(36, 23)}`],
  ['GitHub, fine-grained', (s) => `key ${s}`, `github_pat_${drawn(82, 24)}`],
  ['GitLab', (s) => `key ${s}`, `glpat-${drawn(20, 25)}`],
  ['AWS id', (s) => `key ${s}`, `AKIA${drawn(16, 26, 'ABCDEFGHJKLMNPQRSTUVWXYZ234567')}`],
  ['Slack token', (s) => `key ${s}`, `xoxb-123456789012-${drawn(24, 27)}`],
  ['Stripe', (s) => `key ${s}`, `sk_live_${drawn(24, 28)}`],
  ['Stripe webhook', (s) => `key ${s}`, `whsec_${drawn(32, 29)}`],
  ['npm', (s) => `key ${s}`, `npm_${drawn(36, 30)}`],
  ['PyPI', (s) => `key ${s}`, `pypi-${drawn(120, 31)}`],
  ['SendGrid', (s) => `key ${s}`, `SG.${drawn(22, 32)}.${drawn(43, 33)}`],
  ['DigitalOcean', (s) => `key ${s}`, `dop_v1_${hex(64, 9)}`],
  ['Databricks', (s) => `key ${s}`, `dapi${hex(32, 10)}`],
  ['Vault', (s) => `key ${s}`, `hvs.${drawn(90, 34)}`],
  ['Twilio', (s) => `key ${s}`, `SK${hex(32, 11)}`],
  ['Shopify', (s) => `key ${s}`, `shpat_${hex(32, 12)}`],
  ['Linear', (s) => `key ${s}`, `lin_api_${drawn(40, 35)}`],
  ['Notion', (s) => `key ${s}`, `ntn_${drawn(46, 36)}`],
  ['Supabase', (s) => `key ${s}`, `sbp_${hex(40, 13)}`],
  ['Grafana', (s) => `key ${s}`, `glsa_${drawn(32, 37)}_${hex(8)}`],
  ['Sentry', (s) => `key ${s}`, `sntrys_${drawn(60, 38)}`],
  ['web token', (s) => `key ${s}`, `eyJ${drawn(20, 39)}.eyJ${drawn(60, 40)}.${drawn(43, 41)}`],
  ['private key', (s) => s, `-----BEGIN RSA PRIVATE KEY-----\n${drawn(64, 42)}\n${drawn(64, 43)}\n-----END RSA PRIVATE KEY-----`],
]

/** What stands behind `token:` and the like in programs and documents, and is none. */
const BEHIND_TOKEN = `token: StringLiteral|token: TokenKind.Identifier|token: SyntaxKind.OpenBraceToken|nextToken: undefined
token: process.env.GITHUB_TOKEN|token: \${{ secrets.GITHUB_TOKEN }}|token: req.headers.authorization|max_tokens: 4096
token: "<your-token>"|csrf_token: {{ csrf_token() }}|token = await getToken()|token: parser.current.type|tokens: 12345678
access_token: string|cancellationToken: CancellationToken.None|secret: var.db_password|token = tokenizer.next_token()
pwd=/home/user/project-2024|token: 2023-11-14T10:00:00Z|tokenUrl: https://example.org/oauth2/token|token: end-of-file
token: "continuation-token"|refresh_token: expires in 3600 seconds|"token": "identifier"|token: NumericLiteral2
password: string|password: z.string().min(8)|"password": "required"|password = input("Password: ")|passwd: !vault |
token: ast.Token(kind=NAME)|the token: it was lost in 2024|apiKey: config.get("openai.apiKey")|token: Token::Eof
--token <TOKEN>|--password-stdin|--token-limit 4096|--secret-name my-app-config|login name and password are required`
  .split(/[|\n]/)
  .filter((line) => line !== '')

/** Many of a kind that look drawn by lot and are no secrets. */
const HARMLESS: Readonly<Record<string, readonly string[]>> = {
  'behind token:': BEHIND_TOKEN,
  hashes: Array.from({ length: 100 }, (_, seed) => `sha256: ${hex(64, seed + 1)} commit ${hex(40, seed + 200)}`),
  ids: Array.from({ length: 100 }, (_, seed) => {
    const id = hex(32, seed + 400)
    return `"id": "${id.slice(0, 8)}-${id.slice(8, 12)}-${id.slice(12, 16)}-${id.slice(16, 20)}-${id.slice(20)}", "callId": "call_${drawn(24, seed + 1)}"`
  }),
  'lock files': readFileSync('package-lock.json', 'utf8').split('\n').slice(0, 2_000),
  pictures: Array.from({ length: 50 }, (_, seed) => `data:image/png;base64,${base64(4_000, seed + 1)}`),
}

describe('secrets of many kinds', () => {
  it('F16, case 65 · of 80 kinds, at least 97 in a hundred are found, and the text around them stays', () => {
    expect(KINDS.length).toBeGreaterThanOrEqual(80)
    const missed = KINDS.filter(([, text, secret]) => {
      const redacted = acme.text(text(secret))
      const rest = text('').slice(0, 12)
      return secret.split('\n').some((line) => redacted.includes(line.slice(-12))) || !redacted.startsWith(rest.slice(0, 4))
    })
    expect(missed.map(([kind]) => kind)).toEqual([])
  })

  it('F16 · the same inside JSON that is inside JSON', () => {
    const missed = KINDS.filter(([, text, secret]) => {
      const inside = JSON.stringify({ command: JSON.stringify({ line: text(secret) }) })
      return !secret.includes('\n') && acme.text(inside).includes(secret.slice(-12))
    })
    expect(missed.map(([kind]) => kind)).toEqual([])
  })

  it.each(Object.entries(HARMLESS))('F16 · at most 2 in a hundred %s are taken for secrets', (_, texts) => {
    const taken = texts.filter((text) => acme.text(text) !== text)
    expect(taken.slice(0, 10)).toEqual(taken.length <= texts.length * 0.02 ? taken.slice(0, 10) : [])
  })
})
