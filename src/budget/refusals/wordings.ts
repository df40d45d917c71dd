/** A provider's words for a request that holds too many tokens. */
interface Wording {
  readonly provider: string
  readonly says: RegExp
}

/** What providers write, each by the part of the sentence that stays the same. The first that is found names the provider. */
export const WORDINGS: readonly Wording[] = [
  { provider: 'Anthropic', says: /prompt is too long: ?\d/i },
  { provider: 'Anthropic', says: /input length and `?max_tokens`? exceed context limit/i },
  { provider: 'OpenRouter', says: /this endpoint's maximum context length is/i },
  { provider: 'OpenAI', says: /exceeds the context window of this model/i },
  { provider: 'OpenAI', says: /this model's maximum context length is/i },
  { provider: 'Azure', says: /input tokens exceed the configured limit of/i },
  { provider: 'Google', says: /input token count ?(?:\([\d,]+\))? exceeds the maximum number of tokens/i },
  { provider: 'Google', says: /input context is too long|unable to submit request because the input token count/i },
  { provider: 'Bedrock', says: /input is too long for (?:the )?requested model|input exceeds the max input token limit/i },
  { provider: 'Bedrock', says: /too many input tokens|input tokens? exceeds? the model's context/i },
  { provider: 'LiteLLM', says: /contextwindowexceedederror|requested token count exceeds the model's maximum context length/i },
  { provider: 'vLLM', says: /maximum context length is [\d,]+ tokens|maximum model length of [\d,]+/i },
  { provider: 'vLLM', says: /is longer than the maximum model length|longer than the model's context length/i },
  { provider: 'llama.cpp', says: /exceeds? the available context size|exceed context window of \d/i },
  {
    provider: 'Ollama',
    says: /prompt too long; exceeded|exceeded max context length|input length exceeds (?:the )?(?:maximum )?context/i,
  },
  { provider: 'LM Studio', says: /tokens to keep from the initial prompt|context the overflows|reached context length of/i },
  { provider: 'xAI', says: /maximum prompt length is [\d,]+/i },
  { provider: 'Groq', says: /please reduce the length of the messages/i },
  { provider: 'Together', says: /is longer than the model's context length|inputs` tokens \+ `?max_new_tokens/i },
  { provider: 'Mistral', says: /too large for model with [\d,]+ maximum context length|prompt contains [\d,]+ tokens/i },
  {
    provider: 'Cohere',
    says: /too many tokens: (?:total number of tokens|the total number|size limit)|total tokens exceeds? the model's max/i,
  },
  { provider: 'Copilot', says: /prompt token count of [\d,]+ exceeds the limit/i },
  { provider: 'GitHub Models', says: /request body too large for [^\n]{1,60}? model\. max size: [\d,]+ tokens/i },
  { provider: 'MiniMax', says: /context window exceeds limit/i },
  { provider: 'Kimi', says: /exceeded model token limit/i },
  { provider: 'DashScope', says: /range of input length should be/i },
  { provider: 'z.ai', says: /prompt exceeds max length|model_context_window_exceeded/i },
  { provider: 'Poolside', says: /exceeds the maximum allowed input length/i },
]

/** What was left for an answer, once the request was in the window, is less than nothing: `max_tokens must be at least 1, got -736`. */
export const NO_ROOM: RegExp = /max_(?:completion_|new_)?tokens\W{0,3}must be at least ?1\b[^\n]{0,10}got -\d\d/i

/** Names and codes that mean this and nothing else, in any case and with any signs between the words. */
export const OVERFLOW_CODE: RegExp =
  /context_?(?:length|window|size|limit)_?(?:is_)?exceeded|exceeds?_?context_?(?:size|length|window)|context_?overflow|(?:prompt|input|context)_?(?:is_)?too_?(?:long|large)|tokens_limit_reached|max(?:imum)?_?context_?length|context_?limit_?error|window_?exceeded|over_?window|(?:sequence|request)_too_long/i
