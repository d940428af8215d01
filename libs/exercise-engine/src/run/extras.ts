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

/** What a function of the host answers. Each gets a text and returns one. */
export type Host = 'intl' | 'url'

/** A part of the learner's realm that only some code needs. It is added if a file or the tests name it. */
interface Extra {
  pattern: RegExp
  /** An expression, whose value is a function that may get a function of the host. */
  source: string
  host?: Host
}

/** In the order in which they are added: the others throw the first one's errors. */
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
