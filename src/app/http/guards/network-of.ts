const GROUPS = 8
const NETWORK_GROUPS = 4

/**
 * Reduces an address to the unit that is counted as one caller: an IPv4 address, or the IPv6 network of one subscriber
 * (/64). Returns other text unchanged.
 */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '')
  if (!plain.includes(':')) return plain
  const [head = '', tail] = plain.split('::')
  const leading = groupsOf(head)
  const trailing = groupsOf(tail ?? '')
  const left = GROUPS - leading.length - trailing.length
  const zeros = tail === undefined ? [] : Array.from({ length: Math.max(0, left) }, () => '0')
  return [...leading, ...zeros, ...trailing].slice(0, NETWORK_GROUPS).join(':')
}

/** Removes leading zeros of each group. */
function groupsOf(part: string): readonly string[] {
  return part === ''
    ? []
    : part.split(':').map((group) => group.toLowerCase().replace(/^0+(?=.)/, ''))
}
