/**
 * The staff's side of the inbox at the desk: the private key is looked for when the first page needs it, and then kept.
 * Whoever takes inquiries in is never given this.
 */
import type { StaffInbox } from '../ports.ts'
import { openingInbox } from './inbox.ts'
import { loadInboxPrivateKey } from './key-files.ts'

/** @throws SettingsError that says what to set, when there is no private key */
export type OpenStaffInbox = () => Promise<StaffInbox>

/**
 * @param env the environment variables
 * @param dataDir the data folder
 */
export function lazyStaffInbox(env: Readonly<Record<string, string | undefined>>, dataDir: string): OpenStaffInbox {
  let opened: Promise<StaffInbox> | undefined
  return async () => (opened ??= openingInbox(loadInboxPrivateKey(env, dataDir)))
}
