/** Texts of many kinds, invented for these tests: what agents read and write all day, and what breaks estimates. */
export interface Corpus {
  readonly name: string
  readonly text: string
}

const english = `The migration failed on Tuesday night, a little after eleven, and for the first hour nobody understood why. Every check had
passed in staging. The database accepted connections, the workers were healthy, and the queue was draining at its usual pace; yet the
nightly export stopped halfway through and left a file that ended in the middle of a row. Margaret, who had written most of the exporter,
suspected the new compression library, because it was the only thing that had changed since the weekend. She was wrong, but the mistake
turned out to be useful: while she was reading the release notes she found that the library had quietly raised its minimum buffer size,
and that our container limits left it almost no room. We agreed to do three things. First, raise the limit and rerun the export before
breakfast. Second, write a test that fails when the last line of the file is incomplete. Third, stop pretending that staging resembles
production; it has a tenth of the data and none of the traffic. "Please don't touch the retry policy," she added, "it isn't the problem,
and we've been bitten by that before." I'd rather we kept the old behaviour until the quarterly audit is finished.`

const chinese = `周二晚上十一点刚过,数据迁移失败了,最初的一个小时里谁也不知道原因。预发布环境的所有检查都通过了:数据库可以连接,工作进程运行正常,
队列也在按平常的速度处理任务。然而夜间导出到一半就停了,留下一个在某一行中间结束的文件。负责编写导出程序的同事怀疑是新的压缩库有问题,因为自从周末
以来只有它发生了变化。她猜错了,但这个错误很有价值:在阅读发布说明的时候,她发现这个库悄悄提高了最小缓冲区的大小,而我们的容器几乎没有给它留下空间。
我们决定做三件事:第一,提高内存限制,并在早餐之前重新运行导出;第二,编写一个测试,当文件最后一行不完整时让它失败;第三,不要再假装预发布环境和生产
环境一样,它只有十分之一的数据,而且没有任何流量。请不要修改重试策略,问题不在那里,我们以前吃过这个亏。`

const japanese = `火曜日の夜十一時すぎに移行が失敗し、最初の一時間は誰にも原因が分かりませんでした。ステージング環境ではすべての確認が通っていました。
データベースには接続でき、ワーカーも正常で、キューもいつもどおりの速さで処理されていました。それなのに夜間のエクスポートは途中で止まり、行の真ん中で
終わるファイルが残りました。エクスポーターを書いた担当者は、週末から変わったのは新しい圧縮ライブラリだけだったので、それを疑いました。推測は外れました
が、この間違いは役に立ちました。リリースノートを読んでいるうちに、ライブラリが最小バッファサイズを静かに引き上げていて、コンテナの制限ではほとんど余裕
がないことに気づいたのです。再試行のポリシーには触らないでください。問題はそこではありませんし、以前にも痛い目にあっています。`

const korean = `화요일 밤 열한 시가 조금 지나 마이그레이션이 실패했고, 처음 한 시간 동안은 아무도 이유를 알지 못했습니다. 스테이징 환경에서는 모든 검사를
통과했습니다. 데이터베이스는 연결을 받아들였고 작업자 프로세스도 정상이었으며 대기열도 평소 속도로 줄어들고 있었습니다. 그런데도 야간 내보내기는 절반쯤에서
멈추었고, 행의 한가운데에서 끝나는 파일이 남았습니다. 내보내기 프로그램을 대부분 작성한 동료는 주말 이후로 바뀐 것이 새로운 압축 라이브러리뿐이었기 때문에
그것을 의심했습니다. 추측은 틀렸지만 그 실수는 도움이 되었습니다. 릴리스 노트를 읽는 동안 라이브러리가 최소 버퍼 크기를 조용히 늘렸다는 사실을 발견했기
때문입니다. 재시도 정책은 건드리지 마세요. 문제는 거기에 있지 않고, 전에도 그 때문에 고생한 적이 있습니다.`

const russian = `Во вторник вечером, чуть позже одиннадцати, миграция завершилась с ошибкой, и целый час никто не понимал почему. В тестовой среде все
проверки прошли. База данных принимала соединения, рабочие процессы были исправны, очередь разбиралась с обычной скоростью; тем не менее
ночная выгрузка остановилась на середине и оставила файл, который обрывался посреди строки. Коллега, написавшая большую часть выгрузки,
подозревала новую библиотеку сжатия, потому что с выходных изменилась только она. Она ошиблась, но ошибка оказалась полезной: читая
описание выпуска, она заметила, что библиотека незаметно увеличила наименьший размер буфера. Пожалуйста, не трогайте правила повторов.`

const arabic = `فشلت عملية الترحيل مساء الثلاثاء بعد الساعة الحادية عشرة بقليل، ولم يفهم أحد السبب خلال الساعة الأولى. نجحت جميع الفحوص في بيئة
الاختبار، وكانت قاعدة البيانات تقبل الاتصالات، وكانت العمليات سليمة، وكانت قائمة الانتظار تتناقص بسرعتها المعتادة. ومع ذلك توقف التصدير
الليلي في منتصف الطريق وترك ملفا ينتهي في وسط سطر. اشتبهت الزميلة التي كتبت معظم البرنامج في مكتبة الضغط الجديدة لأنها الشيء الوحيد الذي
تغير منذ نهاية الأسبوع. لم تكن على حق، لكن الخطأ كان مفيدا. من فضلكم لا تغيروا سياسة إعادة المحاولة، فالمشكلة ليست هناك.`

const german = `Die Umstellung schlug am Dienstagabend kurz nach elf fehl, und eine Stunde lang verstand niemand, warum. In der Testumgebung waren
alle Prüfungen durchgelaufen. Die Datenbank nahm Verbindungen an, die Arbeitsprozesse waren gesund, die Warteschlange leerte sich im
gewohnten Tempo; trotzdem blieb der nächtliche Export auf halbem Wege stehen. Die Kollegin, die den größten Teil geschrieben hatte,
verdächtigte die neue Komprimierungsbibliothek. Sie irrte sich, aber der Irrtum war nützlich: Die Mindestpuffergröße war gestiegen.`

const typescript = `export async function drainQueue<T>(queue: Queue<T>, options: DrainOptions = {}): Promise<DrainResult> {
  const { concurrency = 4, signal, onError = rethrow } = options
  const failures: { item: T; error: unknown }[] = []
  let processed = 0
  await Promise.all(Array.from({ length: concurrency }, async () => {
    for (let item = queue.shift(); item !== undefined && !signal?.aborted; item = queue.shift()) {
      try {
        await handlers.get(item.kind)?.(item.payload)
        processed += 1
      } catch (error) {
        failures.push({ item, error })
        onError(error, \`item \${item.id} failed after \${item.attempts} attempts\`)
      }
    }
  }))
  return { processed, failures, remaining: queue.length }
}`

const python = `class RetryPolicy:
    """Decides whether and when a failed call is made again."""

    def __init__(self, max_attempts: int = 5, base_delay: float = 0.25, jitter: bool = True) -> None:
        self.max_attempts = max_attempts
        self.base_delay = base_delay
        self._random = random.Random(0) if not jitter else random.SystemRandom()

    def delays(self) -> Iterator[float]:
        for attempt in range(self.max_attempts - 1):
            delay = self.base_delay * 2 ** attempt
            yield delay if not self._jitter else delay * self._random.uniform(0.5, 1.5)

    def should_retry(self, error: Exception) -> bool:
        return isinstance(error, (TimeoutError, ConnectionResetError)) and getattr(error, "retryable", True)
`

const go = `func (s *Server) handleExport(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), 30*time.Second)
	defer cancel()
	rows, err := s.db.QueryContext(ctx, "SELECT id, name, created_at FROM orders WHERE tenant = $1", tenantOf(r))
	if err != nil {
		http.Error(w, fmt.Sprintf("query failed: %v", err), http.StatusInternalServerError)
		return
	}
	defer rows.Close()
	for rows.Next() {
		var o Order
		if err := rows.Scan(&o.ID, &o.Name, &o.CreatedAt); err != nil {
			log.Printf("scan: %v", err)
			continue
		}
		fmt.Fprintf(w, "%d,%s,%s\\n", o.ID, o.Name, o.CreatedAt.Format(time.RFC3339))
	}
}`

const rust = `impl<'a> Lexer<'a> {
    pub fn next_token(&mut self) -> Result<Option<Token>, LexError> {
        while let Some(&(start, ch)) = self.chars.peek() {
            match ch {
                c if c.is_whitespace() => { self.chars.next(); }
                '0'..='9' => return self.number(start).map(Some),
                'a'..='z' | 'A'..='Z' | '_' => return Ok(Some(self.identifier(start))),
                '"' => return self.string(start).map(Some),
                _ => return Err(LexError::Unexpected { offset: start, found: ch }),
            }
        }
        Ok(None)
    }
}`

const c = `static int ring_push(struct ring *r, const uint8_t *src, size_t len)
{
	size_t head = atomic_load_explicit(&r->head, memory_order_relaxed);
	size_t tail = atomic_load_explicit(&r->tail, memory_order_acquire);

	if (len > r->mask + 1 - (head - tail))
		return -ENOSPC;
	for (size_t i = 0; i < len; i++)
		r->data[(head + i) & r->mask] = src[i];
	atomic_store_explicit(&r->head, head + len, memory_order_release);
	return 0;
}
#define RING_MIN_SIZE	(1u << 12)
#define ARRAY_SIZE(x)	(sizeof(x) / sizeof((x)[0]))`

const sql = `WITH recent AS (
  SELECT o.customer_id, COUNT(*) AS orders, SUM(o.total_cents) / 100.0 AS revenue
  FROM orders o JOIN customers c ON c.id = o.customer_id
  WHERE o.created_at >= now() - INTERVAL '30 days' AND o.status NOT IN ('cancelled', 'refunded')
  GROUP BY o.customer_id HAVING COUNT(*) > 2
)
UPDATE customers SET tier = 'gold', updated_at = now() FROM recent WHERE customers.id = recent.customer_id AND recent.revenue > 500;
CREATE UNIQUE INDEX CONCURRENTLY idx_orders_tenant_ref ON orders (tenant_id, external_ref) WHERE deleted_at IS NULL;`

const shell = `#!/usr/bin/env bash
set -euo pipefail
for file in $(git ls-files '*.test.ts' | grep -v fixtures); do
  if ! npx vitest run "$file" --reporter=dot 2>&1 | tee "logs/out-$$.log"; then
    echo "FAILED: $file (exit $?)" >&2; failed+=("$file")
  fi
done
[[ \${#failed[@]} -eq 0 ]] || { printf '%s\\n' "\${failed[@]}"; exit 1; }`

const minified =
  `!function(t,e){"object"==typeof exports&&"undefined"!=typeof module?module.exports=e():"function"==typeof define&&define.amd?define(e):
(t=t||self).Chart=e()}(this,function(){"use strict";var t=Math.max,e=Math.min;function n(t,e){for(var n=0;n<e.length;n++){var r=e[n];
r.enumerable=r.enumerable||!1,r.configurable=!0,"value"in r&&(r.writable=!0),Object.defineProperty(t,r.key,r)}}var r=function(){function r(t,e)
{!function(t,e){if(!(t instanceof e))throw new TypeError("Cannot call a class as a function")}(this,r),this.el=t,this.opts=Object.assign({},i,e||{}),
this._b={},this.update()}return n(r,[{key:"update",value:function(){var n=this;return this.data.forEach(function(r,i){n._b[i]=t(0,e(1,r/n.opts.max))}),
this}},{key:"destroy",value:function(){this.el.removeEventListener("click",this._h,!1),this.el=null}}]),r}();return r});`.replaceAll(
    '\n',
    '',
  )

const emoji = `🚀 Deployed to production ✅ 🎉🎉 thanks everyone 👏👏👏 next up: 🐛 fix the flaky test ⏱️, 📦 bump deps, 🧪 more coverage 👩‍💻👨‍👩‍👧‍👦 🇩🇪🇯🇵🇧🇷 👍🏽
❤️ 😂 🔥 ✨ 💡 ⚠️ ❌ 🤔 🙏 💯 🏳️‍🌈 ☕️ 🥳 🤷‍♂️ 📈📉 🔒🔑 🛠️ 🗑️ ➡️ ⬅️ 1️⃣ 2️⃣ 3️⃣ 😀😃😄😁😆😅🤣😊😇🙂`

const unified = `diff --git a/src/server/export.ts b/src/server/export.ts
index 3f2a9c1..b7e04d2 100644
--- a/src/server/export.ts
+++ b/src/server/export.ts
@@ -41,9 +41,12 @@ export class Exporter {
-    const buffer = Buffer.alloc(1024)
+    // The library needs at least 64 KiB since 3.0.
+    const buffer = Buffer.alloc(Math.max(MIN_BUFFER, this.options.bufferSize ?? 0))
     for await (const row of this.rows()) {
-      if (!this.write(row)) break
+      if (!this.write(row)) await once(this.stream, 'drain')
     }`

/** A row of numbers that looks random and is the same every time. */
export function dice(seed: number): (below: number) => number {
  let state = (seed * 2_654_435_761 + 1) >>> 0
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

export function randomBytes(seed: number, length: number): Buffer {
  const roll = dice(seed)
  return Buffer.from(Array.from({ length }, () => roll(256)))
}

const times = (count: number, make: (index: number) => string, separator = '\n'): string =>
  Array.from({ length: count }, (_, index) => make(index)).join(separator)

function records(count: number): readonly object[] {
  const roll = dice(7)
  return Array.from({ length: count }, (_, index) => ({
    id: roll(10_000_000),
    customer: {
      name: ['Anna Meyer', 'Chen Wei', 'Ngozi Okafor', 'Lucía Silva'][index % 4],
      email: `user${roll(999)}@example.org`,
    },
    active: roll(2) === 0,
    score: roll(100_000) / 1_000,
    created_at: `2026-0${1 + roll(9)}-1${roll(9)}T0${roll(9)}:${10 + roll(49)}:${10 + roll(49)}.${100 + roll(899)}Z`,
    tags: ['alpha', 'beta', 'priority'].slice(roll(3)),
    parent: null,
  }))
}

function logs(count: number): string {
  const roll = dice(11)
  const levels = ['INFO ', 'WARN ', 'ERROR', 'DEBUG']
  const says = [
    'Completed 200 OK',
    'request took 153 ms',
    'pool-1 - Starting...',
    'retry 3 of 5 after timeout',
    'GET /api/v2/orders/4711 -> 404',
  ]
  return times(count, () => {
    const clock = `2026-11-${10 + roll(20)} ${10 + roll(14)}:${10 + roll(50)}:${10 + roll(50)},${100 + roll(900)}`
    return `${clock} ${levels[roll(4)]} [${'worker-'.padEnd(8 + roll(12))}] ${'o.s.web.DispatcherServlet'.padEnd(36)} : ${says[roll(5)]}`
  })
}

function grepOutput(): string {
  const data = randomBytes(5, 900).toString('base64')
  return times(
    12,
    (line) => `src/assets/icons.ts:${line + 3}:  logo: 'data:image/png;base64,${data.slice(line * 90, line * 90 + 400)}',`,
  )
}

/** Languages that people write, with how far above the exact count an estimate may be. */
export const PROSE: readonly Corpus[] = [
  { name: 'English', text: english },
  { name: 'Chinese', text: chinese },
  { name: 'Japanese', text: japanese },
  { name: 'Korean', text: korean },
  { name: 'Cyrillic', text: russian },
  { name: 'Arabic', text: arabic },
  { name: 'German', text: german },
]

export const CODE: readonly Corpus[] = [
  { name: 'TypeScript', text: typescript },
  { name: 'Python', text: python },
  { name: 'Go', text: go },
  { name: 'Rust', text: rust },
  { name: 'C', text: c },
  { name: 'SQL', text: sql },
  { name: 'shell', text: shell },
  { name: 'a diff', text: unified },
  { name: 'minified code', text: minified },
]

export const DATA: readonly Corpus[] = [
  { name: 'JSON', text: JSON.stringify(records(20)) },
  { name: 'indented JSON', text: JSON.stringify(records(12), null, 2) },
  { name: 'base64', text: randomBytes(1, 3_000).toString('base64') },
  { name: 'base64 of text', text: Buffer.from(english + python).toString('base64') },
  { name: 'base64 in lines', text: randomBytes(2, 3_000).toString('base64').replaceAll(/.{76}/g, '$&\n') },
  { name: 'hex', text: randomBytes(3, 2_000).toString('hex') },
  { name: 'hex in capitals', text: randomBytes(4, 2_000).toString('hex').toUpperCase() },
  { name: 'data URLs in grep output', text: grepOutput() },
  { name: 'numbers', text: times(300, (index) => `${(index * 7_919) % 9_973}.${(index * 31) % 97}`, ', ') },
  { name: 'emoji', text: emoji },
  { name: 'logs with wide columns', text: logs(40) },
  {
    name: 'indented code',
    text: times(80, (line) => `${' '.repeat((line * 4) % 44)}${['return x;', '}', 'end', 'if (a) {'][line % 4]}`),
  },
  { name: 'tabs', text: times(80, (line) => `${'\t'.repeat(line % 7)}${['x = 1;', '}', 'return', 'break;'][line % 4]}`) },
]

const RUN = 3_000

export const RUNS: readonly Corpus[] = [
  ...['a', 'Z', 'q', ' ', '\n', '\t', '=', '-', '.', '#', '0', '字', 'あ', '가', 'ж', 'ع', 'é', '─', '█', '😀'],
  ...['ab', 'lorem', 'AAAA', 'xyz', '你好', '()', '\\n', 'ACGT'],
].map((unit) => ({ name: JSON.stringify(unit), text: unit.repeat(RUN / unit.length) }))
