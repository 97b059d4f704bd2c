import { desk } from '../../src/desk/app.ts'
import { smtpMailer } from '../../src/mail/smtp.ts'
import { serve } from '../../src/hosts/netlify.ts'
import { lazyStaffInbox } from '../../src/keys/key-files.ts'

export default serve('desk', desk, smtpMailer, lazyStaffInbox)
