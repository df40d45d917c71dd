import type { LanguageModelV3, LanguageModelV3Prompt } from '@ai-sdk/provider'
import { aiSdkSummarizer } from '../../src/summarizers/ai-sdk.ts'
import type { SummaryProfile } from '../../src/summarizers/profiles.ts'
import { type Conversation, compacted } from './compacted.ts'

/** What a model would be asked about a conversation, word for word: anybody can have it answered, and hold the answer against the log. */
export async function promptAbout(conversation: Conversation, profile: SummaryProfile): Promise<string> {
  let prompt = ''
  const model = listener((said) => {
    prompt = said
  })
  await compacted(conversation, aiSdkSummarizer({ model, profile, retries: 0, window: 1_000_000 }))
  return prompt
}

/** A model that hands on what it is asked, and answers nothing. */
function listener(tell: (prompt: string) => void): LanguageModelV3 {
  const listen = ({ prompt }: { readonly prompt: LanguageModelV3Prompt }): Promise<never> => {
    tell(prompt.map(({ content }) => textIn(content)).join('\n\n'))
    return Promise.reject(new Error('nobody answers here'))
  }
  return {
    ...{ specificationVersion: 'v3', provider: 'nobody', modelId: 'nobody', supportedUrls: {} },
    ...{ doStream: listen, doGenerate: listen },
  }
}

function textIn(content: LanguageModelV3Prompt[number]['content']): string {
  return typeof content === 'string' ? content : content.map((part) => (part.type === 'text' ? part.text : '')).join('\n')
}
