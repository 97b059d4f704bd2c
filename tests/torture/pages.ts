/**
 * Whether pages are served.
 */

/** @returns whether an address is answered with 200, whole */
export async function isServed(address: string): Promise<boolean> {
  try {
    const response = await fetch(address, { headers: { Connection: 'close' } })
    await response.arrayBuffer()
    return response.status === 200
  } catch {
    return false
  }
}
