// Values of parsed YAML, JSON and TOML, whose form is unknown.

/** Returns a list unchanged; an empty list for other values. */
export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

/** Returns the fields of a record; no fields for other values. */
export const recordOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {}

/** Returns a text or a number as a text; an empty text for other values. */
export const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''
