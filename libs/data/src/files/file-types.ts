/** The types of extensions that browsers do not know, or for which they use different types. */
export const TYPES: Record<string, string> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  pdf: 'application/pdf',
  txt: 'text/plain',
  csv: 'text/csv',
  md: 'text/markdown',
  json: 'application/json',
  zip: 'application/zip',
  gz: 'application/gzip',
  '7z': 'application/x-7z-compressed',
  rar: 'application/vnd.rar',
  tar: 'application/x-tar',
  rtf: 'application/rtf',
  vtt: 'text/vtt',
  doc: 'application/msword',
  xls: 'application/vnd.ms-excel',
  ppt: 'application/vnd.ms-powerpoint',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  odt: 'application/vnd.oasis.opendocument.text',
  ods: 'application/vnd.oasis.opendocument.spreadsheet',
  odp: 'application/vnd.oasis.opendocument.presentation',
  epub: 'application/epub+zip',
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
  ogg: 'audio/ogg',
  oga: 'audio/ogg',
  opus: 'audio/ogg',
  wav: 'audio/wav',
  flac: 'audio/flac',
  mp4: 'video/mp4',
  m4v: 'video/mp4',
  webm: 'video/webm',
  mov: 'video/quicktime',
  woff2: 'font/woff2',
}

/** Returns the extension of a file's name in lower case, without the dot; empty if it has none. */
export const endingOf = (name: string) =>
  /\.([a-z0-9]{1,10})$/i.exec(name)?.[1]?.toLowerCase() ?? ''

/** Returns the type with which a file is stored and served; plain bytes for an unknown extension. */
export function fileType(name: string): string {
  return TYPES[endingOf(name)] ?? 'application/octet-stream'
}

/** Returns whether a stored file is shown as a picture. */
export const isPicture = ({ type }: { type: string }): boolean => type.startsWith('image/')

/** The maximum size of a file in bytes. The bucket has the same limit. */
export const MAX_BYTES = 50 * 1024 * 1024

/**
 * Returns a sentence that says why a file is not accepted; null if it is. The database and storage check it again
 * (rules/files#send).
 */
export function fileRefusal({ name, size }: { name: string; size: number }): string | null {
  const ending = endingOf(name)
  if (/^(svgz?|html?|xhtml|xml|mhtml?)$/.test(ending)) return pageRefusal(name)
  if (/^hei[cf]$/.test(ending)) return heicRefusal(name)
  if (size > MAX_BYTES) return `${name} is larger than 50 MB. Link to it instead.`
  if (size === 0) return `${name} is empty.`
  return null
}

/** Returns the refusal of a file that a browser would execute. */
export const pageRefusal = (name: string): string =>
  `${name}: pages and SVG pictures can run code, so they aren't accepted. Send a PNG or WebP picture, or a PDF.`

/** Returns the refusal of a HEIC picture, the format of phones, because few browsers can show it. */
export const heicRefusal = (name: string): string =>
  `${name} is a HEIC picture, which most browsers do not show. Save it as JPEG or PNG, and send that.`

/** Matches extensions that a computer would execute, whatever the content is. */
const RUN =
  /^(apk|app|bat|chm|cmd|com|cpl|dmg|exe|hta|jar|jse?|lnk|ms[cip]|pif|ps1|reg|scr|vb[es]?|wsf)$/

/**
 * Returns a file's name with the extension of its content if its own extension means another type or would be executed:
 * "report.pdf.exe" with the content of a PDF becomes "report.pdf". An unknown extension stays.
 */
export function nameOfType(name: string, type: string): string {
  const [usual] = Object.entries(TYPES).find(([, one]) => one === type) ?? []
  const ending = endingOf(name)
  if (usual === undefined || /^text\/|json/.test(type) || TYPES[ending] === type) return name
  if (TYPES[ending] === undefined && !RUN.test(ending)) return name
  const rest = name.slice(0, -ending.length - 1)
  return TYPES[endingOf(rest)] === type ? rest : `${rest}.${usual}`
}
