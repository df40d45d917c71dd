/** What a person lays down, and what they later put in its place. */
export interface Constraint {
  readonly text: string
  readonly replacedBy?: string
}

/** In the words of people in a hurry, in five languages. None takes another back, except by its own replacement. */
export const CONSTRAINTS: readonly Constraint[] = [
  { text: 'ask me before you delete anything in /srv/data' },
  { text: 'only support Node 20', replacedBy: 'actually support Node 22, not Node 20' },
  { text: 'utc everywhere' },
  { text: 'Use tabs for indentation.', replacedBy: 'No, spaces please' },
  { text: 'never push to the release branch', replacedBy: 'you may push to the release branch now' },
  { text: 'no new dependencies without my ok' },
  { text: 'line length is 80', replacedBy: 'line length is 100 from now on' },
  { text: 'retry at most three times', replacedBy: 'retry at most 5 times instead' },
  { text: 'The request timeout is thirty seconds.', replacedBy: 'The request timeout is 60 seconds now.' },
  { text: 'Use PostgreSQL 15 for storage.', replacedBy: 'We changed our minds: use PostgreSQL 16 for storage.' },
  { text: 'leave the migrations folder alone' },
  { text: 'commit messages in English, max 60 characters' },
  { text: 'all money amounts are integers in cents' },
  { text: 'keep the public API as it is' },
  { text: 'every new endpoint needs a rate limit' },
  { text: "don't run the e2e suite, it costs money" },
  { text: 'tests have to pass without docker' },
  { text: 'stay on branch fix/importer' },
  { text: 'use single quotes in js', replacedBy: 'double quotes in js from now on' },
  { text: 'you are not allowed to change package.json' },
  { text: 'Never log e-mail addresses.' },
  { text: 'let me see the plan before you write code', replacedBy: 'forget the plan, just write code' },
  { text: 'prefer small functions over clever ones' },
  { text: 'secrets go into the vault, never into the repo' },
  { text: 'Antworte immer auf Deutsch.', replacedBy: 'Antworte ab jetzt auf Englisch.' },
  { text: 'Frag mich, bevor du etwas veröffentlichst.' },
  { text: 'Keine Änderungen an der Datenbank der Kunden!' },
  { text: 'Fehlermeldungen nur auf Englisch' },
  { text: 'Utilise toujours npm.', replacedBy: 'Utilise désormais pnpm, plus npm.' },
  { text: 'Ne touche pas aux fichiers de configuration.' },
  { text: 'pas de commentaires évidents' },
  { text: 'Il faut que chaque script tourne sous Linux.' },
  { text: 'Usa comillas dobles en SQL.', replacedBy: 'Mejor comillas simples en SQL, no dobles.' },
  { text: 'nunca borres los registros de auditoría' },
  { text: 'pregúntame antes de cambiar el esquema' },
  { text: 'los nombres de las tablas deben ir en plural' },
  { text: '缩进用四个空格', replacedBy: '改成两个空格缩进' },
  { text: '不要修改公共接口。' },
  { text: '删除任何文件之前先问我' },
  { text: '日志必须用英文' },
]

/** What is asked for once, and then something else in its place. */
export const REQUESTS: readonly Required<Constraint>[] = [
  { text: 'Add a CSV export to the invoices page.', replacedBy: 'Forget the CSV export, make it a PDF export.' },
  { text: 'Start the demo server on port 8080.', replacedBy: 'Start the demo server on port 9090 instead.' },
]
