/**
 * Removes attempts whose time is up and that no one decided: after the claim window nothing reads them any more.
 */
import type { Store } from '../../ports.ts'
import { FACTS } from '../../store/facts.ts'
import { claimantKey, claimPrefix } from '../claim-keys.ts'
import { hasDecision } from '../decision.ts'
import { attemptIdsOf, attemptKey, codeKey, startOf } from './attempt.ts'

/**
 * Removes an attempt that has ended, with its code, tries and place in the index of addresses, unless its claim was decided.
 * Its entry in the index goes last, so that an interrupted removal is continued.
 * @param key of the entry in the index `started/`
 * @throws StoreUnavailable
 */
export async function removeEndedAttempt(store: Omit<Store, 'create'>, key: string): Promise<void> {
  const [, startedAt = '', registration = ''] = key.split('/')
  const keys = await Array.fromAsync(store.list(claimPrefix(registration)))
  const ids = hasDecision(registration, keys)
    ? []
    : attemptIdsOf(registration, keys).filter((id) => startOf(id) === startedAt)
  for (const id of ids) {
    const own = attemptKey(registration, id)
    // One that cannot be read goes too; its code leaves with its own lifetime.
    const { data } = FACTS.attempt.value.safeParse(await store.read(own))
    await Promise.all([
      data && store.remove(codeKey(data.code)),
      data && store.remove(claimantKey(data.person, data.startedAt, registration)),
      ...keys.filter((one) => one !== own && one.includes(`/${id}/`)).map((slot) => store.remove(slot)),
    ])
    // After what only the attempt names.
    await store.remove(own)
  }
  await store.remove(key)
}
