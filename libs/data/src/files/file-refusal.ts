import { isPage, isProgram } from './content-type'
import { endingOf, TYPES } from './file-types'

/** Bytes that a file may have; the bucket says the same. */
export const MOST_BYTES = 50 * 1024 * 1024

/** What is taken, for who has just given something else. */
const TAKEN =
  'Taken are PNG, JPEG, GIF, WebP and AVIF pictures, MP4, WebM and MOV films, MP3, M4A, Ogg, WAV and FLAC sound, PDF, Word, Excel, PowerPoint, OpenDocument and RTF documents, EPUB, text, and ZIP, RAR, 7z, TAR and GZIP archives.'

/**
 * In: a file that somebody wants to send; what it is for. Out: why it is not taken, in a sentence, or null. The
 * database and storage decide by themselves (rules/files#send).
 */
export function fileRefusal({ name, size }: { name: string; size: number }): string | null {
  const ending = endingOf(name)
  if (/^(svgz?|html?|xhtml|xml|mhtml?)$/.test(ending)) return pageRefusal(name)
  if (/^hei[cf]$/.test(ending)) return heicRefusal(name)
  if (size > MOST_BYTES) return `${name} is larger than 50 MB. Link to it instead.`
  if (size === 0) return `${name} is empty.`
  return null
}

/** Why a file whose content is of a type that is not stored is not taken, in a sentence. */
export function contentRefusal(name: string, type: string): string {
  if (isPage(type)) return pageRefusal(name)
  if (/^image\/hei[cf]/.test(type)) return heicRefusal(name)
  return isProgram(type)
    ? `${name} is a program, and programs are not taken. Link to it instead.`
    : `${name} is of a kind that is not taken. ${TAKEN}`
}

const pageRefusal = (name: string) =>
  `${name}: pages and SVG pictures can run code, so they are not taken. Send a PNG or WebP picture, or a PDF.`

/** Said of a picture as phones make them, which few browsers show. */
export const heicRefusal = (name: string): string =>
  `${name} is a HEIC picture, which most browsers do not show. Save it as JPEG or PNG, and send that.`

/** The types that are stored; the bucket of lessons' files lists the same. */
export const STORED: readonly string[] = [
  ...new Set([...Object.values(TYPES), 'application/octet-stream']),
]
