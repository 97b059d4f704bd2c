/** `npm run texts`: prints the program's words, and what to write into `firm.md` when a lawyer has read them. */
import { officeDay } from '../dates.ts'
import { programTexts } from './program-texts.ts'

const { parts, digest } = programTexts()
console.log(`${parts.join('\n\n\n')}\n
When a lawyer of the firm has read all of this, write into firm.md:

programTexts:
  reviewed: ${officeDay(new Date())}
  digest: "${digest}"`)
