/** What every runtime does: a conversation of an agent that outgrows its window, and what the model is shown of it. The answer says all that was made. */
export async function scenario({ createCompactor }) {
  const compactor = createCompactor({ clock: () => 1_750_000_000_000 })
  const thread = await compactor.thread('ferries')
  await thread.append([
    { role: 'system', content: 'You plan ferry timetables.' },
    {
      role: 'user',
      content: 'Never change the winter timetable. Find out why the 7:40 from Nordby is late; é, 字 and 🚢 are fine.',
    },
  ])
  for (let at = 0; at < 40; at += 1) {
    const id = `call-${at}`
    const call = { id, type: 'function', function: { name: 'read_log', arguments: JSON.stringify({ day: at }) } }
    await thread.append([
      { role: 'assistant', content: `I look at day ${at}.`, tool_calls: [call] },
      {
        role: 'tool',
        tool_call_id: id,
        content: `day ${at}: left at 7:4${at % 10}, ${'waited for the bus, '.repeat(20)}arrived 8:1${at % 10}`,
      },
    ])
  }
  const roomy = await thread.prepare({ model: 'gpt-4o', dialect: 'openai-chat' })
  const { request, receipt } = await thread.compact({ model: 'gpt-4o', window: 6_000, dialect: 'openai-chat' })
  const found = await thread.recall('bus', { limit: 2 })
  const archive = await compactor.archive('ferries')
  await compactor.close()
  const { before, after } = receipt.tokens
  return {
    messages: roomy.request.messages.length,
    before,
    after,
    request,
    found: found.map(({ seq }) => seq),
    archive: archive.length,
  }
}
