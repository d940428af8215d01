import { defineClasses } from './define'

/** The numeric codes of the older names of exceptions. */
const CODES = new Map([
  ['IndexSizeError', 1],
  ['InvalidCharacterError', 5],
  ['NotFoundError', 8],
  ['NotSupportedError', 9],
  ['InvalidStateError', 11],
  ['SyntaxError', 12],
  ['AbortError', 20],
  ['QuotaExceededError', 22],
  ['TimeoutError', 23],
  ['DataCloneError', 25],
])

/** Adds the class of the browser's own errors. */
export default function addDomException(): void {
  class DOMException extends Error {
    readonly code: number
    constructor(message: unknown = '', name: unknown = 'Error') {
      super(String(message))
      const code = CODES.get(String(name)) ?? 0
      for (const [key, value] of [['name', String(name)] as const, ['code', code] as const])
        Reflect.defineProperty(this, key, { value, writable: true, configurable: true })
      this.code = code
    }
  }
  defineClasses([DOMException])
}
