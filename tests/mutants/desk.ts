/**
 * Mutants of the desk: signing in, CSRF, return path, erasing.
 */
import type { MutantTable } from './mutant.ts'

export const DESK: MutantTable = {
  'src/desk/inquiries/today.ts': [
    ["failed ?? (recorded ? undefined : 'write')", 'failed'],
    ["failed ?? (recorded ? undefined : 'write')", "recorded ? undefined : 'write'"],
    ['late === 1 && !more', 'late === 1'],
  ],
  'src/desk/inquiries/inquiry-table.ts': [
    ['state.status === SPAM_STATUS || ', ''],
    ['state.status === FIRST_STATUS && (record', '(record'],
  ],
  'src/desk/inquiries/list-filters.ts': [['...(isEnded ? ofStatuses(ENDED) : [])', '']],
  'src/desk/inquiries/several-page.ts': [
    ['if (picks.length > MAX_SEVERAL)', 'if (false)'],
    ['!(await currentStaff(service)).has(assignee)', 'false'],
    ["if (error instanceof StoreUnavailable) return 'unsure'", ''],
    ["failed.length === 0 && search === ''", 'failed.length === 0'],
  ],
  'src/desk/inquiries/several.ts': [['<button type="submit" hidden></button>', '']],
  'src/desk/app.ts': [
    ["if (method === 'POST') requireSameOrigin(request, service.base)", ''],
    ["!(await verifyCsrfToken(service, member.csrf, form.get('csrf')))", 'false'],
    ['ownersOnly === true && !owner', 'false'],
    ['  await endSession(service, session)\n', ''],
    [
      'if (!found?.row.restore || isClosedTo(visit.member, found.row)) return undefined',
      'if (!found?.row.restore) return undefined',
    ],
  ],
  'src/desk/return-path.ts': [
    ['origin === base && isDesk', 'isDesk'],
    [' && !pathname.startsWith(PATHS.deskSignIn)', ''],
  ],
  'src/desk/session-cookie.ts': [['Path=/; Secure; HttpOnly; SameSite=Strict', 'Path=/; Secure; SameSite=Strict']],
  'src/desk/sign-in.ts': [
    ["await consumeRateLimit('sign-in', caller, service)", ''],
    ['`${member} ${networkOf(caller.address)}`', 'member'],
    ["await consumeRateLimit('sign-in-total', { address: member }, service)", ''],
    ["await recordAudit(service, member.id, 'session.started', id)", ''],
    ["returnPath(fields.get('to'), service.base)", "fields.get('to') ?? ''"],
  ],
  'src/desk/unsent-form.ts': [["pairs.filter(([name]) => name !== 'csrf')", 'pairs']],
  'src/desk/inquiries/erase-page.ts': [
    ["parseReference(form.get('confirm') ?? '') !== inquiry.id.reference", 'false'],
    ["    await recordAudit(service, member.id, 'inquiry.erased', id.reference)\n", ''],
    ['eraseWithMail(service, id, member.id)', 'eraseWithMail(service, id, id.reference)'],
    ['ticked: [...selection.ticked, ...more]', 'ticked: selection.ticked'],
    ['if (selection.ticked.length === 0)', 'if (false)'],
  ],
  'src/desk/csrf.ts': [
    ["(await macOf(expected)) === (await macOf(token ?? ''))", 'true'],
    ["mac('desk-csrf', session)", "mac('desk-csrf', '')"],
  ],
}
