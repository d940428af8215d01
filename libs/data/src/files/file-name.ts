import { UNPRINTABLE } from './unprintable'

/** The maximum length of a name, in characters. */
const MAX_LENGTH = 255

/**
 * Returns a file name that is safe to show and to download: without folders, without invisible characters and
 * characters that change the direction of text, and, if it is too long, shortened to 255 characters before its
 * extension.
 */
export function plainFileName(name: string): string {
  const plain = name
    .replace(/^.*[\\/]/s, '')
    .replace(new RegExp(UNPRINTABLE, 'gu'), '')
    .normalize('NFC')
    .trim()
  const letters = [...plain]
  if (/^\.*$/.test(plain)) return 'file'
  if (letters.length <= MAX_LENGTH) return plain
  const ending = /\.\w{1,10}$/.exec(plain)?.[0] ?? ''
  return letters.slice(0, MAX_LENGTH - ending.length).join('') + ending
}
