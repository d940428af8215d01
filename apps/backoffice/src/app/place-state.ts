/** What a place in the history keeps beside its address came from an earlier version, or from nobody: it is read field by field. */
function field(state: unknown, name: string): unknown {
  return typeof state === 'object' && state !== null ? Reflect.get(state, name) : undefined
}

/** A text that a place keeps under that name; empty for none. */
export function textOf(state: unknown, name: string): string {
  const value = field(state, name)
  return typeof value === 'string' ? value : ''
}

/** Texts that a place keeps under that name. */
export function stringsOf(state: unknown, name: string): readonly string[] {
  const value = field(state, name)
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []
}
