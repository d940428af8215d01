/** A file of which only those parts are read that are needed to determine its type. */
export interface Bytes {
  /** Reads up to `length` bytes from the position `at`. */
  read: (at: number, length: number) => Promise<Uint8Array>
}

/** The number of bytes at the beginning of a file from which its type is determined. */
const HEAD_BYTES = 256 * 1024

/** The name that is used here for types with several names. */
const CANONICAL_NAMES: Record<string, string> = {
  'application/x-rar-compressed': 'application/vnd.rar',
  'audio/ogg; codecs=opus': 'audio/ogg',
  'audio/x-m4a': 'audio/mp4',
  'image/apng': 'image/png',
  'video/x-m4v': 'video/mp4',
}

/**
 * Groups of types with the same container, which the bytes do not always distinguish. Within a group, the claimed type
 * is used.
 */
const CONTAINER_GROUPS = [
  ['video/mp4', 'audio/mp4'],
  ['application/ogg', 'audio/ogg', 'video/ogg'],
]

/** The types of files that are executed when they are opened. */
const PROGRAMS: ReadonlySet<string> = new Set([
  'application/java-archive',
  'application/java-vm',
  'application/vnd.android.package-archive',
  'application/vnd.ms-cab-compressed',
  'application/vnd.ms-htmlhelp',
  'application/x-apple-diskimage',
  'application/x-deb',
  'application/x-elf',
  'application/x-google-chrome-extension',
  'application/x-mach-binary',
  'application/x-ms-regedit',
  'application/x-msdownload',
  'application/x-msi',
  'application/x-rpm',
  'application/x-shockwave-flash',
  'application/x-xpinstall',
  'application/x.apple.alias',
  'application/x.ms.shortcut',
])

/** The types that a browser would execute as a page or a part of one. */
const PAGES: ReadonlySet<string> = new Set([
  'application/xhtml+xml',
  'application/xml',
  'image/svg+xml',
  'text/html',
  'text/javascript',
  'text/xml',
])

export const isProgram = (type: string): boolean => PROGRAMS.has(type)

export const isPage = (type: string): boolean => PAGES.has(type)

const isMedia = (type: string) => /^(audio|image|video)\//.test(type)

/**
 * Returns the type of a file from its bytes, or the claimed type if the bytes do not show one, as in plain text. Pages
 * are recognised whatever their name and first bytes are, so that they are never stored as pictures or texts. `found`
 * is the result of the library of signatures, `claimed` the type that was sent with the file, if any.
 */
export async function contentType(
  bytes: Bytes,
  found: string | undefined,
  claimed: string,
): Promise<string> {
  const said = claimed.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  const head = await bytes.read(0, HEAD_BYTES)
  const marked = markedText(head)
  const text = marked ?? new TextDecoder().decode(head)
  if (found !== undefined && PAGES.has(found)) return pageType(text)
  const isSigned = found !== undefined && marked === null && !found.startsWith('text/')
  if (isSigned && !(looksBinary(found) && isPlain(head))) return bySignature(bytes, found, said)
  const page = pageIn(text, head.byteLength < HEAD_BYTES)
  if (page !== null) return page
  if (found?.startsWith('text/')) return found
  return byClaim(said, marked !== null || !head.includes(0))
}

/**
 * Returns the type under which a file is stored; null if the bucket does not accept it. `allowed` are the types of the
 * bucket; null means all. A bucket that allows only plain bytes stores every file as plain bytes. In other buckets, a
 * type that is not allowed is stored as text or plain bytes, unless it is a program, page or media file.
 */
export function storedType(allowed: readonly string[] | null, type: string): string | null {
  if (allowed === null || includesType(allowed, type)) return type
  if (includesType(allowed, DOWNLOAD) && allowed.every((one) => one === DOWNLOAD)) return DOWNLOAD
  if (isMedia(type) || isProgram(type) || isPage(type)) return null
  if (type.startsWith('text/') && includesType(allowed, 'text/plain')) return 'text/plain'
  return includesType(allowed, DOWNLOAD) ? DOWNLOAD : null
}

/** Returns whether a list contains a type, or its group such as `image/*`. */
export const includesType = (allowed: readonly string[], type: string): boolean =>
  allowed.some(
    (one) =>
      one === type || one === '*/*' || (one.endsWith('/*') && type.startsWith(one.slice(0, -1))),
  )

const DOWNLOAD = 'application/octet-stream'

async function bySignature(bytes: Bytes, found: string, said: string): Promise<string> {
  if (found === 'application/x-cfb') return compoundType(bytes, said)
  // The library recognises some documents of office suites only as zip archives.
  if (found === 'application/zip' && said.includes('document')) return said
  if (found.startsWith('image/heif') && (await isAvif(bytes))) return 'image/avif'
  const called = CANONICAL_NAMES[found] ?? found
  const wrapping = CONTAINER_GROUPS.find((kinds) => kinds.includes(called))
  return wrapping?.includes(said) ? said : called
}

/**
 * Returns whether a picture in the HEIF container is AVIF, which browsers can show. The container lists its types one
 * after another.
 */
async function isAvif(bytes: Bytes): Promise<boolean> {
  return String.fromCharCode(...(await bytes.read(8, 56))).includes('avif')
}

/**
 * Returns the type of a file without a recognised signature. A claimed picture, film or document is not believed,
 * because its bytes would show a signature.
 */
function byClaim(said: string, isWritten: boolean): string {
  if (said === '') return DOWNLOAD
  if (
    /^(audio|image|video|font)\/|pdf|zip|rar|tar|compressed|word|excel|powerpoint|document|rtf/.test(
      said,
    )
  )
    return DOWNLOAD
  return said.startsWith('text/') && !isWritten ? DOWNLOAD : said
}

/** Returns the text of bytes that begin with a byte order mark; null without one, or if the bytes are not a text. */
function markedText(head: Uint8Array): string | null {
  const encoding = MARKS.find(([, mark]) => mark.every((byte, at) => head[at] === byte))?.[0]
  if (encoding === undefined) return null
  const text = new TextDecoder(encoding).decode(head)
  return CONTROLS.test(text.slice(0, SAMPLE)) ? null : text
}

/** The number of characters by which a text is distinguished from a sound or a picture with the same first bytes. */
const SAMPLE = 4096

const MARKS = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  // Frames of MP3 sound can begin with the same bytes.
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
] as const

const CONTROLS = /[^\P{Cc}\s]|\uFFFD/u

/**
 * Returns whether a file with an ambiguous signature is binary: "BM" begins a bitmap, but also the text "BMI by age".
 */
const looksBinary = (found: string) => isMedia(found) || found === 'application/x-msdownload'

/** Returns whether bytes begin with a valid text in UTF-8. */
export const isPlain = (head: Uint8Array) =>
  !CONTROLS.test(new TextDecoder().decode(head.subarray(0, SAMPLE), { stream: true }))

/**
 * Matches the beginning of an HTML page after spaces and comments. It does not match beginnings that are common in
 * Markdown.
 */
const BEGINS_PAGE =
  /^<(?:\?xml|!doctype|!entity|html|head|body|script|iframe|frameset|object|embed|svg|style|title|meta|link|base)(?=[\s/>]|$)/i

/**
 * Returns the type of the page in a text; null if the text is not a page. `isWhole` is whether the text is complete.
 */
function pageIn(text: string, isWhole: boolean): string | null {
  let rest = begun(text)
  while (rest.startsWith('<!--')) {
    const end = /--!?>/.exec(rest.slice(2))
    // The comment does not end within the sample. The text after it is unknown, so the file counts as a page.
    if (!end) return isWhole ? null : pageType(rest)
    rest = begun(rest.slice(2 + end.index + end[0].length))
  }
  if (rest === '' && !isWhole) return pageType(rest)
  return BEGINS_PAGE.test(rest) ? pageType(rest) : null
}

/** Removes the spaces and comments that browsers skip before the first tag. */
function begun(text: string): string {
  let at = 0
  while (at < text.length && (text.charCodeAt(at) <= 32 || text[at] === '\uFEFF')) at += 1
  return text.slice(at)
}

const pageType = (text: string) =>
  /<(?:\w+:)?svg[\s/>]/i.test(text) ? 'image/svg+xml' : 'text/html'

const hexOf = (bytes: Uint8Array) =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
/** Encodes a name as the directory of a compound file contains it, in UTF-16. */
const wide = (name: string) => [...name].map((letter) => `${letter}\0`).join('')

const PARTS = [
  [wide('WordDocument'), 'application/msword'],
  [wide('Workbook'), 'application/vnd.ms-excel'],
  [`${wide('Book')}\0\0`, 'application/vnd.ms-excel'],
  [wide('PowerPoint Document'), 'application/vnd.ms-powerpoint'],
] as const

/** Matches the class ids of installer packages and patches, which are in the first entry of the directory. */
const INSTALLER = /^8[246]100c0000000000c000000000000046$/

/**
 * Returns the type of a compound file. Word, Excel and PowerPoint files before 2007 share this format and differ in the
 * names in the directory.
 */
async function compoundType(bytes: Bytes, said: string): Promise<string> {
  const header = await bytes.read(0, 512)
  const view = new DataView(header.buffer, header.byteOffset, header.byteLength)
  if (header.byteLength < 512) return DOWNLOAD
  const sector = 2 ** view.getUint16(30, true)
  const directory = await bytes.read((view.getUint32(48, true) + 1) * sector, 4096)
  if (INSTALLER.test(hexOf(directory.subarray(80, 96)))) return 'application/x-msi'
  const names = String.fromCharCode(...directory)
  const [, type] = PARTS.find(([name]) => names.includes(name)) ?? []
  if (type !== undefined) return type
  return PARTS.some(([, one]) => one === said) ? said : 'application/x-cfb'
}
