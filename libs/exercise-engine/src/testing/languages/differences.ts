// The expressions of `calls.ts` whose answers differ from the recorded ones, by browser.

const DATE = 'Date.UTC(2024, 1, 29, 15, 4, 5, 678)'
const date = (locale: string, options: string) =>
  `new Intl.DateTimeFormat('${locale}', ${options}).format(${DATE})`

const FIREFOX_153 = [
  date('ko-KR', `{ dateStyle: 'full', timeStyle: 'short' }`),
  date('ko-KR', `{ hour: 'numeric', minute: '2-digit' }`),
]

const CHROMIUM_156 = [
  ...FIREFOX_153,
  `new Intl.NumberFormat('en-US', { style: 'currency', currency: 'XXX' }).format(1234.567)`,
]

/** Of Debian 12, with ICU 72, whose data are four years older than those of the others. */
const WEBKIT_GTK_2_50 = [
  ...FIREFOX_153,
  `(-1234.5).toLocaleString('it-IT')`,
  `new Intl.NumberFormat('it-IT', { style: 'currency', currency: 'EUR' }).format(1234.5)`,
  `new Intl.NumberFormat('it-IT').formatToParts(-1234.5).map((part) => part.type + part.value)`,
  `new Intl.NumberFormat('en-GB', { notation: 'compact' }).format(1234567)`,
  date('it-IT', 'undefined'),
  `new Date(${DATE}).toLocaleDateString('it-IT')`,
  `new Intl.DateTimeFormat('it-IT').formatToParts(${DATE}).map((part) => part.type + part.value)`,
  date('en-IN', `{ dateStyle: 'full', timeStyle: 'short' }`),
  date('nl-NL', `{ dateStyle: 'medium', timeStyle: 'medium' }`),
  date('en-GB', `{ weekday: 'short', month: 'short', day: 'numeric' }`),
  date('tr-TR', `{ weekday: 'short', month: 'short', day: 'numeric' }`),
  ...['es-ES', 'pt-BR', 'it-IT'].map(
    (locale) => `new Intl.DisplayNames('${locale}', { type: 'language' }).of('ja')`,
  ),
]

export const DIFFERENT = new Set([...CHROMIUM_156, ...FIREFOX_153, ...WEBKIT_GTK_2_50])
