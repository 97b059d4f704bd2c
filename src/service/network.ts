/**
 * The networks of an address: who counts as one caller.
 */
import ipaddr from 'ipaddr.js'
import { WIDER_NETWORKS } from '../rate-limits.ts'
import { remembered } from '../remembered.ts'

/** Bits of the network that counts as one caller in IPv6. */
const CALLER_BITS = 64

/**
 * What counts as one caller: an IPv4 address, or the /64 network of an IPv6 address.
 * @param address as reported by the platform; returned unchanged if it is not an IP address
 */
export const networkOf = (address: string): string => networksOf(address)[0]

/** What counts as one caller, and around the /64 of an IPv6 address the `WIDER_NETWORKS`, in their order. */
export const networksOf = remembered((address): readonly [string, ...string[]] => {
  if (!ipaddr.isValid(address)) return [address]
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return [parsed.toString()]
  const bytes = parsed.toByteArray()
  const network = (bits: number) => `${bytes.slice(0, bits / 8).join('.')}/${bits}`
  return [network(CALLER_BITS), ...WIDER_NETWORKS.map(({ bits }) => network(bits))]
})
