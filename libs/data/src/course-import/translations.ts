const FOLDER = /(?:^|\/)(?:i18n|translations|locales)\/([a-z]{2,3}(?:[-_][a-z]{2,4})?)\//i
const FILE = /^(.+)\.([a-z]{2}(?:[-_][a-z]{2,4})?)(\.[a-z]+)$/i

const languages = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' })

function isLanguage(code: string): boolean {
  try {
    return languages.of(code.replace('_', '-')) !== undefined
  } catch {
    return false
  }
}

/**
 * In: the texts of a course. Out: whether one of them is a translation of another: `translations/fr/…`, or `intro.fr.md`
 * beside `intro.md`.
 */
export function translationFinder(paths: readonly string[]): (path: string) => boolean {
  const known = new Set(paths.map((path) => path.toLowerCase()))
  return (path) => {
    const below = FOLDER.exec(path)?.[1]
    if (below !== undefined && isLanguage(below)) return true
    const [, name, language, ending] = FILE.exec(path) ?? []
    if (name === undefined || language === undefined || !isLanguage(language)) return false
    return known.has(`${name}${ending}`.toLowerCase())
  }
}
