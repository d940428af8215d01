import type { Call } from './context'
import { badRequest, invalid } from './errors'

/** Returns a text of the request's body; empty if it is absent or null. @throws ApiError bad_json (400) */
export function textOf(call: Call, field: string): string {
  const value = call.body[field] ?? ''
  if (typeof value !== 'string') throw wrongType(field, 'a string')
  return value
}

/** Returns a boolean of the body; false if it is absent or null. @throws ApiError bad_json (400) */
export function flagOf(call: Call, field: string): boolean {
  const value = call.body[field] ?? false
  if (typeof value !== 'boolean') throw wrongType(field, 'true or false')
  return value
}

/** Returns an object of the body; undefined if it is absent or null. @throws ApiError bad_json (400) */
export function objectOf(call: Call, field: string): Record<string, unknown> | undefined {
  const value = call.body[field] ?? undefined
  if (value === undefined) return undefined
  if (!isObject(value)) throw wrongType(field, 'an object')
  return value
}

/** Whether a value is an object with keys, not an array. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Returns an email in lower case. @throws ApiError validation_failed (400) */
export function checkEmail(email: string): string {
  if (email === '') throw invalid('An email address is required')
  if (email.length > 255) throw invalid('An email address is too long')
  if (
    !/^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d]([a-z\d-]*[a-z\d])?(\.[a-z\d]([a-z\d-]*[a-z\d])?)*$/i.test(
      email,
    )
  ) {
    throw invalid('Unable to validate email address: invalid format')
  }
  return email.toLowerCase()
}

const wrongType = (field: string, expected: string) =>
  badRequest('bad_json', `Could not parse request body as JSON: ${field} must be ${expected}`)
