import { isIP, SocketAddress } from 'node:net'

/** The most networks from which one key may be used. */
export const RANGES_MAX = 20

/** A network as it is stored, or what is wrong with the text. */
export type ReadRange =
  | { readonly range: string }
  | { readonly fault: 'not_a_network' }
  | { readonly fault: 'inside_network'; readonly network: string }

/**
 * Reads a network such as `203.0.113.0/24`; a single address is a network of one. An address inside a network is a fault:
 * it is unclear if the one or the other is meant.
 */
export function readRange(text: string): ReadRange {
  const [address = '', length, ...rest] = text.trim().split('/')
  const version = address.includes('%') ? 0 : isIP(address)
  const bits = version === 4 ? 32 : 128
  const isLength = length === undefined || (/^\d{1,3}$/.test(length) && Number(length) <= bits)
  if (version === 0 || rest.length > 0 || !isLength) return { fault: 'not_a_network' }
  const prefix = length === undefined ? bits : Number(length)
  const number = version === 4 ? numberOf4(address) : numberOf6(address)
  // Requests from such an address are counted as IPv4, so IPv4 is what the network has to name.
  if (version === 6 && number >> 32n === 0xffffn) return { fault: 'not_a_network' }
  const host = (1n << BigInt(bits - prefix)) - 1n
  const network = `${version === 4 ? write4(number & ~host) : write6(number & ~host)}/${prefix}`
  return (number & host) === 0n ? { range: network } : { fault: 'inside_network', network }
}

function numberOf4(address: string): bigint {
  return address.split('.').reduce((sum, part) => (sum << 8n) | BigInt(part), 0n)
}

function write4(number: bigint): string {
  return [24n, 16n, 8n, 0n].map((shift) => (number >> shift) & 255n).join('.')
}

function numberOf6(address: string): bigint {
  const last = address.slice(address.lastIndexOf(':') + 1)
  // An IPv4 tail is two groups.
  const plain = last.includes('.')
    ? `${address.slice(0, -last.length)}${write6Tail(numberOf4(last))}`
    : address
  const [head = '', tail] = plain.split('::')
  const groups = (part: string) => (part === '' ? [] : part.split(':'))
  const [left, right] = [groups(head), groups(tail ?? '')]
  const zeros = Array.from({ length: 8 - left.length - right.length }, () => '0')
  return [...left, ...zeros, ...right].reduce(
    (sum, group) => (sum << 16n) | BigInt(`0x${group}`),
    0n,
  )
}

function write6Tail(number: bigint): string {
  return `${(number >> 16n).toString(16)}:${(number & 0xffffn).toString(16)}`
}

function write6(number: bigint): string {
  const groups = Array.from({ length: 8 }, (_, index) =>
    ((number >> BigInt(112 - 16 * index)) & 0xffffn).toString(16),
  )
  return new SocketAddress({ address: groups.join(':'), family: 'ipv6' }).address
}
