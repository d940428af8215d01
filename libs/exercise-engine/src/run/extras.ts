import { INTL } from '../realm/sources.gen.ts'
import { HostIntl } from './host-intl.ts'
import type { Sources } from './sources.ts'

/** A part of the learner's realm that only some code needs. It is added if a file or the tests name it. */
interface Extra {
  pattern: RegExp
  /** An expression, whose value is a function that gets a function of the host. */
  source: string
  host: Host
}

/** What a function of the host answers. Each gets a text and returns one. */
export type Host = 'intl'

const EXTRAS: Extra[] = [{ pattern: /\bIntl\b|toLocale|localeCompare/, source: INTL, host: 'intl' }]

export function extrasNamedIn({ files }: Sources): Extra[] {
  const texts = [...files.values()]
  return EXTRAS.filter(({ pattern }) => texts.some((text) => pattern.test(text)))
}

/** @param spend counts milliseconds of work */
export function hostsOf(spend: (ms: number) => void): Record<Host, (question: string) => string> {
  const intl = new HostIntl(spend)
  return { intl: (question) => intl.ask(question) }
}
