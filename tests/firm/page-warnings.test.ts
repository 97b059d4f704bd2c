/**
 * What the page for AI agents and the page on accessibility must say, and must not promise, in each language.
 */
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const textOf = (file: string) => readFileSync(`content/sample/${file}`, 'utf8').replace(/\s+/g, ' ')

it.each([
  [
    'pages/for-agents.md',
    'What you tell an AI assistant also goes to the company that runs it, and may not be privileged.',
  ],
  ['pages/for-agents.md', 'If you were arrested or charged, do not describe to it what happened.'],
  [
    'es/pages/for-agents.md',
    'Lo que usted le cuenta a un asistente de IA llega también a la empresa que lo opera, y es posible que no lo proteja el secreto profesional (*attorney-client privilege*).',
  ],
  ['es/pages/for-agents.md', 'Si fue arrestado o acusado de un delito, no le describa lo que pasó.'],
  ['pages/accessibility.md', 'Everything is built to work with a keyboard'],
  ['es/pages/accessibility.md', 'Todo está hecho para funcionar con el teclado'],
  ['es/pages/accessibility.md', 'en el plazo de {firm.replyWithin}'],
])('%s says “%s”', (file, text) => expect(textOf(file)).toContain(text))

it.each([
  ['pages/accessibility.md', 'Everything works'],
  ['pages/accessibility.md', 'we read the pages'],
  ['es/pages/accessibility.md', 'Todo funciona'],
  ['es/pages/accessibility.md', 'leemos las páginas'],
])('%s does not say “%s”, which no test can see', (file, text) => expect(textOf(file)).not.toContain(text))
