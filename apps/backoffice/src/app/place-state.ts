/** Reads one field of a history entry's state, of which nothing is certain: an earlier version may have written it. */
function field(state: unknown, name: string): unknown {
  return typeof state === 'object' && state !== null ? Reflect.get(state, name) : undefined
}

/** Returns a text of a history entry's state; empty if there is none. */
export function textOf(state: unknown, name: string): string {
  const value = field(state, name)
  return typeof value === 'string' ? value : ''
}

/** Returns a list of texts of a history entry's state; empty if there is none. */
export function stringsOf(state: unknown, name: string): readonly string[] {
  const value = field(state, name)
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []
}
