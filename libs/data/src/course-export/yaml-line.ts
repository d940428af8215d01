const PLAIN = /^\p{L}[\p{L}\p{N} ,.()!?'&+/-]*$/u
/** Words that YAML, of one version or another, takes for something else than text. */
const OTHERWISE = /^(?:true|false|null|yes|no|on|off|y|n)$/i
/** What JSON writes as it is and YAML does not take, or an editor would not show. */
const UNSEEN = /[\u007F-\u00A0\u00AD\u200B-\u200F\u2028-\u202E\u2060-\u206F\uFEFF\uFFFD-\uFFFF]/g

/** In: a text. Out: YAML that means exactly it, on one line; without quotes where none are needed. */
export function yamlText(text: string): string {
  if (PLAIN.test(text) && !text.endsWith(' ') && !OTHERWISE.test(text)) return text
  return JSON.stringify(text).replace(
    UNSEEN,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** `key: value` and a line end; a key without a value for null. */
export function yamlLine(key: string, value: string | number | boolean | null): string {
  const written = typeof value === 'string' ? yamlText(value) : String(value ?? '')
  return written === '' ? `${key}:\n` : `${key}: ${written}\n`
}
