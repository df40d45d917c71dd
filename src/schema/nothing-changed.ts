/**
 * How editors begin an answer that says they changed nothing: Codex, OpenCode, Claude Code, Gemini CLI, pi, OpenHands, SWE-agent, Aider,
 * Cline, Copilot. No program prints these words for another reason.
 */
const SAYS_SO =
  /^(?:apply_patch (?:verification failed|handler received)|Script (?:failed\s{0,4}\n|error:)|patch (?:rejected|detected without)|Failed to (?:find (?:expected lines|context '|hunk)|apply (?:the )?patch|edit[,.] )|Invalid patch\b|(?:Could not find |Found multiple matches for )?old_?str(?:ing)? (?:not found in|in the file|and new)|Found multiple matches for old|String (?:to replace not found|replacement failed)|Found \d{1,6} (?:matches of the string|occurrences of the text)|Could not find (?:the exact text|matching text|oldString)|No (?:replacement was performed|edits? (?:was|were) made)|\[?Your (?:proposed edit has introduced|edit was not applied|search and replace strings are the same)|# \d{1,6} SEARCH\/REPLACE blocks? failed to match|This is likely because the SEARCH block|The (?:SEARCH block|tool execution failed)|Tool \[[^\]\n]{1,60}\] was not executed)/i
/** What stands near the end if the attempt is shown first. */
const ENDS_SO = /\bchanges have NOT been applied\b|\bfile was reverted to its original state\b/
/** What counts only if a tool says it that changes files: a program that has nothing to do says the same. */
const OF_EDITORS =
  /^(?:No changes? (?:made|to make|to apply|applied|needed|were made)|No files were modified|No file (?:is )?open|File (?:has not been read|has been (?:unexpectedly )?modified since|does not exist|not found|already exists)|File \S{1,300} (?:not found|has been modified since|does not exist|already exists)|You must (?:first )?read (?:the )?file|Search text must not be empty|Missing value for required parameter|Invalid [`'"]?(?:path|old_str|new_str|insert_line|view_range)\b|Parameter [`'"]|Usage: edit\b|\{\s{0,8}"(?:error"\s{0,4}:\s{0,4}["{]|(?:success|ok)"\s{0,4}:\s{0,4}false))/i
/** How tools are called that change files. */
const EDITOR = /edit|patch|replace|write(?!_stdin|_bash)|insert|create|delete|move|rename/i
/** How programs around agents begin an answer, before what the tool said. */
const FRAME =
  /^(?:<(?:error|result|output)>|\[[\w-]{1,40} for '[^'\n]{1,300}'\] Result:|(?:Exit code|Wall time|Chunk ID|Original token count|Total output lines|Process exited with)[^\n]{0,60}\n|Output:|\s){0,12}/
/** So much of either end is looked at. */
const LOOKED_AT = 1_000

/** Whether a result says in its own words that what was asked for was not done, so that no file is as the call wanted it (F5). */
export function changedNothing(tool: string, text: string): boolean {
  const head = text.slice(0, LOOKED_AT).replace(FRAME, '')
  if (SAYS_SO.test(head)) return true
  if (!EDITOR.test(tool)) return isAttempt(head) && ENDS_SO.test(text.slice(-LOOKED_AT))
  return OF_EDITORS.test(head) || ENDS_SO.test(head) || ENDS_SO.test(text.slice(-LOOKED_AT))
}

/** An output that only quotes such words begins otherwise. */
function isAttempt(head: string): boolean {
  return /^\[?Your (?:proposed )?(?:edit|changes)\b/.test(head)
}
