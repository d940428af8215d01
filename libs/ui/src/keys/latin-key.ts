/** A letter or combining mark of a script other than Latin, or the Arabic question mark. */
const OTHER_SCRIPT = /^(?!\p{Script=Latin})[\p{L}\p{M}؟]/u

/** What the punctuation keys beside the letters type, without Shift and with it. */
const SIGNS: Readonly<Record<string, string>> = { Comma: ',<', Period: '.>', Slash: '/?' }

/**
 * Returns the Latin key of a key press in lower case: the character that it types or, for a letter of another script,
 * the Latin letter at the same position of the keyboard (rules/interface#shortcuts). For Latin layouts such as AZERTY
 * and Dvorak, the typed letter counts, not its position.
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
