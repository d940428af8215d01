/** A file that is read only as far as necessary to determine its type. */
export interface Bytes {
  /** Reads up to `length` bytes from there on. */
  read: (at: number, length: number) => Promise<Uint8Array>
}

/** A text must begin within this many bytes. */
const HEAD = 256 * 1024

/** Maps types that have several names to the one that is used here. */
const CALLED: Record<string, string> = {
  'application/x-rar-compressed': 'application/vnd.rar',
  'audio/ogg; codecs=opus': 'audio/ogg',
  'audio/x-m4a': 'audio/mp4',
  'image/apng': 'image/png',
  'video/x-m4v': 'video/mp4',
}

/** Types that share a container, which the bytes do not always tell apart. Among these the sender's claim counts. */
const WRAPPINGS = [
  ['video/mp4', 'audio/mp4'],
  ['application/ogg', 'audio/ogg', 'video/ogg'],
]

/** Types of files that run when they are opened. */
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

/** Types that a browser would run as a page, or as part of one. */
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
 * Returns the type of a file by its bytes; the claimed type if the bytes do not show one, as in plain text. Pages are
 * recognized whatever their name and first bytes are, so that no bucket accepts one as a picture or a text. `found` is
 * the result of the library of signatures, `claimed` the type that came with the file, or none.
 */
export async function contentType(
  bytes: Bytes,
  found: string | undefined,
  claimed: string,
): Promise<string> {
  const said = claimed.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  const head = await bytes.read(0, HEAD)
  const marked = markedText(head)
  const text = marked ?? new TextDecoder().decode(head)
  if (found !== undefined && PAGES.has(found)) return pageType(text)
  const isSigned = found !== undefined && marked === null && !found.startsWith('text/')
  if (isSigned && !(looksBinary(found) && isPlain(head))) return bySignature(bytes, found, said)
  const page = pageIn(text, head.byteLength < HEAD)
  if (page !== null) return page
  if (found?.startsWith('text/')) return found
  return byClaim(said, marked !== null || !head.includes(0))
}

/**
 * Returns the type that a file is stored as; null if the bucket does not accept it. `allowed` are the bucket's types,
 * null for all. A bucket that has only bytes to download stores every file as such. In others, a type that the bucket does not list, and that is no program, page or media file, is stored as text or
 * as bytes to download.
 */
export function storedType(allowed: readonly string[] | null, type: string): string | null {
  if (allowed === null || takes(allowed, type)) return type
  if (takes(allowed, DOWNLOAD) && allowed.every((one) => one === DOWNLOAD)) return DOWNLOAD
  if (isMedia(type) || isProgram(type) || isPage(type)) return null
  if (type.startsWith('text/') && takes(allowed, 'text/plain')) return 'text/plain'
  return takes(allowed, DOWNLOAD) ? DOWNLOAD : null
}

/** Returns whether a list contains a type or its group: `image/*`. */
export const takes = (allowed: readonly string[], type: string): boolean =>
  allowed.some(
    (one) =>
      one === type || one === '*/*' || (one.endsWith('/*') && type.startsWith(one.slice(0, -1))),
  )

const DOWNLOAD = 'application/octet-stream'

async function bySignature(bytes: Bytes, found: string, said: string): Promise<string> {
  if (found === 'application/x-cfb') return compoundType(bytes, said)
  // The library reports some documents of an office suite as plain archives.
  if (found === 'application/zip' && said.includes('document')) return said
  if (found.startsWith('image/heif') && (await isAvif(bytes))) return 'image/avif'
  const called = CALLED[found] ?? found
  const wrapping = WRAPPINGS.find((kinds) => kinds.includes(called))
  return wrapping?.includes(said) ? said : called
}

/**
 * Returns whether a picture in the container of phones' pictures is AVIF, which browsers show; further type names
 * follow the first.
 */
async function isAvif(bytes: Bytes): Promise<boolean> {
  return String.fromCharCode(...(await bytes.read(8, 56))).includes('avif')
}

/**
 * Handles bytes without a recognized type. A claim of a picture, a film or a document does not count, because its bytes
 * would show it.
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

/** Returns the text of bytes with a byte order mark; null if they have none or contain what no text does. */
function markedText(head: Uint8Array): string | null {
  const encoding = MARKS.find(([, mark]) => mark.every((byte, at) => head[at] === byte))?.[0]
  if (encoding === undefined) return null
  const text = new TextDecoder(encoding).decode(head)
  return CONTROLS.test(text.slice(0, SAMPLE)) ? null : text
}

/** The number of characters by which a text is told from a sound or a picture that begins alike. */
const SAMPLE = 4096

const MARKS = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  // Frames of sound begin like this too.
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
] as const

const CONTROLS = /[^\P{Cc}\s]|\uFFFD/u

/**
 * Returns whether a short signature really means a binary file: "BM" begins a bitmap, but also the text "BMI by age".
 */
const looksBinary = (found: string) => isMedia(found) || found === 'application/x-msdownload'

/** Returns whether bytes begin as a text in UTF-8. */
export const isPlain = (head: Uint8Array) =>
  !CONTROLS.test(new TextDecoder().decode(head.subarray(0, SAMPLE), { stream: true }))

/** Matches the beginning of a page after spaces and comments, but not what a Markdown text may begin with. */
const BEGINS_PAGE =
  /^<(?:\?xml|!doctype|!entity|html|head|body|script|iframe|frameset|object|embed|svg|style|title|meta|link|base)(?=[\s/>]|$)/i

/** Returns the type of the page that a text is; null if it is none. `isWhole` says whether the text is complete. */
function pageIn(text: string, isWhole: boolean): string | null {
  let rest = begun(text)
  while (rest.startsWith('<!--')) {
    const end = /--!?>/.exec(rest.slice(2))
    // The comment does not end; what follows a long one is unknown.
    if (!end) return isWhole ? null : pageType(rest)
    rest = begun(rest.slice(2 + end.index + end[0].length))
  }
  if (rest === '' && !isWhole) return pageType(rest)
  return BEGINS_PAGE.test(rest) ? pageType(rest) : null
}

/** Removes what browsers skip before the first tag. */
function begun(text: string): string {
  let at = 0
  while (at < text.length && (text.charCodeAt(at) <= 32 || text[at] === '\uFEFF')) at += 1
  return text.slice(at)
}

const pageType = (text: string) =>
  /<(?:\w+:)?svg[\s/>]/i.test(text) ? 'image/svg+xml' : 'text/html'

const hexOf = (bytes: Uint8Array) =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
/** Encodes a name as in the directory of a compound file. */
const wide = (name: string) => [...name].map((letter) => `${letter}\0`).join('')

const PARTS = [
  [wide('WordDocument'), 'application/msword'],
  [wide('Workbook'), 'application/vnd.ms-excel'],
  [`${wide('Book')}\0\0`, 'application/vnd.ms-excel'],
  [wide('PowerPoint Document'), 'application/vnd.ms-powerpoint'],
] as const

/** The class ids of installer packages and patches in the first entry of the directory. */
const INSTALLER = /^8[246]100c0000000000c000000000000046$/

/** Files of Word, Excel and PowerPoint before 2007 share one container; its directory tells them apart. */
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
