/** The source path of the module that holds the files of the course's own folder. */
export const ROOT = '.'

/** The folder that a path lies in; ROOT for a file beside the course's own. */
export function folderOf(path: string): string {
  return path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : ROOT
}

/** The last part of a path: a file's or a folder's name. */
export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

/** A folder and those it lies in, outermost first; none for the course's own. */
export function ancestorsOf(folder: string): string[] {
  if (folder === ROOT) return []
  const parts = folder.split('/')
  return parts.map((_part, index) => parts.slice(0, index + 1).join('/'))
}

/** A path as it is remembered: one form whatever the system, so that a second import finds it. */
export function normalisePath(path: string): string {
  const parts = path.normalize('NFC').split(/[\\/]+/)
  return parts.filter((part) => part !== '' && part !== '.').join('/')
}

/** The same order on every machine. */
export function comparePaths(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

const UNPRINTABLE = /[\p{Cc}\u200E\u200F\u202A-\u202E\u2066-\u2069\uFFFD]/u

/**
 * In: a path as an archive or a disk gives it. Out: why its file is left out, as the end of a sentence
 * about the file, or null. Nothing is ever written to a path; one that leads outside its folder shows
 * that the archive was made to do harm.
 */
export function pathProblem(path: string): string | null {
  if (UNPRINTABLE.test(path)) return 'has characters in its name that can not be read'
  const parts = path.split(/[\\/]/)
  if (/^[\\/]|^[a-z]:/i.test(path) || parts.includes('..')) return 'leads outside the folder'
  return null
}

/** A path as it can be shown to people. */
export function printablePath(path: string): string {
  return path.replace(new RegExp(UNPRINTABLE, 'gu'), '\uFFFD').slice(0, 300)
}

/** In: a name as a disk or an archive stores it. Out: its text, or null when that is not UTF-8. */
export function decodeName(stored: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(stored)
  } catch {
    return null
  }
}

/** In: a name that is not UTF-8. Out: the name as it can be shown, other bytes than ASCII as `\xE9`. */
export function escapedName(stored: Uint8Array): string {
  const signs = Array.from(stored, (byte) =>
    byte < 0x80
      ? String.fromCharCode(byte)
      : `\\x${byte.toString(16).toUpperCase().padStart(2, '0')}`,
  )
  return printablePath(signs.join(''))
}

// GitBook keeps the pictures of a book in `.gitbook/assets`; `.pages` and `.vitepress/config.*` tell an order.
const CLUTTER =
  /^(?:\.(?!\.?$|gitbook$|pages$|vitepress$).*|node_modules|__MACOSX|thumbs\.db|desktop\.ini)$/i
const OF_VITEPRESS = /(?:^|[\\/])\.vitepress[\\/](?!config\.[cm]?[jt]s$)/i

/** Whether a path is what systems and tools leave lying about: hidden files, `__MACOSX`, `node_modules`. */
export function isJunkFile(path: string): boolean {
  return OF_VITEPRESS.test(path) || path.split(/[\\/]/).some((part) => CLUTTER.test(part))
}
