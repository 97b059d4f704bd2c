/** The networks of an address: who counts as one caller, and the site that it belongs to. */
import ipaddr from 'ipaddr.js'
import { remembered } from '../remembered.ts'

/** Bits of the networks in IPv6: what one household has at least, and what a customer of a data center has. */
const [CALLER_BITS, SITE_BITS] = [64, 48]

/**
 * @param address as reported by the platform; it is the caller itself if it is not an IP address
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
