/**
 * What something has to look like: objects have these fields at least, lists these entries, texts that are matched by an
 * expression match it, and everything else is the same.
 */
export type Shape =
  | string
  | number
  | boolean
  | null
  | RegExp
  | readonly Shape[]
  | { readonly [field: string]: Shape }

/** One request to a function, and what has to come of it. */
export interface Call {
  name: string
  /** Done first. */
  before?: () => unknown
  /** POST unless it says otherwise. */
  method?: string
  headers?: Record<string, string>
  /** Sent as it is; anything but text and bytes as JSON. */
  body?: string | Uint8Array<ArrayBuffer> | object
  expected: { status: number; headers?: Shape; body?: Shape }
  /** What is to be found somewhere else afterwards. */
  afterwards?: { look: () => unknown; expected: Shape }
}

/** A function as it runs in a project with these secrets. */
export interface Deployment {
  title: string
  secrets: Record<string, string>
  /** What is run instead of the function's own `index.ts`; a path from the project's root. */
  entry?: string
  calls: readonly Call[]
}

/** In: a shape and what came. Out: a sentence for each difference, with the place of it; none where it fits. */
export function differences(expected: Shape, came: unknown, place = ''): string[] {
  const differs = [`${place || 'it'} is ${show(came)} instead of ${show(expected)}`]
  if (expected instanceof RegExp) {
    return typeof came === 'string' && expected.test(came) ? [] : differs
  }
  if (Array.isArray(expected)) {
    if (!Array.isArray(came) || came.length !== expected.length) return differs
    return expected.flatMap((entry, index) => differences(entry, came[index], `${place}[${index}]`))
  }
  if (typeof expected === 'object' && expected !== null) {
    if (typeof came !== 'object' || came === null || Array.isArray(came)) return differs
    const fields = new Map(Object.entries(came))
    return Object.entries(expected).flatMap(([name, shape]) =>
      differences(shape, fields.get(name), place ? `${place}.${name}` : name),
    )
  }
  return Object.is(came, expected) ? [] : differs
}

const LONGEST = 300

function show(value: unknown): string {
  const text = value instanceof RegExp ? String(value) : (JSON.stringify(value) ?? 'missing')
  return text.length > LONGEST ? `${text.slice(0, LONGEST)} …` : text
}
