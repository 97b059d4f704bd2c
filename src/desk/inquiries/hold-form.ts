/** The form that begins or ends a legal hold, by which an inquiry is not erased. For lawyers. */
import { html } from 'hono/html'
import { isHeld } from '../../inquiries/history.ts'
import type { FullInquiry } from '../../inquiries/reader.ts'
import type { Html, SignedIn } from '../page.ts'
import { disclosure, textField } from '../ui.ts'
import { changeForm } from './inquiry-table.ts'

/** @param mark of the field for the reason, if the form was refused */
export function holdForm(
  inquiry: FullInquiry,
  member: SignedIn,
  { isOpen: isShown, note, mark }: { isOpen: boolean; note: string; mark: Html },
): Html {
  const held = isHeld(inquiry.history)
  return disclosure(
    held ? 'End the legal hold' : 'Legal hold',
    changeForm(
      inquiry,
      member,
      'hold',
      html`<p class="hint">${held ? 'The inquiry is then erased like any other.' : 'For a dispute, a complaint or a subpoena (rule 4-3.4(a)): the inquiry is not erased until a lawyer ends the hold.'}</p>
      <input type="hidden" name="hold" value="${held ? 'end' : 'begin'}">
      ${textField({ id: 'hold-note', name: 'note', label: 'Why', value: note, rows: 2, mark })}
      <button type="submit" class="quiet">${held ? 'End the hold' : 'Hold it'}</button>`,
    ),
    isShown,
  )
}
