/**
 * Whether pages are served.
 */

/** @returns whether an address is answered with 200, whole */
export async function isServed(address: string): Promise<boolean> {
  const response = await fetch(address)
  await response.arrayBuffer()
  return response.status === 200
}
