/**
 * Where the work of a thread stands, by its log alone: the model or a tool is at work, or has to be; the agent asked a person something, or
 * waits for a person to allow a call; or nothing is to be done. Only what is in flight goes on by itself.
 */
export type WorkState = 'in-flight' | 'awaiting-person' | 'awaiting-approval' | 'idle'
