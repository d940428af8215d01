import type { Service } from '../realm/intl-options.ts'

/** What code asked `Intl` for and browsers answer differently. */
export interface Difference {
  what: string
  /** The test that ran; missing while the files loaded. */
  test?: string
}

type Options = Readonly<Record<string, unknown>>
type Kind = [
  what: string,
  service: Service,
  locales: RegExp,
  /** Returns a truthy value for a call of this kind. */
  isAsked: (options: Options, value: unknown) => unknown,
]

const NAMES_PARTS = /\b(?:dateStyle|timeStyle|weekday|era|year|month|day|hour|minute|second)\b/

/** Returns the options of a date, with what is written if they name no part of it. */
function withDefaults(method: unknown, options: Options): Options {
  if (NAMES_PARTS.test(Object.keys(options).join())) return options
  const hasTime = method === 'toLocaleTimeString' || method === 'toLocaleString'
  const hasDay = method !== 'toLocaleTimeString'
  return { ...options, ...(hasDay && { day: 'default' }), ...(hasTime && { hour: 'default' }) }
}

/** The calls whose answers differ between Node, Chromium, Firefox, and WebKit (docs/decisions/0023-what-runs-know.md). */
const KINDS: readonly Kind[] = [
  ['the currency XXX', 'NumberFormat', /./, ({ currency }) => /^xxx$/i.test(String(currency))],
  ['compact numbers', 'NumberFormat', /^en-GB/, ({ notation }) => notation === 'compact'],
  [
    'numbers of four digits',
    'NumberFormat',
    /^it\b/,
    (_, value) => /^-?\d{4}(?:\.|$)/.test(String(value)),
  ],
  ['times', 'DateTimeFormat', /^ko\b/, ({ hour, timeStyle }) => hour ?? timeStyle],
  ['dates without options', 'DateTimeFormat', /^it\b/, ({ day }) => day === 'default'],
  ['full dates', 'DateTimeFormat', /^en-IN/, ({ dateStyle }) => dateStyle === 'full'],
  [
    'dates with times',
    'DateTimeFormat',
    /^nl\b/,
    ({ dateStyle, timeStyle }) => dateStyle === 'medium' && timeStyle,
  ],
  [
    'dates with a day of the week',
    'DateTimeFormat',
    /^en-GB/,
    ({ weekday, month, year }) => weekday && month && !year,
  ],
  ['short months', 'DateTimeFormat', /^tr\b/, ({ month }) => month === 'short'],
  ['names of languages', 'DisplayNames', /^(?:es|it|pt)\b/, ({ type }) => type === 'language'],
]

/** More than an author reads. A title can be long. */
const MOST = 50
const LONGEST_NAME = 200

/** Collects what the code of a run asked for and browsers answer differently. */
export class Differing {
  private readonly found = new Map<string, Difference>()

  /** @param asked a question of `realm/intl.ts` that was answered, and the test that ran */
  note([ask, what, locales, options, , args]: unknown[], test?: string): void {
    if (ask !== 'call' && ask !== 'date') return
    const service = ask === 'call' ? what : 'DateTimeFormat'
    const [locale = ''] = locales as string[]
    const value = Array.isArray(args) ? String(args[0]).slice(1) : undefined
    const chosen = withDefaults(what, { ...(options as Options) })
    for (const [kind, of, pattern, isAsked] of KINDS) {
      if (of !== service || !pattern.test(locale) || !isAsked(chosen, value)) continue
      const difference = {
        what: `${kind} in ${locale || 'en-US'}`,
        ...(test && { test: test.slice(0, LONGEST_NAME) }),
      }
      if (this.found.size < MOST) this.found.set(JSON.stringify(difference), difference)
    }
  }

  /** Returns the field of the result; none if there is nothing to tell. */
  take(): { differing?: Difference[] } {
    return this.found.size > 0 ? { differing: [...this.found.values()] } : {}
  }
}
