import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'

const documents = globSync('**/*.md', { exclude: ['**/node_modules/**', 'dist/**', 'coverage/**'] }).sort()

describe('the documents', () => {
  it('link only to what exists', () => {
    expect(documents).toContain('README.md')
    const broken = documents.flatMap((file) =>
      linksIn(file)
        .filter((link) => !existsSync(join(dirname(file), link)))
        .map((link) => `${file} links to ${link}`),
    )
    expect(broken).toEqual([])
  })

  it('lead, in the package as it is installed, to what is in it; only code and tests have to be looked for in the repository', () => {
    const { files }: { readonly files: readonly string[] } = JSON.parse(read('package.json'))
    const shipped = new Set(
      [...files, 'README.md', 'LICENSE', 'package.json'].flatMap((name) => [name, ...globSync(`${name}/**`), ...globSync(name)]),
    )
    const isOfRepository = (path: string): boolean => /^(?:src|test|scripts|bench|eval|runtimes)\b/.test(path)
    const lost = documents
      .filter((file) => shipped.has(file))
      .flatMap((file) => linksIn(file).map((link) => [file, join(dirname(file), link)] as const))
      .filter(([, to]) => !shipped.has(to.replace(/\/$/, '')) && !isOfRepository(to))
    expect(shipped.has('docs/counting.md')).toBe(true)
    expect(lost.map(([file, to]) => `${file} links to ${to}`)).toEqual([])
  })

  it('of users lead nowhere else from the README: who has installed the package can follow every link', () => {
    expect(linksIn('README.md').filter((link) => /^(?:\.\/)?(?:src|test|scripts|bench|eval|runtimes)\b/.test(link))).toEqual([])
  })

  it('name anchors that exist', () => {
    const readme = read('README.md')
    const headings = new Set([...readme.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) => anchorOf(title)))
    const anchors = [...readme.matchAll(/\]\(#([^)]+)\)/g)].map(([, anchor]) => anchor)
    expect(anchors.filter((anchor) => anchor === undefined || !headings.has(anchor))).toEqual([])
  })
})

describe('what users copy', () => {
  it('has no cast that hides a type', () => {
    const texts = [
      ...globSync('examples/*.ts').map((file) => [file, read(file)] as const),
      ...['README.md', ...globSync('docs/*.md')].map((file) => [file, fencesIn(read(file), 'ts').join('\n')] as const),
    ]
    expect(texts.some(([file, text]) => file === 'README.md' && text.includes('createCompactor'))).toBe(true)
    const casts = texts.flatMap(([file, text]) =>
      [...text.replaceAll(/\/\/ .*/g, '').matchAll(/.*\bas (?:never|unknown|any)\b.*/g)].map(([line]) => `${file}: ${line}`),
    )
    expect(casts).toEqual([])
  })
})

describe('README.md', () => {
  const [firstScreen = ''] = read('README.md').split(/^## /m)

  it('has exactly two commands on its first screen', () => {
    const commands = fencesIn(firstScreen, 'sh').flatMap((block) => block.trim().split('\n'))
    expect(commands).toEqual(['npm install && npm start', 'npm install && npm test'])
  })

  it('shows at most fifteen lines of code, all of them run by two examples', () => {
    const lines = fencesIn(firstScreen, 'ts')
      .flatMap((block) => block.split('\n'))
      .filter((line) => line.trim() !== '')
    const example = new Set(['01-minimal', '18-ai-sdk'].flatMap((name) => read(`examples/${name}.ts`).split('\n')))
    expect(lines.length).toBeGreaterThan(0)
    expect(lines.length).toBeLessThanOrEqual(15)
    expect(lines.filter((line) => !example.has(line))).toEqual([])
  })

  it('shows three lines for each SDK, all of them compiled by a type test', () => {
    const [, section = ''] = read('README.md').split('## With your SDK\n')
    const [shown = ''] = section.split(/^## /m)
    const blocks = fencesIn(shown, 'ts').map((block) => block.trim().split('\n'))
    const compiled = new Set(
      read('test/types/readme.ts')
        .split('\n')
        .map((line) => line.trim()),
    )
    expect(blocks.map((block) => block.length)).toEqual([3, 3, 3, 3, 3])
    expect(blocks.flat().filter((line) => !compiled.has(line))).toEqual([])
  })
})

describe('GLOSSARY.md', () => {
  const terms = [...read('GLOSSARY.md').matchAll(/^\*\*.+?\*\*(?: \(`(\w+)`\))?.*\n(_Avoid_: )?/gm)]

  it('says for every word which ones to avoid', () => {
    expect(terms.length).toBeGreaterThanOrEqual(30)
    expect(terms.filter(([, , avoid]) => avoid === undefined).map(([line]) => line)).toEqual([])
  })

  it('names only nouns that src/schema exports', () => {
    const schema = globSync('src/schema/*.ts').map(read).join('\n')
    const exported = new Set(
      [...schema.matchAll(/^export (?:interface|type|class|const|function) (\w+)/gm)].map(([, name]) => name),
    )
    expect(terms.map(([, noun]) => noun).filter((noun) => noun !== undefined && !exported.has(noun))).toEqual([])
  })
})

describe('ARCHITECTURE.md', () => {
  it('has a section for every room', () => {
    const rooms = readdirSync('src', { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => entry.name)
    const sections = new Set([...read('ARCHITECTURE.md').matchAll(/^### (.+)$/gm)].map(([, title]) => title))
    expect(rooms.filter((room) => !sections.has(room))).toEqual([])
  })
})

function read(file: string): string {
  return readFileSync(file, 'utf8')
}

/** Relative links, outside of code. */
function linksIn(file: string): readonly string[] {
  const prose = read(file)
    .replaceAll(/^```.*?^```/gms, '')
    .replaceAll(/`[^`\n]*`/g, '')
  return [...prose.matchAll(/\]\(([^)\s#]+)(?:#[^)]*)?\)/g)].map(([, link = '']) => link).filter((link) => !/^[a-z]+:/.test(link))
}

function fencesIn(text: string, language: string): readonly string[] {
  return [...text.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms'))].map(([, block = '']) => block)
}

function anchorOf(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} -]/gu, '')
    .replaceAll(' ', '-')
}
