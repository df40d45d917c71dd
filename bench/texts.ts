import type { Random } from './random.ts'

/** What agents' sessions are made of, and what tokenizers find hard. */
export type TextKind = 'prose' | 'code' | 'json' | 'listing' | 'chinese' | 'base64' | 'hex'

type Words = readonly [string, ...string[]]
const words = (text: string): Words => text.split(' ') as unknown as Words

const PLAIN = words(
  'the a this that every each some no of in on for with from before after while because and or but so then when where it we they ' +
    'should must can may will does did has had was were is are not only also still again already never always often here there ' +
    'request answer server client session message token budget window history summary entry record reader writer parser cache ' +
    'store table index column query result error warning timeout retry branch commit release deploy build test fixture module ' +
    'function argument parameter variable constant interface schema migration endpoint handler worker queue thread process ' +
    'customer order invoice payment account password permission policy report dashboard schedule meeting document paragraph ' +
    'change fix add remove rename move check find read write run call return load save open close count measure compare explain ' +
    'broken missing empty wrong correct slow fast large small new old last first next previous current shared private public',
)
const RARE = words(
  'idempotent backpressure serialisation quorum heuristics throughput bottleneck deduplicate tombstone watermark percentile ' +
    'anomalous reconcile provenance hysteresis truncation upstream monotonic canonical ephemeral interleaved speculative',
)
const PARTS = words(
  'get set make read write parse render find load save user order item list map node tree token count size limit index key value ' +
    'state event error result request response handler config option cache store batch chunk cursor page row field type name id',
)
const TYPES = words('string number boolean unknown readonly void Promise Map Set Array Record Uint8Array Date')
const FOLDERS = words('src lib test scripts packages server client core utils api models views components hooks styles docs')
const ENDINGS = words('ts tsx js py go rs java json md css yml sql')
const CHINESE = words(
  '的 了 是 在 和 有 不 我 们 这 个 那 就 也 都 要 会 能 对 把 从 到 上 下 中 里 后 前 再 还 又 很 更 最 新 旧 大 小 多 少 好 问题 系统 数据 用户 文件 函数 ' +
    '参数 错误 结果 测试 服务器 客户端 请求 响应 配置 接口 模块 版本 缓存 数据库 消息 任务 进程 日志 性能 内存 网络 连接 查询 更新 删除 添加 修改 检查 ' +
    '运行 返回 开始 结束 需要 可以 应该 因为 所以 但是 如果 已经 没有 现在 时候 方法 内容 名称 时间 列表 对象 字符串 代码 项目 目录 订单 支付 权限 报告 ' +
    '， ， ， 。 。 ： 、 幂等 背压 截断 去重 阈值 回滚 溯源 枚举 迁移',
)

/** How many tokens a character of each kind takes, about; measured with the texts below. */
const TOKENS_PER_CHARACTER: Readonly<Record<TextKind, number>> = {
  prose: 0.19,
  code: 0.24,
  json: 0.31,
  listing: 0.27,
  chinese: 0.75,
  base64: 0.68,
  hex: 0.58,
}

/** Text of one kind and of about `tokens` tokens. */
export function writeText(kind: TextKind, tokens: number, random: Random): string {
  return writeCharacters(kind, Math.max(1, Math.round(tokens / TOKENS_PER_CHARACTER[kind])), random)
}

/** Text of one kind and of exactly `length` characters, or a little more to end its last line. */
export function writeCharacters(kind: TextKind, length: number, random: Random): string {
  const lines: string[] = []
  for (let left = length; left > 0; ) {
    const line = LINES[kind](random, left)
    lines.push(line)
    left -= line.length + 1
  }
  return lines.join('\n').slice(0, length).trimEnd() || 'ok'
}

/** One line of each kind; `left` is what is still wanted, for those that have no lines. */
const LINES: Readonly<Record<TextKind, (random: Random, left: number) => string>> = {
  prose: paragraph,
  code: codeLine,
  json: jsonLine,
  listing: (random) => random.pick(LISTING)(random),
  chinese: (random) => Array.from({ length: 20 + random.below(40) }, () => random.pick(CHINESE)).join(''),
  base64: (random, left) => draw(random, Math.min(left, 4_096), BASE64),
  hex: (random) => `${draw(random, 8, HEX)} ${draw(random, 40, HEX)} ${draw(random, 64, HEX)}`,
}

const HEX = '0123456789abcdef'
const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

function paragraph(random: Random): string {
  return Array.from({ length: 1 + random.below(4) }, () => sentence(random)).join(' ')
}

function sentence(random: Random): string {
  const said = Array.from({ length: 5 + random.below(14) }, () => word(random)).join(' ')
  return `${said.charAt(0).toUpperCase()}${said.slice(1)}${random.pick(['.', '.', '.', '?', ':'])}`
}

function word(random: Random): string {
  const chance = random.next()
  if (chance < 0.9) return random.pick(PLAIN)
  if (chance < 0.94) return random.pick(RARE)
  if (chance < 0.97) return `\`${identifier(random)}\``
  return chance < 0.99 ? String(random.below(10_000)) : path(random)
}

/** A name that is written in camel case. */
export function identifier(random: Random): string {
  const [first = '', ...rest] = Array.from({ length: 1 + random.below(3) }, () => random.pick(PARTS))
  return first + rest.map((part) => part.charAt(0).toUpperCase() + part.slice(1)).join('')
}

/** A file of some project. */
export function path(random: Random): string {
  const folders = Array.from({ length: 1 + random.below(3) }, () => random.pick(FOLDERS)).join('/')
  return `${folders}/${identifier(random)}.${random.pick(ENDINGS)}`
}

type Line = (random: Random) => string

const CODE: readonly [Line, ...Line[]] = [
  (random) => `const ${identifier(random)} = ${identifier(random)}(${identifier(random)}, ${random.below(100)})`,
  (random) => `if (${identifier(random)}.${identifier(random)} === undefined) return '${random.pick(PLAIN)}'`,
  (random) => `export function ${identifier(random)}(${identifier(random)}: ${random.pick(TYPES)}): ${random.pick(TYPES)} {`,
  (random) => `// ${sentence(random)}`,
  (random) => `for (const ${identifier(random)} of ${identifier(random)}.${identifier(random)}()) {`,
  () => '}',
  (random) => `return { ${identifier(random)}, ${identifier(random)}: [...${identifier(random)}, '${random.pick(RARE)}'] }`,
  () => '',
]

function codeLine(random: Random): string {
  return '  '.repeat(random.below(4)) + random.pick(CODE)(random)
}

function jsonLine(random: Random): string {
  const fields: Readonly<Record<string, unknown>> = {
    id: random.below(1_000_000),
    [identifier(random)]: random.pick(PLAIN),
    [identifier(random)]: random.next() < 0.5,
    [identifier(random)]: sentence(random),
    hash: draw(random, 16, HEX),
    [identifier(random)]: Number((random.next() * 1_000).toFixed(3)),
    [identifier(random)]: [random.pick(RARE), random.below(100), null],
  }
  return JSON.stringify(fields, null, random.next() < 0.5 ? 2 : 0)
}

const LISTING: readonly [Line, ...Line[]] = [
  (random) => `${path(random)}:${random.below(900)}:  ${random.pick(CODE)(random)}`,
  (random) =>
    `2026-0${1 + random.below(9)}-1${random.below(10)}T0${random.below(10)}:1${random.below(10)}:42Z INFO ${sentence(random)}`,
  (random) => `-rw-r--r--  1 root root ${random.below(100_000)} ${path(random)}`,
  (random) => `${draw(random, 7, HEX)} ${sentence(random)}`,
]

function draw(random: Random, length: number, from: string): string {
  let text = ''
  for (let index = 0; index < length; index += 1) text += from.charAt(random.below(from.length))
  return text
}
