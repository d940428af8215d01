export type Fields = Record<string, unknown>

/** Returns the fields of a message that is an object or the JSON of one; null for anything else. */
export function fieldsOf(data: unknown): Fields | null {
  if (typeof data !== 'string') return isFields(data) ? data : null
  try {
    const parsed: unknown = JSON.parse(data)
    return isFields(parsed) ? parsed : null
  } catch {
    return null
  }
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Returns a number of seconds from 0 on, undefined for any other value. */
export function secondsOf(value: unknown): number | undefined {
  return typeof value === 'number' && value >= 0 && Number.isFinite(value) ? value : undefined
}

/** Like `secondsOf`, for lengths and speeds, which are never 0. */
export function positiveOf(value: unknown): number | undefined {
  const seconds = secondsOf(value)
  return seconds ? seconds : undefined
}

/** Returns the given values without the undefined ones. */
export function known<Name extends string>(
  numbers: Record<Name, number | undefined>,
): Partial<Record<Name, number>> {
  const found: Partial<Record<Name, number>> = {}
  for (const name in numbers) {
    const value = numbers[name]
    if (value !== undefined) found[name] = value
  }
  return found
}
