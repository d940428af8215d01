import { PARTS, type Parsed } from '../realm/globals/url-parts.ts'
import { isSlow } from './host-intl.ts'

/** The cost of a call in milliseconds of work: for each call, and for each character. */
const ASKED_MS = 0.05
const CHARACTER_MS = 1 / 20_000

/** The maximum length of an address, in characters. */
const LONGEST = 20_000

/** Parses an address for `realm/globals/url.ts`. Returns null if the address is invalid. */
export function askUrl(question: string, spend: (ms: number) => void): string {
  spend(ASKED_MS + question.length * CHARACTER_MS)
  try {
    const isRefused = question.length > LONGEST || isSlow(question)
    return JSON.stringify(isRefused ? null : answer(JSON.parse(question)))
  } catch {
    return 'null'
  }
}

function answer([ask, address, second, value]: unknown[]): Parsed {
  const texts = [address, second, value].map((text) => (text === undefined ? '' : String(text)))
  const [text = '', other = '', set = ''] = texts
  const url = ask === 'parse' && second !== undefined ? new URL(text, other) : new URL(text)
  const part = ask === 'set' ? PARTS.find((each) => each === other) : undefined
  if (part) url[part] = set
  const entries = ([...PARTS, 'origin'] as const).map((each) => [each, url[each]] as const)
  return Object.fromEntries(entries) as Parsed
}
