/**
 * The staff's inbox at the desk. The private key is loaded when the first page needs it, and then cached.
 * Never pass this to the intake, which must not be able to read inquiries.
 */
import type { StaffInbox } from '../ports.ts'
import { openingInbox } from './inbox.ts'
import { loadInboxPrivateKey } from './key-files.ts'

/** Rejects with a SettingsError that says what to set when there is no private key. */
export type OpenStaffInbox = () => Promise<StaffInbox>

/**
 * @param env the environment variables
 * @param dataDir the data folder
 */
export function lazyStaffInbox(env: Readonly<Record<string, string | undefined>>, dataDir: string): OpenStaffInbox {
  let opened: Promise<StaffInbox> | undefined
  return async () => (opened ??= openingInbox(loadInboxPrivateKey(env, dataDir)))
}
