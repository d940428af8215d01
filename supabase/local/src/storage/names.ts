import { invalidKey } from './errors'

/** The characters that a hosted project accepts: no control characters, backslashes, double quotes or percent signs. */
const allowed = /^[\w!\-.*'() &$@=;:+,?/]+$/

/**
 * Checks the decoded name of an object.
 * @throws StorageError InvalidKey for a name that could lead out of its folder or has characters that are not accepted
 */
export function checkName(name: string): string {
  const parts = name.split('/')
  const hasInvalidPart = parts.some((part) => part === '' || part === '.' || part === '..')
  if (hasInvalidPart || name.length > 1024 || !allowed.test(name)) throw invalidKey(name)
  return name
}
