// What tests print is text of strangers. It is shown in pages, in logs of jobs, and in terminals.

/** The most characters of a test's name. */
const NAME = 300
/**
 * Where names are cut before they are joined to others: thousands of tests may lie inside tests with long names. A character
 * may have two parts.
 */
export const RAW_NAME = 2 * NAME
/** The most bytes of a test's message. */
const MESSAGE_BYTES = 2_000

/** The rest of a terminal's sequence after its escape character. */
const SEQUENCE = /^(?:\[[0-?]*[ -/]*[@-~]?|\][^\p{Cc}]*|[ -/]*[0-~])/u

/** Returns a text without terminal sequences, control characters except tab and line feed, and half characters. */
export function clean(text: string): string {
  const [first = '', ...others] = text
    .replaceAll('\u009b', '\u001b[')
    .replaceAll('\r\n', '\n')
    .split('\u001b')
  return [first, ...others.map((part) => part.replace(SEQUENCE, ''))]
    .join('')
    .replace(/[\p{Cc}\p{Surrogate}\p{Bidi_Control}]/gu, (mark) =>
      mark === '\n' || mark === '\t' ? mark : '',
    )
}

/** Returns the name of a test in one line. */
export function cleanName(text: string): string {
  const line = clean(text.slice(0, 10 * NAME)).replace(/\s+/g, ' ')
  return Array.from(line.trim()).slice(0, NAME).join('').trim()
}

/** Returns the beginning of a message. */
export function cleanMessage(text: string): string {
  const whole = clean(text).trim()
  const { read } = new TextEncoder().encodeInto(whole, new Uint8Array(MESSAGE_BYTES))
  return whole.slice(0, read)
}
