import { DataError } from '../errors'

/**
 * Returns the error for a status of storage (0 without an answer): NETWORK if another attempt may succeed, otherwise
 * STORAGE_ and the status, with a sentence.
 */
export function storageFailure(status: number, name?: string): DataError {
  // A full disk refuses every attempt until an administrator makes room.
  if (status === 507) return new DataError({ code: 'STORAGE_507', message: sentence(status, name) })
  return status === 0 || status === 429 || status >= 500
    ? new DataError({ code: 'NETWORK', status })
    : new DataError({ code: `STORAGE_${status}`, status, message: sentence(status, name) })
}

/** Returns whether another attempt would be refused too, because of the file's type or size or the person's rights. */
export const isFinalRefusal = ({ code }: DataError): boolean =>
  /^(42501|PT422|STORAGE_4(00|01|03|13|15))$/.test(code)

function sentence(status: number, name: string | undefined): string {
  const it = name ?? 'The file'
  if (status === 413) return `${it} is too large. Link to it instead.`
  if (status === 415) return `${it} has a type that isn't accepted.`
  if (status === 401 || status === 403) return `You may not upload ${name ?? 'this file'}.`
  if (status === 507) return `${it} could not be stored: the disk of the server is full.`
  return `${it} could not be stored.`
}
