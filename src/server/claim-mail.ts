/**
 * The mail with which a person confirms. Its subject is constant, and nothing in it was written by whoever asked for it.
 */
import { nationalTelephone } from '../practice/firm.ts'
import { PATHS } from '../site.ts'
import type { Mail } from '../world.ts'
import type { Service } from './service.ts'

/** @param to the address on file, and the secret of the link */
export function claimMail({ firm, base }: Service, { email, link }: { email: string; link: string }): Mail {
  return {
    from: { name: firm.name, address: firm.email },
    to: email,
    subject: `${firm.name}: does an AI agent act for you?`,
    text: `An AI agent says that it acts for you, and somebody entered its code on our site.

Open this page to see what is asked, and to confirm or deny it:

${base}${PATHS.claimConfirm}?link=${link}

If you did not ask for this, choose Deny on that page, or do nothing: the request ends by itself after 72 hours.

${firm.name}
${nationalTelephone(firm.telephone)}
${firm.address.street}, ${firm.address.city}, ${firm.address.state} ${firm.address.postalCode}

${firm.notices.inquiry}
`,
  }
}
