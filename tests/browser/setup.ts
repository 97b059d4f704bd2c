/** Unpacks Chromium once, because test files that start together would find it half unpacked. */
import packed from '@sparticuz/chromium'
import { CAN_RUN_PACKED } from './chromium.ts'

export default async function unpack(): Promise<void> {
  if (CAN_RUN_PACKED) await packed.executablePath()
}
