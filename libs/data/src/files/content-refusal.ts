import { isPage, isProgram } from './content-type'
import { heicRefusal, pageRefusal } from './file-refusal'
import { TYPES } from './file-types'

/** The types that are stored; the bucket of lessons' files lists the same. */
export const STORED: readonly string[] = [
  ...new Set([...Object.values(TYPES), 'application/octet-stream']),
]

/** What is taken, for who has just given something else. */
const TAKEN =
  'Taken are PNG, JPEG, GIF, WebP and AVIF pictures, MP4, WebM and MOV films, MP3, M4A, Ogg, WAV and FLAC sound, PDF, Word, Excel, PowerPoint, OpenDocument and RTF documents, EPUB, text, and ZIP, RAR, 7z, TAR and GZIP archives.'

/** Why a file whose content is of a type that is not stored is not taken, in a sentence. */
export function contentRefusal(name: string, type: string): string {
  if (isPage(type)) return pageRefusal(name)
  if (/^image\/hei[cf]/.test(type)) return heicRefusal(name)
  return isProgram(type)
    ? `${name} is a program, and programs are not taken. Link to it instead.`
    : `${name} is of a kind that is not taken. ${TAKEN}`
}
