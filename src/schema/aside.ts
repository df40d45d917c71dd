/** Heads a request that is no part of the conversation: a memory's `fetch` lets it through, and takes this from it. */
export const ASIDE_HEADER = 'x-palimpsest-aside'
