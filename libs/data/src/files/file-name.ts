import { UNPRINTABLE } from './unprintable'

/** The most characters of a name. */
const LONGEST = 255

/**
 * Returns the name of a file as people may see it and as it is downloaded: without folders, without letters that cannot
 * be seen or that change the direction of what follows, and with its ending if it is shortened to 255 characters.
 */
export function plainFileName(name: string): string {
  const plain = name
    .replace(/^.*[\\/]/s, '')
    .replace(new RegExp(UNPRINTABLE, 'gu'), '')
    .normalize('NFC')
    .trim()
  const letters = [...plain]
  if (/^\.*$/.test(plain)) return 'file'
  if (letters.length <= LONGEST) return plain
  const ending = /\.\w{1,10}$/.exec(plain)?.[0] ?? ''
  return letters.slice(0, LONGEST - ending.length).join('') + ending
}
