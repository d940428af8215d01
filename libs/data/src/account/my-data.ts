import type { DataClient } from '../client'
import { type DataError, unwrap } from '../errors'
import { authMessage } from '../session/auth-message'

/** A file that the browser offers to save. */
export interface DataFile {
  name: string
  /** The content as indented JSON. */
  text: string
}

/**
 * Returns everything that is stored about the signed-in person as a file (rules/accounts#my-data). The database records
 * the export. `today` is part of the file's name. Throws DataError.
 */
export async function myDataFile(client: DataClient, today: Date): Promise<DataFile> {
  const data = unwrap(await client.rpc('my_data'))
  return {
    name: `my-data-${today.toISOString().slice(0, 10)}.json`,
    text: `${JSON.stringify(data, null, 2)}\n`,
  }
}

/** Returns the message about a failed download: the database's own sentence if it has one. */
export function myDataMessage(error: DataError): string {
  return error.code === 'NETWORK'
    ? 'Your data could not be fetched. Please check your connection and try again.'
    : authMessage(error)
}
