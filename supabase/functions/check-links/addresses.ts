/** Ranges of IPv4 that are not on the public network: the first address, and the number of its significant bits. */
const CLOSED: readonly (readonly [first: string, bits: number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
]

/**
 * Whether an IP address from a resolver is on the public network; false for an invalid one. Loopback,
 * private, link-local, shared, multicast, documentation and translated addresses are not public
 * (rules/courses#check-links).
 */
export function isPublicAddress(address: string): boolean {
  return address.includes(':') ? isPublic6(address) : isPublic4(address)
}

function isPublic4(address: string): boolean {
  const whole = number4(address)
  if (whole === null) return false
  return !CLOSED.some(([first, bits]) => {
    const size = 2 ** (32 - bits)
    return Math.floor(whole / size) === Math.floor((number4(first) ?? 0) / size)
  })
}

function number4(address: string): number | null {
  const match = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(address)
  const parts = match?.slice(1).map(Number) ?? []
  if (parts.length !== 4 || parts.some((part) => part > 255)) return null
  return parts.reduce((whole, part) => whole * 256 + part, 0)
}

/** Accepts only public addresses. Refuses ranges whose addresses contain an IPv4 address, which could be private. */
function isPublic6(address: string): boolean {
  let host: string
  try {
    // URL normalizes the address: compressed, in lower case, without dots.
    host = new URL(`http://[${address.split('%')[0]}]/`).hostname.slice(1, -1)
  } catch {
    return false
  }
  const [head = '', second = ''] = host.startsWith('::') ? ['0'] : host.split(':')
  const [first, next] = [Number.parseInt(head, 16), Number.parseInt(second || '0', 16)]
  if (!(first >= 0x2000 && first <= 0x3fff)) return false
  const carriesAnother = first === 0x2002 || (first === 0x2001 && next < 0x200)
  const isExample = (first === 0x2001 && next === 0xdb8) || first === 0x3fff
  return !carriesAnother && !isExample
}
