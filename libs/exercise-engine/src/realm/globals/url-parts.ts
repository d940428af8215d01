/** The parts of an address that code can set. `origin` can only be read. */
export const PARTS = [
  ...(['href', 'protocol', 'username', 'password', 'host', 'hostname'] as const),
  ...(['port', 'pathname', 'search', 'hash'] as const),
]
export type UrlPart = (typeof PARTS)[number]
export type Parsed = Record<UrlPart | 'origin', string>
/** Asks the host to parse an address. The host returns `Parsed`, or null for an invalid address. */
export type UrlQuestion =
  | [ask: 'parse', address: string, base?: string]
  | [ask: 'set', address: string, part: UrlPart, value: string]
