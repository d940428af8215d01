import { invalidKey } from './errors'

/** What the storage service takes in a name; no control characters, backslashes, quotes or percent signs. */
const allowed = /^[\w!\-.*'() &$@=;:+,?/]+$/

/**
 * Checks the name of an object, as it stands in an address (decoded).
 * @throws StorageError InvalidKey for what could leave its folder, or would not be found again
 */
export function checkName(name: string): string {
  const parts = name.split('/')
  const lost = parts.some((part) => part === '' || part === '.' || part === '..')
  if (lost || name.length > 1024 || !allowed.test(name)) throw invalidKey(name)
  return name
}
