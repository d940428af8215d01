/**
 * The expected form of a value: an object must have these fields, an array these entries, and a text must match a
 * regular expression. Other values must be equal.
 */
export type Shape =
  | string
  | number
  | boolean
  | null
  | RegExp
  | readonly Shape[]
  | { readonly [field: string]: Shape }

/** One request to a function, and the expected answer. */
export interface Call {
  name: string
  /** Runs before the request. */
  before?: () => unknown
  /** POST by default. */
  method?: string
  /** The path after the function's name, such as `/a`. */
  path?: string
  headers?: Record<string, string>
  /** Texts and bytes are sent unchanged; everything else is sent as JSON. */
  body?: string | Uint8Array<ArrayBuffer> | object
  expected: { status: number; headers?: Shape; body?: Shape }
  /** A check that runs after the request, for example on a table or a mailbox. */
  afterwards?: { look: () => unknown; expected: Shape }
}

/** A function that is deployed with these secrets. */
export interface Deployment {
  title: string
  secrets: Record<string, string>
  /** The file to bundle and run instead of the function's `index.ts`, relative to the project's root. */
  entry?: string
  calls: readonly Call[]
}

/**
 * Returns one sentence for each difference, with its place in the value; an empty list if the value has the expected
 * form.
 */
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
