/** The reference of the command line: the help of every command, as the program prints it. */
export function commandsDocument(printed: (args: string) => string): string {
  const help = printed('--help')
  const names = [...help.matchAll(/^ {2}([a-z]+) /gm)].flatMap(([, name]) =>
    name === undefined || name === 'help' ? [] : [name],
  )
  const sections = names.map((name) => `## ${name}\n\n\`\`\`text\n${printed(`${name} --help`)}\n\`\`\``)
  return `# Commands

Written by \`npm run docs\` from the commands themselves. [tour.md](tour.md) shows them at work.

\`\`\`text
${help}
\`\`\`

${sections.join('\n\n')}
`
}
