import type { Store } from '../ports.ts'
import { listKeys } from './record.ts'

/** Lists a month in four parallel calls, because Netlify Blobs returns a thousand keys a call. */
export async function listMonth(store: Pick<Store, 'list'>, prefix: string, month: string): Promise<string[]> {
  const tens = [0, 1, 2, 3].map((digit) => listKeys(store, `${prefix}${month}/${month}-${digit}`))
  return (await Promise.all(tens)).flat()
}
