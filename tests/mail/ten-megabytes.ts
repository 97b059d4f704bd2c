/** E-mails as large as the door takes them. */
import { MAX_MESSAGE } from '../../src/mail/inbound-message.ts'

const FROM = 'From: ana@example.com\r\nMIME-Version: 1.0\r\n'
const fill = (line: string) => line.repeat(Math.floor((MAX_MESSAGE - 1000) / line.length))
const PNG = 'Content-Type: image/png; name=x.png\r\nContent-Transfer-Encoding: base64'

/** False: what nobody writes, and is not read. */
export const TEN_MEGABYTES: Readonly<Record<string, readonly [text: string, isRead: boolean]>> = {
  text: [`${FROM}\r\n${fill('It happened on a Monday, and it rained.\r\n')}`, true],
  HTML: [`${FROM}Content-Type: text/html\r\n\r\n${fill('<p>It happened on <b>a Monday</b>.</p>\r\n')}`, true],
  'HTML that is all tags': [`${FROM}Content-Type: text/html\r\n\r\n${fill('<p>x')}`, true],
  'beginnings of quotes': [`${FROM}\r\n${fill('On 1:00 x\r\n')}`, true],
  'empty lines': [`${FROM}\r\n${fill('\r\n')}`, false],
  'lines of hyphens': [`${FROM}\r\n${fill('--\r\n')}`, false],
  'one line': [`${FROM}\r\n${fill('x')}`, true],
  'an attachment': [
    `${FROM}Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n${PNG}\r\n\r\n${fill(`${'AAAA'.repeat(19)}\r\n`)}--b--\r\n`,
    true,
  ],
  headers: [fill('X: y\r\n'), true],
}
