/**
 * Mutants of `src/forms/`.
 */
import type { MutantTable } from './mutant.ts'

export const FORMS: MutantTable = {
  'src/views/contact-form.ts': [
    ["(values[name] ?? '') === value ? html` checked`", 'values[name] === value ? html` checked`'],
    ['index === 0 ? html` id=', 'index === 1 ? html` id='],
    ['        <p>${words.haveRead}</p>\n', ''],
  ],
  'src/forms/contact.ts': [
    ['    requireSameOrigin(request, service.base)\n', ''],
    ['age < MIN_FILL_MS', 'age <= MIN_FILL_MS'],
    ["honeypot ? ['trap filled'] : []", '[]'],
    ["'X-Robots-Tag': 'all', Link", 'Link'],
    ['...NEGOTIATED, ', ''],
    ["if (!pathname.endsWith('/')) return movedPermanently", 'if (false as boolean) return movedPermanently'],
    ["await consumeRateLimit('inquiries', caller, service)", ''],
  ],
  'src/forms/form-token.ts': [
    ['!(await keyedHash.matches(PURPOSE, time, mac))', 'false'],
    ['age >= 0 && age < MAX_AGE_MS', 'age >= 0'],
  ],
  'src/forms/status-page.ts': [
    ["  await consumeRateLimit('inquiry-status', caller, service)\n", ''],
    ["'Referrer-Policy': 'no-referrer', ", ''],
  ],
  'src/forms/claim-page.ts': [
    ['named.length > 0 ? `?${new URLSearchParams(named)}` : search', 'search'],
    ['half.toLowerCase()}.m.', 'half}M'],
    [
      'await fillTitle(await published.read(templateIn(language)), title)',
      'await published.read(templateIn(language))',
    ],
  ],
  'src/forms/thanks.ts': [['?.reference === reference', ' !== undefined']],
  'src/forms/sent-address.ts': [
    ['sent?.reference === reference && ', 'sent && '],
    [' && clock.now().getTime() < sent.until', ''],
    ['Secure; HttpOnly; ', 'Secure; '],
  ],
  'src/forms/claim.ts': [
    ['    requireSameOrigin(request, service.base)\n', ''],
    ["    await consumeRateLimit('code-try', caller, service)\n    const result", '    const result'],
    ["  await consumeRateLimit('code-try', caller, service)\n  const found", '  const found'],
    ["    await consumeRateLimit('code-try', caller, service)\n    return sendLink", '    return sendLink'],
    ["if (status?.state !== 'open') return renderClaim", 'if (status === undefined) return renderClaim'],
    ["await consumeRateLimit('claim-mail', { address: open.record.person }, service)", ''],
    ['if (result.triesLeft === 0) return overStep(firm)', ''],
    ['if (decision) await notifyAgentLinked', 'if (false as boolean && decision) await notifyAgentLinked'],
  ],
}
