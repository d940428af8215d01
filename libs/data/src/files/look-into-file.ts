import { fileTypeFromBlob } from 'file-type'
import { DataError } from '../errors'
import { contentType, isPage, isPlain, isProgram, storedType } from './content-type'
import { endingOf, fileType, heicRefusal, nameOfType, pageRefusal, TYPES } from './file-types'

/**
 * Determines the type of a file from its content before it is uploaded, and corrects its name for that type
 * (rules/files#send). Throws DataError: `PT422` with a sentence if the file is not accepted.
 */
export async function lookIntoFile(
  bytes: Blob,
  name: string,
): Promise<{ name: string; type: string }> {
  const is = await typeOf(bytes, name)
  const type = storedType(STORED, is)
  if (type !== null) return { name: nameOfType(name, type), type }
  throw new DataError({ code: 'PT422', message: contentRefusal(name, is) })
}

/**
 * Returns the type of a file from its content, whether the type is accepted or not. A file without a known signature is
 * a text if it can be decoded as one. Rejects if the device cannot read the file.
 */
export async function kindOfFile(bytes: Blob, name: string): Promise<string> {
  const is = await typeOf(bytes, name)
  if (is !== 'application/octet-stream') return is
  const head = new Uint8Array(await bytes.slice(0, TEXT_BYTES).arrayBuffer())
  if (!isPlain(head)) return is
  return endingOf(name) === 'ipynb' ? NOTEBOOK : 'text/plain'
}

/** The type of Jupyter's notebooks. */
export const NOTEBOOK = 'application/x-ipynb+json'

/** The number of bytes from which a text is recognised. */
const TEXT_BYTES = 4096

async function typeOf(bytes: Blob, name: string): Promise<string> {
  const found = await fileTypeFromBlob(bytes)
  const read = async (at: number, length: number) =>
    new Uint8Array(await bytes.slice(at, at + length).arrayBuffer())
  return contentType({ read }, found?.mime, fileType(name))
}

/** The types that are accepted. The bucket of lesson files has the same list. */
export const STORED: readonly string[] = [
  ...new Set([...Object.values(TYPES), 'application/octet-stream']),
]

/** The accepted types, as the refusal names them. */
const ACCEPTED_NAMES =
  'Accepted types are PNG, JPEG, GIF, WebP and AVIF pictures, MP4, WebM and MOV films, MP3, M4A, Ogg, WAV and FLAC sound, PDF, Word, Excel, PowerPoint, OpenDocument and RTF documents, EPUB, text, and ZIP, RAR, 7z, TAR and GZIP archives.'

/** Returns a sentence that says why a file of this type is not accepted. */
export function contentRefusal(name: string, type: string): string {
  if (isPage(type)) return pageRefusal(name)
  if (/^image\/hei[cf]/.test(type)) return heicRefusal(name)
  return isProgram(type)
    ? `${name} is a program, and programs aren't accepted. Link to it instead.`
    : `${name} has a type that isn't accepted. ${ACCEPTED_NAMES}`
}
