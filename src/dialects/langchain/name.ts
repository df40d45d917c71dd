/** The name of this dialect, which its shells carry. */
export const LANGCHAIN = 'langchain'
