import { fileTypeFromBlob } from 'file-type'
import { DataError } from '../errors'
import { contentRefusal, STORED } from './content-refusal'
import { contentType, storedType } from './content-type'
import { fileType } from './file-types'
import { nameOfType } from './name-of-type'

/**
 * What a file is by its content, before any of it is sent, and what it is called by that (rules/files#send).
 * In: its bytes, and its name. Throws DataError: PT422 with a sentence for what is not taken.
 */
export async function lookIntoFile(
  bytes: Blob,
  name: string,
): Promise<{ name: string; type: string }> {
  const found = await fileTypeFromBlob(bytes)
  const read = async (at: number, length: number) =>
    new Uint8Array(await bytes.slice(at, at + length).arrayBuffer())
  const is = await contentType({ read }, found?.mime, fileType(name))
  const type = storedType(STORED, is)
  if (type !== null) return { name: nameOfType(name, type), type }
  throw new DataError({ code: 'PT422', message: contentRefusal(name, is) })
}
