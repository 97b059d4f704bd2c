/** `/desk/staff/members/:member`: owners change name, roles and e-mail address of a member; others change only their own address. */
import { html } from 'hono/html'
import * as z from 'zod'
import { Problem } from '../../problem.ts'
import { LONGEST_EMAIL } from '../../email-address.ts'
import type { Service } from '../../service/service.ts'
import type { Action } from '../../staff/audit.ts'
import { openAddress, StaffAddress, withAddress } from '../../staff/staff-address.ts'
import * as members from '../../staff/staff-member.ts'
import { type DeskAnswer, type DeskContext, type DeskPage, type Html, redirectSaying, type SignedIn } from '../page.ts'
import { alertBox, buttonForm, deskForm, disclosure, lineField, tickField } from '../ui.ts'
import { PATHS } from '../../site.ts'
import words from '../words.json' with { type: 'json' }

export const STAFF_PATH = `${PATHS.desk}/staff`
export const memberPath = (id: string) => `${STAFF_PATH}/members/${id}`

export const noSuchMember = () => new Problem('not-found', { detail: 'There is no member of staff with this id.' })

export const rolesOf = (ticked: readonly string[]): members.Roles => members.rolesWhere((role) => ticked.includes(role))

interface MemberForm {
  ownersOnly?: true
  /** The start of an error message. */
  label?: string
  schema?: z.ZodType<string>
  action: Action
  /** Names the sentence that the next page shows. */
  did: Parameters<typeof redirectSaying>[0]
  /** The part of the record that the form changes. */
  field: 'name' | 'address' | typeof members.ROLES
  decide(service: Service, text: string, isOwn: boolean): members.MemberDecision | Promise<members.MemberDecision>
}

const FORMS = {
  name: {
    ownersOnly: true,
    label: 'The name',
    schema: members.StaffName,
    action: 'staff.renamed',
    did: 'renamed',
    field: 'name',
    decide: (_service, name) => members.renamed(name),
  },
  roles: {
    ownersOnly: true,
    action: 'staff.roles',
    did: 'roles-changed',
    field: members.ROLES,
    decide(_service, text, isOwn) {
      const roles = rolesOf(text.split(' '))
      // Owners cannot end their own role as owner, so a slip cannot leave the firm without one.
      return members.withRoles({ ...roles, owner: roles.owner || isOwn })
    },
  },
  address: {
    label: 'The e-mail address',
    schema: StaffAddress,
    action: 'staff.addressed',
    did: 'address-stored',
    field: 'address',
    decide: withAddress,
  },
  removal: {
    action: 'staff.unaddressed',
    did: 'address-removed',
    field: 'address',
    decide: (service) => withAddress(service, undefined),
  },
} as const satisfies Record<string, MemberForm>
type FormName = keyof typeof FORMS

const SEEN_FIELD = 'seen'
/** The stored values with which the form was drawn. The address stays encrypted. */
const seenIn = (what: FormName, member: members.StaffMember): string =>
  JSON.stringify([FORMS[what].field].flat().map((field) => member[field] ?? ''))

const isFormName = (what: string | null): what is FormName => what !== null && Object.hasOwn(FORMS, what)

export const nameField = (name: string, value: string, error?: string): Html =>
  lineField('name', 'Name', value, {
    name,
    error,
    attributes: html` type="text" required maxlength="${members.MAX_NAME_LENGTH}" autocomplete="off"`,
  })

interface UnsentForm {
  what: FormName
  text: string
  error: string
}

export const showMember: DeskPage = async (context) => memberPage(context, await requireTarget(context))

export async function changeByForm(context: DeskContext): Promise<DeskAnswer> {
  const { service, member: viewer, form, audit } = context
  const target = await requireTarget(context)
  const what = form.get('what')
  const text = what === 'roles' ? form.getAll('role').join(' ') : (form.get('text') ?? '')
  const row: MemberForm | undefined = isFormName(what) ? FORMS[what] : undefined
  // Only the name of a revoked member can be changed: the stored roles have no effect, and the address was removed.
  const isTooLate = what !== 'name' && target.revokedAt !== undefined
  if (!isFormName(what) || !row || (row.ownersOnly && !viewer.owner) || isTooLate)
    throw new Problem('invalid-request', { detail: "Open this member's page again: you may not use this form." })
  const checked = (row.schema ?? z.string()).safeParse(text)
  if (!checked.success)
    return memberPage(context, target, { what, text, error: `${row.label} ${checked.error.issues[0]?.message}.` })
  const seen = form.get(SEEN_FIELD)
  const isAsSeen = (member: members.StaffMember) => seen === null || seen === seenIn(what, member)
  if (!isAsSeen(target)) return memberPage(context, target, words.staff.changed)
  await audit(row.action, target.id)
  const decide = await row.decide(service, checked.data, target.id === viewer.id)
  const isDone = await members.changeMember(service, target.id, (one) => (isAsSeen(one) ? decide(one) : undefined))
  if (!isDone) return memberPage(context, await requireTarget(context), words.staff.changed)
  return redirectSaying(row.did, memberPath(target.id))
}

/** @param refused a form with an error, or why nothing was changed */
async function memberPage(context: DeskContext, target: members.StaffMember, refused?: UnsentForm | string) {
  const { service, member: viewer } = context
  const unsent = typeof refused === 'string' ? undefined : refused
  const address = await openAddress(service, target)
  return {
    title: target.name,
    status: unsent ? 422 : refused ? 409 : 200,
    content: html`${typeof refused === 'string' ? alertBox(refused) : ''}
      ${viewer.owner ? nameForm(target, viewer, unsent?.what === 'name' ? unsent : undefined) : ''}
      ${viewer.owner && target.revokedAt === undefined ? rolesForm(target, viewer) : ''}
      ${target.revokedAt === undefined ? addressForms(target, address, viewer, unsent?.what === 'address' ? unsent : undefined) : ''}
      <p class="on-screen"><a href="${STAFF_PATH}">Back to the staff</a></p>`,
  }
}

export async function ownPart({ service, member }: DeskContext, stored: members.StaffMember): Promise<Html> {
  const address = await openAddress(service, stored)
  return html`<h2>You</h2>
    <p>
      You are shown as <strong>${member.name}</strong>, with the role: ${members.rolesInWords(member)}.
      ${member.owner ? html`<a href="${memberPath(member.id)}">Change name or roles</a>` : 'An owner can change both.'}
    </p>
    ${addressForms(stored, address, member)}`
}

const formOptions = (what: FormName, member: members.StaffMember) => ({
  action: memberPath(member.id),
  fields: { what, [SEEN_FIELD]: seenIn(what, member) },
})

const memberForm = (target: members.StaffMember, viewer: SignedIn, what: FormName, content: Html): Html =>
  deskForm(viewer, { ...formOptions(what, target), className: 'form' }, content)

function nameForm(target: members.StaffMember, viewer: SignedIn, unsent?: UnsentForm): Html {
  const content = html`<p>Past entries will show the new name too.</p>
    ${nameField('text', unsent?.text ?? target.name, unsent?.error)}
    <button type="submit">Change the name</button>`
  return memberForm(target, viewer, 'name', content)
}

/** @param isOwn whether the roles are those of the viewer */
export const roleTicks = (roles?: members.Roles, isOwn = false): Html[] =>
  members.ROLES.map((role) => {
    const attributes = isOwn && role === 'owner' ? html` disabled` : html``
    const tick = { name: 'role', value: role, isTicked: roles?.[role] ?? false, attributes }
    return tickField(tick, words.staff.roles[role])
  })

function rolesForm(target: members.StaffMember, viewer: SignedIn): Html {
  const isOwn = target.id === viewer.id
  const content = html`<p>Roles of ${target.name}. ${isOwn ? 'Only another owner can end your role as owner.' : ''}</p>
    ${roleTicks(target, isOwn)}
    <button type="submit" class="quiet">Change the roles</button>`
  return memberForm(target, viewer, 'roles', content)
}

type Address = Awaited<ReturnType<typeof openAddress>>

function addressForms(target: members.StaffMember, address: Address, viewer: SignedIn, unsent?: UnsentForm): Html {
  const field = lineField('address', 'E-mail address', unsent?.text ?? address?.text ?? '', {
    name: 'text',
    error: unsent?.error,
    attributes: html` type="email" required maxlength="${LONGEST_EMAIL}" autocomplete="off"`,
  })
  const content = html`<p>
      E-mail goes there when another member assigns an inquiry to this member,
      and daily when inquiries are late. It gives references only.
    </p>
    ${address && address.text === undefined ? html`<p><strong>${words.staff.unreadableAddress}</strong></p>` : ''}
    ${field}
    <button type="submit" class="quiet">Store the address</button>`
  const summary = address?.text ? `E-mail address: ${address.text}` : 'No address is stored.'
  const isOpen = unsent !== undefined || !address?.text
  return html`${disclosure(summary, memberForm(target, viewer, 'address', content), isOpen)}
    ${address ? buttonForm(viewer, formOptions('removal', target), 'Remove the address') : ''}`
}

/** @throws Problem `not-found`, also for members who are not owners and ask for another member */
async function requireTarget({ service, member, params: { member: id = '' } }: DeskContext) {
  const target = member.owner || id === member.id ? await members.readMember(service, id) : undefined
  if (!target) throw noSuchMember()
  return target
}
