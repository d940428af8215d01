/** Reads one field of a history entry's state, which an earlier version may have written, or nothing. */
function field(state: unknown, name: string): unknown {
  return typeof state === 'object' && state !== null ? Reflect.get(state, name) : undefined
}

/** A text in a history entry's state; empty if there is none. */
export function textOf(state: unknown, name: string): string {
  const value = field(state, name)
  return typeof value === 'string' ? value : ''
}

/** A list of texts in a history entry's state. */
export function stringsOf(state: unknown, name: string): readonly string[] {
  const value = field(state, name)
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []
}
