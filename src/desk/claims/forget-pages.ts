/**
 * `/desk/addresses`: an owner forgets an e-mail address. The same use case as `npm run claims -- forget`.
 */
import { countTraces, findTraces } from '../../agents/claims/forget.ts'
import { mailboxOf } from '../../email-address.ts'
import { forgetWithMail } from '../../service/forget-traces.ts'
import type { DeskAnswer, DeskContext, DeskRow } from '../page.ts'
import { addressForm, confirmForm, forgotten, FORGET } from './forget-views.ts'
import { recordSearch } from './search.ts'
import { FORGET_ROUTE } from './views.ts'

const TITLE = 'Forget an address'

export const FORGET_PAGES: readonly DeskRow[] = [
  {
    path: FORGET_ROUTE,
    GET: async ({ member }) => ({ title: TITLE, content: addressForm(member) }),
    POST: countOrForget,
    ownersOnly: true,
  },
]

/** The address is sent in the body, because proxies log addresses of pages. */
async function countOrForget({ service, member, form }: DeskContext): Promise<DeskAnswer> {
  const typed = (form.get('email') ?? '').trim()
  const email = mailboxOf(typed)
  if (email === undefined)
    return {
      title: TITLE,
      status: 422,
      content: addressForm(member, typed, 'This is not an e-mail address. Write it whole, like ana@example.com.'),
    }
  const traces = await findTraces(service, email)
  const counts = countTraces(traces)
  if (form.get('what') !== FORGET) {
    await recordSearch({ service, member }, traces.claims)
    return { title: TITLE, content: confirmForm(email, counts, member) }
  }
  await forgetWithMail(service, traces, member.id)
  return { title: 'The address is forgotten', content: forgotten(counts) }
}
