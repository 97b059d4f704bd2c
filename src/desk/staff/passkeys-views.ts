/**
 * Passkeys as HTML: the list, the form that adds one, and the button of the sign-in page. What needs the script is hidden until
 * the script has found the browser's API (`src/views/passkey-script.js`).
 */
import { html } from 'hono/html'
import { OWN_SCRIPT } from '../../http/respond.ts'
import { PATHS } from '../../site.ts'
import type { PasskeyView } from '../../staff/passkey.ts'
import { MAX_NAME_LENGTH } from '../../staff/staff-member.ts'
import type { Html, SignedIn } from '../page.ts'
import { PASSKEY_OPTIONS_PATH } from '../passkey-options.ts'
import { hiddenFields } from '../ui/form-fields.ts'
import { timeElement } from '../ui/format.ts'
import { deskTable } from '../ui/table.ts'
import { STAFF_ROUTE } from './views.ts'

/** Path of adding, below `/desk`. */
export const PASSKEYS_ROUTE = `${STAFF_ROUTE}/passkeys`
const PASSKEYS_PATH = PATHS.desk + PASSKEYS_ROUTE

/** Name of the field that holds what the authenticator answered. */
export const PASSKEY_FIELD = 'passkey'

/** For pages that load the script. */
export const PASSKEY_HEADERS = OWN_SCRIPT

/** Right behind the form and not deferred: the form is shown before what follows it, so that nothing moves. */
const script = html`<script src="/desk-passkey.js"></script>`
const answerField = html`<input type="hidden" name="${PASSKEY_FIELD}">`
/** Where the script says why it did not work. In the page from the start, so that screen readers notice what is written. */
const saidByScript = html`<p class="error" aria-live="assertive" data-said></p>`

/**
 * The button of the sign-in page.
 * @param carried the hidden fields that signing in with a key sends too
 */
export const signInWithPasskey = (
  carried: Html,
): Html => html`<form method="post" action="${PATHS.deskSignIn}" class="form" data-passkey="get" data-options="${PASSKEY_OPTIONS_PATH}" hidden>
      ${carried}${answerField}
      <button type="submit">Sign in with a passkey</button>
      ${saidByScript}
      <p class="hint">You add one on the page Staff, after signing in with your key.</p>
    </form>
    ${script}`

/**
 * The form that adds a passkey.
 * @param name filled in; '' for none
 */
export const addPasskeyForm = (
  member: SignedIn,
  name = '',
): Html => html`<form method="post" action="${PASSKEYS_PATH}" class="form" data-passkey="create" data-options="${PASSKEYS_PATH}/options" hidden>
      <h2>Add a passkey</h2>
      ${hiddenFields(member)}${answerField}
      <div class="field">
        <label for="passkey-name">Name of this device, such as “my phone”</label>
        <p class="hint" id="passkey-hint">Then the fingerprint, the face or the code of this device is enough to sign in here. Add one only where no one else can unlock the device.</p>
        <input id="passkey-name" name="name" type="text" required maxlength="${MAX_NAME_LENGTH}" autocomplete="off" value="${name}" aria-describedby="passkey-hint">
      </div>
      <button type="submit" class="quiet">Add a passkey</button>
      ${saidByScript}
    </form>
    ${script}`

/** Why a passkey cannot be added now, shown only where one could be. */
export const cannotAdd = (reason: string): Html => html`<p data-passkey hidden>${reason}</p>${script}`

/**
 * Passkeys, and a button for each that removes it.
 * @param nameOf name of a member by id
 */
export function passkeysTable(passkeys: readonly PasskeyView[], user: SignedIn, nameOf: (id: string) => string): Html {
  if (passkeys.length === 0) return html``
  const removeForm = ({
    member,
    passkey,
    name,
  }: PasskeyView) => html`<form method="post" action="${PASSKEYS_PATH}/${member}/${passkey}/remove">
      ${hiddenFields(user)}
      <button type="submit" class="quiet">Remove<span class="visually-hidden"> ${name} of ${nameOf(member)}</span></button>
    </form>`
  return deskTable(
    'Passkeys',
    [
      { name: 'Name', kind: 'long' },
      { name: 'Whose' },
      { name: 'Added', kind: 'line' },
      { name: 'Last used', kind: 'line' },
      { name: 'Remove', kind: 'line' },
    ],
    passkeys.map((passkey) => [
      `${passkey.name}${passkey.backedUp ? ' (synced)' : ''}`,
      nameOf(passkey.member),
      timeElement(passkey.at),
      passkey.usedAt === undefined ? 'never' : timeElement(passkey.usedAt),
      removeForm(passkey),
    ]),
  )
}
