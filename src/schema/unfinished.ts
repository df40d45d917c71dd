/** How programs around agents begin a result that is not the end: the command goes on without them. */
const GOES_ON =
  /^(?:(?:Chunk ID|Wall time): [^\n]{0,60}\n){0,3}Process running with session ID \S|^Command (?:running in background|was manually backgrounded[^\n]{0,40}) with ID: |^Command moved to background\b|^Async agent launched successfully|^(?:<\w{1,24}>[^<\n]{0,80}<\/\w{1,24}>\s{1,4}){0,4}<status>running<\/status>/
/** How they end one. */
const NO_END_YET = /\[The command has no new output after /
const LOOKED_AT = 600

/** Whether a result came before what it is the result of had ended (case 92). */
export function isUnfinished(text: string): boolean {
  return GOES_ON.test(text.slice(0, LOOKED_AT)) || NO_END_YET.test(text.slice(-LOOKED_AT))
}
