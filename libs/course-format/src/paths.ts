import { ROOT } from '@rookies/data/course-import/payload'
import { printablePath, UNPRINTABLE } from '@rookies/data/files/unprintable'

export { ROOT }

/** Returns the folder of a path; ROOT for a file in the course's own folder. */
export function folderOf(path: string): string {
  return path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : ROOT
}

/** Returns the last part of a path. */
export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

/** Returns a folder and its parents, outermost first; none for the course's own. */
export function ancestorsOf(folder: string): string[] {
  if (folder === ROOT) return []
  const parts = folder.split('/')
  return parts.map((_part, index) => parts.slice(0, index + 1).join('/'))
}

/** Returns a path in the stored form, which is the same on every system, so that a second import finds it. */
export function normalisePath(path: string): string {
  const parts = path.normalize('NFC').split(/[\\/]+/)
  return parts.filter((part) => part !== '' && part !== '.').join('/')
}

/** Gives the same order on every machine. */
export function comparePaths(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/**
 * Returns why the file with a path from an archive or a disk is left out, as the end of a sentence, or null. Nothing is
 * ever written to a path; one that leads out of its folder shows that the archive is malicious.
 */
export function pathProblem(path: string): string | null {
  if (UNPRINTABLE.test(path)) return 'has unreadable characters in its name'
  const parts = path.split(/[\\/]/)
  if (/^[\\/]|^[a-z]:/i.test(path) || parts.includes('..')) return 'leads outside the folder'
  return null
}

/** Returns a name that is not UTF-8 for people, with bytes outside of ASCII as `\xE9`. */
export function escapedName(stored: Uint8Array): string {
  const signs = Array.from(stored, (byte) =>
    byte < 0x80
      ? String.fromCharCode(byte)
      : `\\x${byte.toString(16).toUpperCase().padStart(2, '0')}`,
  )
  return printablePath(signs.join(''))
}

// Not clutter: GitBook keeps a book's pictures in `.gitbook/assets`; `.pages` and `.vitepress/config.*` contain an
// order.
const CLUTTER =
  /^(?:\.(?!\.?$|gitbook$|pages$|vitepress$).*|node_modules|__MACOSX|thumbs\.db|desktop\.ini)$/i
const OF_VITEPRESS = /(?:^|[\\/])\.vitepress[\\/](?!config\.[cm]?[jt]s$)/i

/** Returns whether a path is clutter of systems and tools: hidden files, `__MACOSX`, `node_modules`. */
export function isJunkFile(path: string): boolean {
  return OF_VITEPRESS.test(path) || path.split(/[\\/]/).some((part) => CLUTTER.test(part))
}

const OF_EXERCISM = /(^|[\\/])\.(?:docs|meta)(?=[\\/]|$)/gi

/** Returns whether a course is read without a file: clutter, except the hidden folders of Exercism's exercises. */
export function isUnreadFile(path: string): boolean {
  return isJunkFile(path.replace(OF_EXERCISM, '$1_'))
}
