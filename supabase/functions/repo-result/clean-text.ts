// Reports contain text of untrusted people. Pages, logs of jobs, and terminals show the text, so it is cleaned here.

/** The maximum number of characters in the name of a test. */
const MAX_NAME = 300
/**
 * The maximum length of the name of a suite or test before it is joined to other names. Without this limit, the long name
 * of a suite would be repeated for each of its tests. One character can have a length of two in JavaScript.
 */
export const MAX_RAW_NAME = 2 * MAX_NAME
/** The maximum number of bytes in the message of a test. */
const MAX_MESSAGE_BYTES = 2_000

/** Matches the rest of a terminal sequence after its escape character. */
const SEQUENCE = /^(?:\[[0-?]*[ -/]*[@-~]?|\][^\p{Cc}]*|[ -/]*[0-~])/u

/**
 * Removes from a text: terminal sequences, control characters except tab and line feed, halves of surrogate pairs, and
 * marks that change the direction of text.
 */
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

/** Returns the name of a test, cleaned, in one line, and cut to its maximum length. */
export function cleanName(text: string): string {
  const line = clean(text.slice(0, 10 * MAX_NAME)).replace(/\s+/g, ' ')
  return Array.from(line.trim()).slice(0, MAX_NAME).join('').trim()
}

/** Returns a message, cleaned, and cut to its maximum size without splitting a character. */
export function cleanMessage(text: string): string {
  const whole = clean(text).trim()
  const { read } = new TextEncoder().encodeInto(whole, new Uint8Array(MAX_MESSAGE_BYTES))
  return whole.slice(0, read)
}
