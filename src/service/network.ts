/** The networks of an address: the one that counts as a caller, and the larger one that counts as a site. */
import ipaddr from 'ipaddr.js'
import { remembered } from '../remembered.ts'

/** Bits of an IPv6 network: a household has at least a /64, a customer of a data center a /48. */
const [CALLER_BITS, SITE_BITS] = [64, 48]

/**
 * @param address reported by the platform. If it is not an IP address, it is the caller
 * @returns an IPv4 address, or the /64 and the /48 network of an IPv6 address
 */
export const networksOf = remembered((address): { caller: string; site?: string } => {
  if (!ipaddr.isValid(address)) return { caller: address }
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return { caller: parsed.toString() }
  const bytes = parsed.toByteArray()
  const network = (bits: number) => `${bytes.slice(0, bits / 8).join('.')}/${bits}`
  return { caller: network(CALLER_BITS), site: network(SITE_BITS) }
})

export const networkOf = (address: string): string => networksOf(address).caller
