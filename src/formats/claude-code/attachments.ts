import { isJsonObject, type Json, type JsonObject, stringField } from '../../schema/json.ts'
import { objectIn, wordsOf } from '../fields.ts'

/**
 * What the program put into the prompt on its own, or what a person typed meanwhile. `null` if an attachment says nothing to the model: it
 * only tells what the program knows or has shown.
 */
export function attachedContent(attachment: JsonObject): { readonly content: Json; readonly isProgram: boolean } | null {
  if (attachment['type'] === 'queued_command') {
    const prompt = attachment['prompt'] ?? null
    return prompt === null ? null : { content: prompt, isProgram: attachment['commandMode'] === 'task-notification' }
  }
  const words = attachedWords(attachment)
  if (words === '') return null
  const name = stringField(attachment, 'displayPath') ?? stringField(attachment, 'filename') ?? stringField(attachment, 'path')
  const what = [stringField(attachment, 'type') ?? 'attachment', ...(name === undefined ? [] : [name])].join(': ')
  return { content: `<system-reminder>\n${what}\n${words}\n</system-reminder>`, isProgram: true }
}

/** Kinds that carry text for the model, and where it stands. */
const TEXTS: Readonly<Record<string, (attachment: JsonObject) => string>> = {
  file: (attachment) => stringField(objectIn(objectIn(attachment, 'content'), 'file'), 'content') ?? '',
  nested_memory: (attachment) => stringField(objectIn(attachment, 'content'), 'content') ?? '',
  edited_text_file: (attachment) => stringField(attachment, 'snippet') ?? '',
  selected_lines_in_ide: (attachment) => stringField(attachment, 'content') ?? '',
  hook_additional_context: (attachment) => wordsOf(attachment['content']),
  hook_blocking_error: (attachment) => wordsOf(attachment['blockingError']),
  skill_listing: (attachment) => stringField(attachment, 'content') ?? '',
  invoked_skills: (attachment) => skillsIn(attachment['skills']),
  plan_file_reference: (attachment) => stringField(attachment, 'planContent') ?? '',
  critical_system_reminder: (attachment) => stringField(attachment, 'content') ?? '',
}

function attachedWords(attachment: JsonObject): string {
  const type = stringField(attachment, 'type') ?? ''
  return Object.hasOwn(TEXTS, type) ? (TEXTS[type]?.(attachment) ?? '') : ''
}

function skillsIn(skills: Json | undefined): string {
  if (!Array.isArray(skills)) return ''
  const texts = skills.filter(isJsonObject).map((skill) => stringField(skill, 'content') ?? '')
  return texts.filter((text) => text !== '').join('\n\n')
}
