import { nameOf } from '../paths'
import { linesOf } from './text-lines'

/** A picture that was embedded in a text as a data URL, as a file. */
export interface EmbeddedPicture {
  path: string
  bytes: Uint8Array
}

/** The picture types that are imported, with their file extensions. */
const EXTENSIONS: Readonly<Record<string, string>> = {
  png: 'png',
  jpeg: 'jpg',
  jpg: 'jpg',
  gif: 'gif',
  webp: 'webp',
  avif: 'avif',
}
const DATA = /data:image\/([a-z0-9.+-]+);base64,([A-Za-z0-9+/]+={0,2})/gi
/** Matches a file with a type in its front matter, as an export writes it. Its text must stay unchanged. */
const HAS_TYPE = /^---\r?\n(?:(?!---)[^\n]*\n)*?type:[ \t]/

function bytesOf(base64: string): Uint8Array | null {
  try {
    const binary = atob(base64)
    return Uint8Array.from(binary, (sign) => sign.charCodeAt(0))
  } catch {
    return null
  }
}

/**
 * Moves pictures that word processors embed in a text to files. Returns the text with links to the files, and the
 * files. Identical pictures become one file.
 */
export function embeddedPictures(
  path: string,
  text: string,
): { text: string; pictures: EmbeddedPicture[] } {
  if (!/data:image\//i.test(text) || HAS_TYPE.test(text.slice(0, 4000)))
    return { text, pictures: [] }
  const pictures: EmbeddedPicture[] = []
  const known = new Map<string, string>()
  const base =
    nameOf(path)
      .replace(/\.[^.]+$/, '')
      .replace(/[^\p{L}\p{N}_-]+/gu, '-') || 'text'
  const place = (whole: string, type: string, base64: string) => {
    const ending = EXTENSIONS[type.toLowerCase()]
    const before = known.get(base64)
    if (before !== undefined) return before
    const bytes = ending === undefined ? null : bytesOf(base64)
    if (bytes === null || bytes.length === 0) return whole
    const name = `${base}-picture-${pictures.length + 1}.${ending}`
    pictures.push({ path: path.slice(0, path.length - nameOf(path).length) + name, bytes })
    known.set(base64, name)
    return name
  }
  const lines = linesOf(text.replace(/\r\n?/g, '\n'), 1).map((line) =>
    line.prose && /data:image\//i.test(line.text) ? line.text.replace(DATA, place) : line.text,
  )
  return { text: lines.join('\n'), pictures }
}
