/** E-mails as large as the door takes them: what they are full of, and whether they are read. */
import { MAX_MESSAGE } from '../../src/mail/inbound-message.ts'
import { rowsOf } from '../table.ts'

const FROM = 'From: ana@example.com\nMIME-Version: 1.0\n'

export const TEN_MEGABYTES = rowsOf('tests/mail/ten-megabytes.txt').map(([what = '', before = '', line = '', read]) => {
  const [head, unit] = [FROM + before, line].map((text) => text.replaceAll('\n', '\r\n')) as [string, string]
  return { what, text: head + unit.repeat(Math.floor((MAX_MESSAGE - 1000) / unit.length)), isRead: read === 'yes' }
})
