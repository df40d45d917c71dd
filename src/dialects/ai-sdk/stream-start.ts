/** What version 7 keeps of how a stream of Anthropic's began: its id and first usage. The provider's own package leaves it out of what it sends. */
export function isStreamStart({ type, kind }: { readonly type?: unknown; readonly kind?: unknown }): boolean {
  return type === 'custom' && kind === 'anthropic.message_start'
}
