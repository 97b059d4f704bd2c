/** `/desk/inquiries/:reference/:file`: one inquiry for another program, as JSON, or its person as a vCard. */
import { html } from 'hono/html'
import { checkConflicts, readConflictSources, withoutTexts } from '../../conflicts/conflict-check.ts'
import { SEALED_TEXTS } from '../../inquiries/change.ts'
import type { InquiryId } from '../../inquiries/inquiry-id.ts'
import type { FullInquiry } from '../../inquiries/record.ts'
import { isSafe, telephoneWarning } from '../../inquiries/safe-contact.ts'
import { Problem } from '../../problem.ts'
import { page } from '../../http/respond.ts'
import { nameOf, type StaffNames, staffNames } from '../../staff/staff-member.ts'
import { type Html, withInbox } from '../page.ts'
import { withCommasBetween } from '../ui.ts'
import { exactPath, readExact } from './inquiry-table.ts'

function inquiryJson({ record, state, history }: FullInquiry, names: StaffNames): string {
  const named = (id: string | undefined) => id && nameOf(id, names)
  const changes = history.map(({ at, by, changed, status, assignee, texts, ...change }) => {
    const written = SEALED_TEXTS.filter((name) => change[name]).map((name, index) => [name, texts[index]] as const)
    const { finding, checkedElsewhere, hold, contact, appointment, undoes } = change
    const rest = {
      assignee: named(assignee),
      finding,
      checkedElsewhere,
      hold,
      contact,
      followUp: changed.includes('follow-up') ? change.followUp : undefined,
      appointment:
        typeof appointment === 'object'
          ? { ...appointment, member: named(appointment.member), sealed: undefined }
          : appointment,
      undoes,
    }
    return { at, by: named(by), changed, status, ...rest, ...Object.fromEntries<unknown>(written) }
  })
  const writtenBy = record?.writtenBy && { writtenBy: named(record.writtenBy) }
  const present = { status: state.status, assignee: named(state.assignee), history: changes }
  return `${JSON.stringify({ ...record, ...writtenBy, ...present }, null, 2)}\n`
}

/** Every address book reads vCard 3.0 (RFC 2426). The card says which ways to reach the person are not safe. */
async function inquiryVcard({ record }: FullInquiry): Promise<string> {
  if (!record) return ''
  // Loading the library here shortens the cold start of functions. A vCard escapes and folds lines as a calendar does.
  const { escape, foldLines } = await import('ical-generator')
  const { reference, request } = record
  const warnings = [
    isSafe(request, 'email') ? undefined : 'E-mail is not safe: do not write.',
    telephoneWarning(request) && `Telephone: ${telephoneWarning(request)}.`,
  ]
  const fields = {
    VERSION: '3.0',
    FN: request.name,
    'EMAIL;TYPE=INTERNET': request.email,
    TEL: request.phone,
    NOTE: [`Inquiry ${reference}.`, ...warnings].filter(Boolean).join(' '),
  }
  const lines = Object.entries(fields).flatMap(([name, text]) => (text ? `${name}:${escape(text, false)}` : []))
  const name = namePartsOf(request.name).map((part) => escape(part, false))
  return foldLines(['BEGIN:VCARD', ...lines, `N:${name.join(';')}`, 'END:VCARD', ''].join('\r\n'))
}

const SUFFIX = /,? +(?:(?:jr|sr|esq)\.?|i{2,3}|iv)$/i
const SURNAME = /(?: (?:de|del|la|las|los|da|dos|van|von|der|den))* [^ ]+$/i

/** @returns the five parts of the field N: surname, given names, additional names (always ''), prefix (always '') and suffix */
function namePartsOf(name: string): string[] {
  const [suffix = ''] = SUFFIX.exec(name) ?? []
  const whole = name.slice(0, name.length - suffix.length)
  const [, beforeComma, afterComma = ''] = /^([^,]+), *(.+)$/.exec(whole) ?? []
  const [surname = ''] = beforeComma === undefined ? (SURNAME.exec(whole) ?? []) : [beforeComma]
  const given = beforeComma === undefined ? whole.slice(0, whole.length - surname.length) : afterComma
  return [surname.trim(), given, '', '', suffix.replace(/^,? +/, '')]
}

const FILES = {
  'inquiry.json': { label: 'all as JSON', type: 'application/json', write: inquiryJson },
  'person.vcf': { label: 'the person as a vCard', type: 'text/vcard; charset=utf-8', write: inquiryVcard },
} as const
const isFile = (name: string): name is keyof typeof FILES => Object.hasOwn(FILES, name)

/** The files leave out the texts that the page hides. */
export const downloadInquiry = withInbox(async (context) => {
  const { service, inbox, params, audit } = context
  const { reference = '', file = '' } = params
  const inquiry = await readExact(context)
  if (!isFile(file) || !inquiry?.record)
    throw new Problem('not-found', { detail: 'There is no such inquiry, or no such file of it.' })
  await audit('inquiries.exported', reference)
  const [sources, names] = await Promise.all([readConflictSources(service, inbox), staffNames(service)])
  const check = await checkConflicts(sources, inquiry, service.hidesUnlisted)
  const { type, write } = FILES[file]
  return page(200, await write(check?.hiddenBecause ? withoutTexts(inquiry) : inquiry, names), {
    'Content-Type': type,
    'Content-Disposition': `attachment; filename="${reference}-${file}"`,
  })
})

export const downloadLinks = (id: InquiryId): Html => {
  const links = Object.entries(FILES).map(
    ([file, { label }]) => html`<a href="${exactPath(id, `/${file}`)}">${label}</a>`,
  )
  return html`<p>Hand over: ${withCommasBetween(links)}</p>`
}
