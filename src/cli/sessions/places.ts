import { homedir } from 'node:os'
import { join } from 'node:path'
import type { FormatName } from '../../formats/names.ts'

/** Where one agent keeps its sessions: patterns of files below a folder. */
interface Place {
  readonly agent: FormatName
  readonly folder: string
  readonly patterns: readonly string[]
}

/** The folders of every agent that is known, as they are on this machine, or as its settings say. None of them is ever written to. */
export function placesOf(environment: Readonly<Record<string, string | undefined>>): readonly Place[] {
  const home = environment['HOME'] ?? environment['USERPROFILE'] ?? homedir()
  const at = (name: string, otherwise: string): string => environment[name] || join(home, otherwise)
  return [
    { agent: 'claude-code', folder: at('CLAUDE_CONFIG_DIR', '.claude'), patterns: ['projects/*/*.jsonl'] },
    {
      agent: 'codex',
      folder: at('CODEX_HOME', '.codex'),
      patterns: ['sessions/*/*/*/*.jsonl{,.zst}', 'archived_sessions/*.jsonl{,.zst}'],
    },
    { agent: 'pi', folder: at('PI_CODING_AGENT_DIR', join('.pi', 'agent')), patterns: ['sessions/*/*.jsonl'] },
    {
      agent: 'opencode',
      folder: join(at('XDG_DATA_HOME', join('.local', 'share')), 'opencode'),
      patterns: ['storage/session/*/*.json', 'opencode*.db'],
    },
    {
      agent: 'gemini-cli',
      folder: join(home, '.gemini'),
      patterns: ['tmp/*/chats/session-*.json', 'tmp/*/chats/session-*.jsonl'],
    },
    { agent: 'qwen-code', folder: join(home, '.qwen'), patterns: ['projects/*/chats/*.jsonl', 'tmp/*/chats/*.jsonl'] },
    { agent: 'copilot', folder: join(home, '.copilot'), patterns: ['session-state/*/events.jsonl', 'session-state/*.jsonl'] },
  ]
}
