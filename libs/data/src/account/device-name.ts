/**
 * Browsers by their user agents. The first match counts, because most user agents also contain names of other browsers.
 */
const BROWSERS: readonly [RegExp, string][] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bVersion\/[\d.]+ .*Safari\//, 'Safari'],
]

const SYSTEMS: readonly [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'Mac'],
  [/\bCrOS\b/, 'Chromebook'],
  [/\bLinux\b/, 'Linux'],
]

/** The kinds of devices that have an icon. */
export type DeviceKind = 'phone' | 'tablet' | 'computer'

export interface Device {
  /** For example `Safari on iPhone`. */
  name: string
  kind: DeviceKind
}

/** Returns the device of a user agent under a name that people use. The user agent is not trusted. */
export function deviceOf(userAgent: string | null | undefined): Device {
  const text = userAgent ?? ''
  const browser = BROWSERS.find(([pattern]) => pattern.test(text))?.[1]
  const system = SYSTEMS.find(([pattern]) => pattern.test(text))?.[1]
  const name = browser && system ? `${browser} on ${system}` : (browser ?? system)
  return { name: name ?? 'Unknown device', kind: kindOf(text, system) }
}

function kindOf(text: string, system: string | undefined): DeviceKind {
  if (system === 'iPad') return 'tablet'
  if (system === 'iPhone') return 'phone'
  if (system === 'Android') return /\bMobile\b/.test(text) ? 'phone' : 'tablet'
  return 'computer'
}
