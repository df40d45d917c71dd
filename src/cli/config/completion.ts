import type { Command } from 'commander'

/** A command as completion sees it. */
interface Known {
  readonly name: string
  readonly description: string
  readonly flags: readonly { readonly flag: string; readonly choices: readonly string[] }[]
}

/** The script that completes commands, flags and their values in a shell. */
export function completionFor(shell: 'bash' | 'zsh' | 'fish', program: Command): string {
  const commands = program.commands.map(
    (command): Known => ({
      name: command.name(),
      description: command.description(),
      flags: command.options.map((option) => ({ flag: option.long ?? option.flags, choices: option.argChoices ?? [] })),
    }),
  )
  return { bash, zsh, fish }[shell](commands)
}

function bash(commands: readonly Known[]): string {
  const cases = commands.map(({ name, flags }) => `    ${name}) words="${flags.map(({ flag }) => flag).join(' ')} --help" ;;`)
  const values = choicesOf(commands).map(
    ([flag, choices]) => `    ${flag}) COMPREPLY=($(compgen -W "${choices.join(' ')}" -- "$current")); return ;;`,
  )
  return `# bash: source <(palimpsest completion bash)
_palimpsest() {
  local current="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}" words
  case "$before" in
${values.join('\n')}
  esac
  case "\${COMP_WORDS[1]}" in
${cases.join('\n')}
    *) words="" ;;
  esac
  if [ "$COMP_CWORD" = 1 ]; then words="${commands.map(({ name }) => name).join(' ')} --help --version"; fi
  case "$current" in
    -*) COMPREPLY=($(compgen -W "$words" -- "$current")) ;;
    *) if [ "$COMP_CWORD" = 1 ]; then COMPREPLY=($(compgen -W "$words" -- "$current")); else COMPREPLY=($(compgen -f -- "$current")); fi ;;
  esac
}
complete -o filenames -F _palimpsest palimpsest
`
}

function zsh(commands: readonly Known[]): string {
  const list = commands.map(({ name, description }) => `    '${name}:${quoted(description)}'`)
  const cases = commands.map(
    ({ name, flags }) => `    ${name}) compadd -- ${flags.map(({ flag }) => flag).join(' ')} --help; _files ;;`,
  )
  const values = choicesOf(commands).map(([flag, choices]) => `    ${flag}) compadd -- ${choices.join(' ')}; return ;;`)
  return `#compdef palimpsest
# zsh: palimpsest completion zsh > "\${fpath[1]}/_palimpsest"
_palimpsest() {
  local -a commands
  commands=(
${list.join('\n')}
  )
  if (( CURRENT == 2 )); then _describe command commands; return; fi
  case "\${words[CURRENT-1]}" in
${values.join('\n')}
  esac
  case "\${words[2]}" in
${cases.join('\n')}
  esac
}
compdef _palimpsest palimpsest
`
}

function fish(commands: readonly Known[]): string {
  const lines = commands.flatMap(({ name, description, flags }) => [
    `complete -c palimpsest -n __fish_use_subcommand -f -a ${name} -d '${quoted(description)}'`,
    ...flags.map(({ flag, choices }) => {
      const values = choices.length === 0 ? '' : ` -x -a '${choices.join(' ')}'`
      return `complete -c palimpsest -n '__fish_seen_subcommand_from ${name}' -l ${flag.replace(/^--/, '')}${values}`
    }),
  ])
  return `# fish: palimpsest completion fish > ~/.config/fish/completions/palimpsest.fish\n${lines.join('\n')}\n`
}

/** Flags whose values are a list: the same in every command that has them, or all of them together. */
function choicesOf(commands: readonly Known[]): readonly (readonly [string, readonly string[]])[] {
  const choices = new Map<string, Set<string>>()
  for (const { flag, choices: values } of commands.flatMap(({ flags }) => flags)) {
    if (values.length === 0) continue
    choices.set(flag, new Set([...(choices.get(flag) ?? []), ...values]))
  }
  return [...choices].map(([flag, values]) => [flag, [...values]])
}

function quoted(text: string): string {
  return text.replaceAll("'", '’').replaceAll(':', ' –')
}
