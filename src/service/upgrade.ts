/**
 * What a new version does with the facts of an earlier one, once. Facts stay as they are: each row of the table of facts takes the
 * shapes of earlier versions too. What is done is to complete what later versions look things up in.
 */
import { completeStartedIndex } from '../agents/claims/started-index.ts'
import { keyOf } from '../store/fact.ts'
import { FACTS } from '../store/facts.ts'
import { FACTS_VERSION } from '../store/version.ts'
import type { Ports } from '../ports.ts'
import { SettingsError } from '../settings.ts'

const VERSION_PREFIX = keyOf(FACTS.version, { version: '' })

/**
 * Brings a store up to this version and logs what it did: `store.upgraded`, with both versions. In a store that is new, or of this
 * version, it logs nothing. Version 0 is what was written before versions were recorded.
 * @throws SettingsError when a later version wrote in this store; StoreUnavailable
 */
export async function upgradeStore(ports: Pick<Ports, 'store' | 'clock' | 'log'>): Promise<void> {
  const { store, log } = ports
  const versions = (await Array.fromAsync(store.list(VERSION_PREFIX))).map((key) =>
    Number(key.slice(VERSION_PREFIX.length)),
  )
  const from = Math.max(0, ...versions)
  if (from > FACTS_VERSION) {
    throw new SettingsError(
      `The facts in this store are of version ${from}, and this program reads them up to version ${FACTS_VERSION}. Start the later program again, or restore a backup.`,
    )
  }
  if (from === FACTS_VERSION) return
  const isNew = (await store.list('')[Symbol.asyncIterator]().next()).done === true
  if (!isNew) {
    const hadClaims = await completeStartedIndex(ports)
    log('store.upgraded', { from, to: FACTS_VERSION, indexedClaims: !hadClaims })
  }
  // Last, so that an interrupted upgrade is repeated.
  await store.create(keyOf(FACTS.version, { version: FACTS_VERSION }), {})
}
