/** Servers of the providers themselves: what they serve under a name is what the name means. */
const PROVIDERS: ReadonlySet<string> = new Set(['api.openai.com', 'api.anthropic.com'])

/** The server's address, if it is another than the provider's own: what one server serves under a name, another may not. */
export function baseUrlOf(url: URL, path: string): string | undefined {
  if (PROVIDERS.has(url.hostname)) return undefined
  return `${url.origin}${url.pathname.slice(0, -path.length)}`
}
