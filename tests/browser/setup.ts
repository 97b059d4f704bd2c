/**
 * Before any test: Chromium is unpacked once, where its package looks for it, because test files that start at once would find it half
 * there.
 */
import packed from '@sparticuz/chromium'
import { CAN_RUN_PACKED } from './chromium.ts'

export default async function unpack(): Promise<void> {
  if (CAN_RUN_PACKED) await packed.executablePath()
}
