import { describe, expect, it } from 'vitest'
import { givesValue } from '../../src/ledger/written-values.ts'
import type { Json } from '../../src/schema/json.ts'
import { summaryOf } from '../support/summary-of.ts'
import { round, says } from '../support/worked-session.ts'

const write = (path: string, content: string): readonly Json[] => round('Write', { file_path: path, content }, 'ok')
const edit = (before: string, after: string, result = 'ok', isError = false): readonly Json[] =>
  round('Edit', { file_path: 'theme.json', old_string: before, new_string: after }, result, isError)
const put = (...messages: readonly (readonly Json[])[]): readonly string[] =>
  summaryOf([says('user', 'Mend the tide tables.'), ...messages.flat(), says('assistant', 'It is mended.')])
    .split('\n')
    .filter((line) => line.startsWith('- put into'))

describe('values that were put into files', () => {
  it('F6 · are said with the file and the call', () => {
    expect(put(write('docker/Containerfile', 'FROM playwright:v1.48.0-jammy\nWORKDIR /app\nEXPOSE 5900'))).toEqual([
      '- put into docker/Containerfile: “FROM playwright:v1.48.0-jammy” “EXPOSE 5900” (e1)',
    ])
  })

  it('F6 · of several edits of a file are those that still stand', () => {
    const grey = edit('"grey": 242', '"grey": "#6c6c6c"')
    expect(put(grey, edit('"dim": 238', '"dim": "#444444"'))).toEqual([
      '- put into theme.json: “"grey": "#6c6c6c"” (e1)',
      '- put into theme.json: “"dim": "#444444"” (e3)',
    ])
    expect(put(grey, edit('"grey": "#6c6c6c"', '"grey": "#707070"'))).toEqual(['- put into theme.json: “"grey": "#707070"” (e3)'])
    expect(put(grey, edit('#6c6c6c', '#707070'))).toEqual([])
  })

  it('F6 · are not said if the edit came to nothing, or something else may have changed the file', () => {
    const grey = edit('"grey": 242', '"grey": "#6c6c6c"')
    expect(put(edit('"grey": 242', '"grey": "#6c6c6c"', 'String to replace not found in file.', true))).toEqual([])
    expect(put(grey, round('Bash', { command: "sed -i 's/6c/70/g' theme.json" }, ''))).toEqual([])
    expect(put(grey, round('Bash', { command: 'git checkout -- theme.json' }, ''))).toEqual([])
    expect(put(grey, round('Bash', { command: 'rm theme.json' }, ''))).toEqual([])
    expect(put(grey, write('theme.json', '{}'))).toEqual([])
  })

  it('F6 · go with a file that is moved', () => {
    const moved = round('Bash', { command: 'mv Dockerfile Containerfile' }, '')
    expect(put(write('Dockerfile', 'EXPOSE 5900'), moved)).toEqual(['- put into Containerfile: “EXPOSE 5900” (e1)'])
  })

  it.each([
    '"langgraph": "^0.2.0",',
    'const RETRIES = 12',
    'PORT=8080',
    '"REMEDIATION_ACTIVE",',
    'TARGET_URL=http://localhost:8080',
  ])('F6 · %s gives a value', (line) => {
    expect(givesValue(line)).toBe(true)
  })

  it.each([
    'd="M4 16v1a3 3 0 003 3h10"',
    '// retries 12 times',
    'for (let i = 0; i < 10; i += 1) {',
    "name: 'get_screen_size',",
    'const a = b',
  ])('F6 · %s gives none', (line) => {
    expect(givesValue(line)).toBe(false)
  })
})
