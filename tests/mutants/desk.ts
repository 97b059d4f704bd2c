/**
 * Mutants of the desk: signing in, CSRF, return path, erasing.
 */
import type { MutantTable } from './mutant.ts'

export const DESK: MutantTable = {
  'src/desk/inquiries/card.ts': [
    ["record?.request.hasLawyer === 'yes'", 'false'],
    ["  if (hasLawyer === 'yes') return ''\n", ''],
    ["hasLawyer === 'no' ? LAWYER_MEANS.no", "hasLawyer !== 'no' ? LAWYER_MEANS.no"],
  ],
  'src/desk/inquiries/today.ts': [
    ["failed ?? (recorded ? undefined : 'write')", 'failed'],
    ["failed ?? (recorded ? undefined : 'write')", "recorded ? undefined : 'write'"],
    ['late === 1 && !more', 'late === 1'],
  ],
  'src/desk/inquiries/inquiry-changes.ts': [
    ["if (reply === '') return 'no-text'", ''],
    ['{ assignee = by }', '{ assignee }'],
    ["!(await currentStaff(service)).has(assignee) ? 'unknown-assignee'", "false ? 'unknown-assignee'"],
  ],
  'src/desk/inquiries/done-line.ts': [
    ['!last.changed.includes(FORMS[what].field)', 'false'],
    ['history.findLast(({ by }) => by === member.id)', 'history.at(-1)'],
    ['inquiryPlace(other.id) !== inquiryPlace(id)', 'true'],
    ['others.find(({ state }) => state.status === FIRST_STATUS) ?? others.at(-1)', 'others.at(-1)'],
    ['?? others.at(-1)', '?? others[0]'],
  ],
  'src/desk/inquiries/telephone-page.ts': [
    ['value.trim() !== ', 'value !== '],
    ["ticks.has('receipt') && !values.email", 'false && !values.email'],
    ['parsed.error?.issues ?? []', '[]'],
  ],
  'src/desk/inquiries/change-forms.ts': [['isOpen(state.status) && state.assignee', 'state.assignee']],
  'src/desk/inquiries/inquiry-table.ts': [
    ['state.status === SPAM_STATUS || ', ''],
    ['state.status === FIRST_STATUS && (record', '(record'],
  ],
  'src/desk/inquiries/export-page.ts': [
    ['foldsOf(service, inbox, rows, {})', 'foldsOf(service, inbox, rows)'],
    ['return fold ? {', 'return !fold ? {'],
  ],
  'src/desk/inquiries/list-page.ts': [
    ["folds(id) !== 'conflict' ||", 'true ||'],
    ["folds(id) !== 'conflict' ||", 'folds(id) === undefined ||'],
  ],
  'src/desk/inquiries/list-filters.ts': [['...(isEnded ? ofStatuses(ENDED) : [])', '']],
  'src/desk/inquiries/several-page.ts': [
    ['if (picks.length > MAX_SEVERAL)', 'if (false)'],
    ['!(await currentStaff(service)).has(assigned)', 'false'],
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
  'src/desk/news.ts': [
    ['isUnattended: true', 'isUnattended: false'],
    ['count > MAX_COUNTED', 'count >= MAX_COUNTED'],
  ],
  'src/desk/mail/pages.ts': [['message?.tries === seen && ', 'message && ']],
  'src/desk/staff/member-page.ts': [
    ['(row.ownersOnly && !viewer.owner)', 'false'],
    ['member.owner || id === member.id ?', 'id ?'],
    ['  await recordAudit(service, viewer.id, row.action, target.id)\n', ''],
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
  'src/desk/staff/passkeys.ts': [
    ['if (!(age < FRESH_MS)) return NOT_FRESH', ''],
    ['own.length >= MAX_PASSKEYS', 'own.length > MAX_PASSKEYS'],
    ['viewer.owner || id === viewer.id', 'true'],
    ['if (isAllowed && (', 'if ((true) && ('],
    ["    await recordAudit(service, member.id, 'passkey.removed', whose)\n", ''],
  ],
  'src/desk/unsent-form.ts': [["pairs.filter(([name]) => name !== 'csrf')", 'pairs']],
  'src/desk/inquiries/inquiry-page.ts': [
    ["check?.isFolded ? 'inquiry.folded' : 'inquiry.opened'", "'inquiry.opened'"],
    ["  await recordAudit(service, member.id, 'inquiry.read-anyway', inquiry.id.reference)\n", ''],
    ['check?.isFolded && !isRead ? withoutTexts(whole) : whole', 'whole'],
  ],
  'src/desk/claims/forget-pages.ts': [
    ['    ownersOnly: true,\n', ''],
    ["form.get('what') !== FORGET", 'false'],
  ],
  'src/desk/clients/pages.ts': [
    ['    ownersOnly: true,\n    maxUploadBytes', '    maxUploadBytes'],
    ["  await recordAudit(service, member.id, 'clients.imported', LIST_SUBJECT)\n", ''],
  ],
  'src/desk/inquiries/erase-page.ts': [
    ['if (email === undefined) return selection', ''],
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
