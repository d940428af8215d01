/** A file as far as it has to be read to know what it is. */
export interface Bytes {
  /** Up to so many bytes from there on. */
  read: (at: number, length: number) => Promise<Uint8Array>
}

/** Bytes in which a text has to have begun. */
const HEAD = 256 * 1024

/** What kinds are called here that have several names. */
const CALLED: Record<string, string> = {
  'application/x-rar-compressed': 'application/vnd.rar',
  'audio/ogg; codecs=opus': 'audio/ogg',
  'audio/x-m4a': 'audio/mp4',
  'image/apng': 'image/png',
  'video/x-m4v': 'video/mp4',
}

/** Kinds in one wrapping, which bytes alone do not always tell apart: what the sender says counts among these. */
const WRAPPINGS = [
  ['video/mp4', 'audio/mp4'],
  ['application/ogg', 'audio/ogg', 'video/ogg'],
]

/** What runs once it is opened. */
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

/** What a browser would run as a page, or as part of one. */
const PAGES: ReadonlySet<string> = new Set([
  'application/xhtml+xml',
  'application/xml',
  'image/svg+xml',
  'text/html',
  'text/javascript',
  'text/xml',
])

/** Whether it runs once it is opened. */
export const isProgram = (type: string): boolean => PROGRAMS.has(type)

/** Whether a browser would run it as a page. */
export const isPage = (type: string): boolean => PAGES.has(type)

const isMedia = (type: string) => /^(audio|image|video)\//.test(type)

/**
 * What a file is, by its bytes; what was claimed where bytes do not tell, as with plain text. Pages are named as such,
 * whatever they are called and begin with, so that no bucket takes one for a picture or a text.
 * In: what the library of signatures finds in it, and the type that came with it, or none.
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
 * In: the types that a bucket takes, null where it takes all; what a file is. Out: the type that it is stored as, null
 * where it is not taken. What the bucket does not name, and is neither a program, a page nor to be shown, is a text or
 * bytes to download.
 */
export function storedType(allowed: readonly string[] | null, type: string): string | null {
  if (allowed === null || takes(allowed, type)) return type
  if (isMedia(type) || isProgram(type) || isPage(type)) return null
  if (type.startsWith('text/') && takes(allowed, 'text/plain')) return 'text/plain'
  return takes(allowed, DOWNLOAD) ? DOWNLOAD : null
}

/** Whether a list names a type, or all of its kind: `image/*`. */
export const takes = (allowed: readonly string[], type: string): boolean =>
  allowed.some(
    (one) =>
      one === type || one === '*/*' || (one.endsWith('/*') && type.startsWith(one.slice(0, -1))),
  )

const DOWNLOAD = 'application/octet-stream'

async function bySignature(bytes: Bytes, found: string, said: string): Promise<string> {
  if (found === 'application/x-cfb') return compoundType(bytes, said)
  // Documents of an office suite that their archive alone would call something else.
  if (found === 'application/zip' && said.includes('document')) return said
  if (found.startsWith('image/heif') && (await isAvif(bytes))) return 'image/avif'
  const called = CALLED[found] ?? found
  const wrapping = WRAPPINGS.find((kinds) => kinds.includes(called))
  return wrapping?.includes(said) ? said : called
}

/** Whether a picture in the wrapping of phones' pictures is one that browsers show: further names stand behind the first. */
async function isAvif(bytes: Bytes): Promise<boolean> {
  return String.fromCharCode(...(await bytes.read(8, 56))).includes('avif')
}

/** In: what came with bytes that show no kind. A picture, a film or a document that its bytes do not show is none. */
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

/** The text of bytes that begin with a mark of it; null where they do not, or hold what no text does. */
function markedText(head: Uint8Array): string | null {
  const encoding = MARKS.find(([, mark]) => mark.every((byte, at) => head[at] === byte))?.[0]
  if (encoding === undefined) return null
  const text = new TextDecoder(encoding).decode(head)
  return CONTROLS.test(text.slice(0, SAMPLE)) ? null : text
}

/** Letters by which a text is told from a sound that begins like one, or a picture that does. */
const SAMPLE = 4096

const MARKS = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  // As frames of sound begin.
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
] as const

const CONTROLS = /[^\P{Cc}\s]|\uFFFD/u

/** Whether a signature of few letters stands for what is never plain text: "BM" begins a bitmap, and "BMI by age". */
const looksBinary = (found: string) => isMedia(found) || found === 'application/x-msdownload'

const isPlain = (head: Uint8Array) =>
  !CONTROLS.test(new TextDecoder().decode(head.subarray(0, SAMPLE), { stream: true }))

/** How a page begins, once blanks and comments are past; what a text in Markdown may begin with is none. */
const BEGINS_PAGE =
  /^<(?:\?xml|!doctype|!entity|html|head|body|script|iframe|frameset|object|embed|svg|style|title|meta|link|base)(?=[\s/>]|$)/i

/** The type of the page that a text is, of which `isWhole` says whether there is more; null where it is none. */
function pageIn(text: string, isWhole: boolean): string | null {
  let rest = begun(text)
  while (rest.startsWith('<!--')) {
    const end = /--!?>/.exec(rest.slice(2))
    // A comment to the end; what follows a long one is not known.
    if (!end) return isWhole ? null : pageType(rest)
    rest = begun(rest.slice(2 + end.index + end[0].length))
  }
  if (rest === '' && !isWhole) return pageType(rest)
  return BEGINS_PAGE.test(rest) ? pageType(rest) : null
}

/** Without what browsers pass over before the first tag. */
function begun(text: string): string {
  let at = 0
  while (at < text.length && (text.charCodeAt(at) <= 32 || text[at] === '\uFEFF')) at += 1
  return text.slice(at)
}

const pageType = (text: string) =>
  /<(?:\w+:)?svg[\s/>]/i.test(text) ? 'image/svg+xml' : 'text/html'

const hexOf = (bytes: Uint8Array) =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
/** As the names of its parts stand in a compound file. */
const wide = (name: string) => [...name].map((letter) => `${letter}\0`).join('')

const PARTS = [
  [wide('WordDocument'), 'application/msword'],
  [wide('Workbook'), 'application/vnd.ms-excel'],
  [`${wide('Book')}\0\0`, 'application/vnd.ms-excel'],
  [wide('PowerPoint Document'), 'application/vnd.ms-powerpoint'],
] as const

/** The classes of an installer's package and of its patches, as they stand in the first entry. */
const INSTALLER = /^8[246]100c0000000000c000000000000046$/

/** The files of Word, Excel and PowerPoint of before 2007, and others, are one wrapping: its directory tells them apart. */
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
