/** A letter, or a sign on one, of a script that is not Latin; and the question mark that stands where ours does. */
const OTHER_SCRIPT = /^(?!\p{Script=Latin})[\p{L}\p{M}؟]/u

/** Keys beside the letters, without Shift and with it. */
const SIGNS: Readonly<Record<string, string>> = { Comma: ',<', Period: '.>', Slash: '/?' }

/**
 * In: a key as it was pressed. Out: what it is among Latin keys, in small letters: what it types, and where that is a
 * letter of another script, what stands at its place on a keyboard with both (rules/interface#shortcuts). Layouts with
 * Latin letters elsewhere, such as AZERTY and Dvorak, go by their letters.
 */
export function latinKey({
  key,
  code,
  shiftKey,
}: Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey'>): string {
  const place = OTHER_SCRIPT.test(key)
    ? (SIGNS[code]?.[Number(shiftKey)] ?? /^Key(.)/.exec(code)?.[1])
    : null
  return (place ?? key).toLowerCase()
}
