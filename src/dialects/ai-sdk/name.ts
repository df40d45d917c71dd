/** The dialect's name. */
export const AI_SDK = 'ai-sdk'
