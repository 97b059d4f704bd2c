/**
 * Before any test: Chromium is unpacked once, where its package looks for it. Test files that start at once would find it half there.
 */
import packed from '@sparticuz/chromium'

/** Whether the packed Chromium is made for this machine. */
export const CAN_RUN_PACKED = process.platform === 'linux' && process.arch === 'x64'

export default async function unpackOnce(): Promise<void> {
  if (CAN_RUN_PACKED) await packed.executablePath()
}
