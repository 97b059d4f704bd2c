/**
 * The staff's inbox at the desk. The private key is loaded when the first page needs it, and then cached.
 * Never pass this to the intake, which must not be able to read inquiries.
 */
import { once } from '../remembered.ts'
import type { StaffInbox } from '../ports.ts'
import { openingInbox } from './inbox.ts'
import { loadInboxPrivateKeys } from './key-files.ts'
import type { KeySet } from './key-set.ts'

/** Rejects with a SettingsError when the private key is missing or wrong. The message says what to set. */
export type OpenStaffInbox = () => Promise<StaffInbox>

/** @param inbox the public key that inquiries are encrypted to */
export function lazyStaffInbox(
  env: Readonly<Record<string, string | undefined>>,
  dataDir: string,
  inbox: KeySet['inbox'],
): OpenStaffInbox {
  const open = once(() => openingInbox(...loadInboxPrivateKeys(env, dataDir, inbox)))
  return async () => open()
}
