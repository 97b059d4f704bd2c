/**
 * What a tool gives back: the same as data and as text, or why it could not.
 */

/** @param structuredContent what the tool's output schema describes */
export const toolResult = (structuredContent: Record<string, unknown>) => ({
  content: [{ type: 'text' as const, text: JSON.stringify(structuredContent) }],
  structuredContent,
})

/** @param text one line per fault, and what to call next */
export const toolError = (text: string) => ({ content: [{ type: 'text' as const, text }], isError: true })
