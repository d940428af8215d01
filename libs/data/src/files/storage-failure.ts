import { DataError } from '../errors'

/**
 * In: the status that storage refused a file with, as it means it; 0 where no answer came. Out: the error. NETWORK where
 * the same may succeed in a moment, else STORAGE_ and the status, with a sentence.
 */
export function storageFailure(status: number, name?: string): DataError {
  // A full disk answers as quickly as ever, and refuses again until somebody makes room.
  if (status === 507) return new DataError({ code: 'STORAGE_507', message: sentence(status, name) })
  return status === 0 || status === 429 || status >= 500
    ? new DataError({ code: 'NETWORK', status })
    : new DataError({ code: `STORAGE_${status}`, status, message: sentence(status, name) })
}

/** Whether an upload would be refused again, however often it is tried: its kind, its size, or who sends it. */
export const isFinalRefusal = ({ code }: DataError): boolean =>
  /^(42501|PT422|STORAGE_4(00|01|03|13|15))$/.test(code)

function sentence(status: number, name: string | undefined): string {
  const it = name ?? 'The file'
  if (status === 413) return `${it} is too large. Link to it instead.`
  if (status === 415) return `${it} is of a kind that is not taken.`
  if (status === 401 || status === 403) return `You may not upload ${name ?? 'this file'}.`
  if (status === 507) return `${it} could not be stored: the disk of the server is full.`
  return `${it} could not be stored.`
}
