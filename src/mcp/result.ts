/**
 * Results of tools: data with the same data as text, or an error.
 */

/** @param structuredContent must match the tool's output schema */
export const toolResult = (structuredContent: Record<string, unknown>) => ({
  content: [{ type: 'text' as const, text: JSON.stringify(structuredContent) }],
  structuredContent,
})

/** @param text one line per error, and what to call next */
export const toolError = (text: string) => ({ content: [{ type: 'text' as const, text }], isError: true })
