import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { palimpsest } from './program.ts'

describe.concurrent('the documents of the command line', () => {
  it('show the help of every command as the program prints it (npm run docs)', async () => {
    const document = readFileSync('docs/commands.md', 'utf8')
    const environment = { COLUMNS: '80' }
    const names = [...document.matchAll(/^## ([a-z]+)$/gm)].map(([, name = '']) => name)
    expect(names.length).toBeGreaterThan(25)
    for (const name of names) {
      const help = await palimpsest([name, '--help'], { environment })
      expect([name, document.includes(help.stdout.trimEnd())]).toEqual([name, true])
      expect([name, /^Examples?:$/m.test(help.stdout) || ['presets', 'demo'].includes(name)]).toEqual([name, true])
    }
  })

  it('show the picture of a session before and after on the first screen', () => {
    const [first = ''] = readFileSync('README.md', 'utf8').split('\n## ')
    expect(first).toMatch(/\$ palimpsest compact|<!-- tour: compact -->\n```text\n~\/\.claude/)
    expect(first).toMatch(/^before {2}\w+ +[\d,]+\nafter {3}\w+\.* +[\d,]+$/m)
  })
})
