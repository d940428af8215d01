import {
  CLONE,
  CRYPTO,
  DOM_EXCEPTION,
  ENCODING,
  EVENTS,
  FROM_ASYNC,
  INTL,
  URLS,
} from '../realm/sources.gen.ts'
import { HostIntl } from './host-intl.ts'
import { askUrl } from './host-url.ts'
import type { Sources } from './sources.ts'

/** A function of the host. It gets a text and returns a text. */
export type Host = 'intl' | 'url'

/** An optional part of the learner's realm. It is added only if a file or the tests contain its name. */
interface Extra {
  pattern: RegExp
  /** The source of a function. The function may get a function of the host as its argument. */
  source: string
  host?: Host
}

/** The parts in the order in which they are added. The first has the errors that the others throw. */
const EXTRAS: readonly Extra[] = [
  {
    pattern: /\b(?:DOMException|structuredClone|atob|btoa|crypto|Abort\w+|\w*Event|EventTarget)\b/,
    source: DOM_EXCEPTION,
  },
  { pattern: /\bstructuredClone\b/, source: CLONE },
  { pattern: /\b(?:Text(?:En|De)coder|atob|btoa)\b/, source: ENCODING },
  { pattern: /\bcrypto\b/, source: CRYPTO },
  { pattern: /\bfromAsync\b/, source: FROM_ASYNC },
  { pattern: /\b(?:(?:Custom)?Event|EventTarget|AbortController|AbortSignal)\b/, source: EVENTS },
  { pattern: /\bURL(?:SearchParams)?\b/, source: URLS, host: 'url' },
  { pattern: /\bIntl\b|toLocale|localeCompare/, source: INTL, host: 'intl' },
]

export function extrasNamedIn({ files }: Sources): Extra[] {
  const texts = [...files.values()]
  return EXTRAS.filter(({ pattern }) => texts.some((text) => pattern.test(text)))
}

/**
 * @param spend counts milliseconds of work
 * @param onAnswer is called with each question of `Intl` that was answered
 */
export function hostsOf(
  spend: (ms: number) => void,
  onAnswer: (question: unknown[]) => void,
): Record<Host, (question: string) => string> {
  const intl = new HostIntl(spend, onAnswer)
  return {
    intl: (question) => intl.ask(question),
    url: (question) => askUrl(question, spend),
  }
}
