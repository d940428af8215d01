import { ancestorsOf, folderOf, nameOf } from '../paths'

const FOLDER =
  /(?:^|\/)(?:i18n|translations?|locales?|lang|languages)\/([a-z]{2,3}(?:[-_][a-z]{2,4})?)\//i
const FILE = /^(.+)\.([a-z]{2}(?:[-_][a-z]{2,4})?)(\.[a-z]+)$/i
const CODE = /^[a-z]{2}(?:[-_][a-z]{2,4})?$/i
const ENGLISH = /^en(?:[-_].*)?$/i
/** Matches index files. Most folders have one, so an index does not show that two folders have the same content. */
const INDEX = /(?:^|\/)(?:_?index|readme)\.\w+$/i

const languages = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' })

function isLanguage(code: string): boolean {
  try {
    return languages.of(code.replace('_', '-')) !== undefined
  } catch {
    return false
  }
}

/** Returns the paths of the files below a folder, relative to it and in lower case. */
function below(folder: string, paths: readonly string[]): Set<string> {
  return new Set(
    paths.flatMap((path) =>
      path.startsWith(`${folder}/`) ? [path.slice(folder.length + 1).toLowerCase()] : [],
    ),
  )
}

function mirrors(files: ReadonlySet<string>, base: ReadonlySet<string>): boolean {
  const shared = [...files].filter((path) => base.has(path))
  return shared.length * 2 >= files.size && shared.some((path) => !INDEX.test(path))
}

/**
 * Returns the folders that are named after a language and whose files also exist in their parent folder or in the
 * folder of another language beside them.
 */
function languageFolders(paths: readonly string[]): Set<string> {
  const folders = new Set(paths.flatMap((path) => ancestorsOf(folderOf(path))))
  const named = [...folders].filter(
    (folder) => CODE.test(nameOf(folder)) && isLanguage(nameOf(folder)),
  )
  const found = new Set<string>()
  const byParent = new Map<string, string[]>()
  for (const folder of named)
    byParent.set(folderOf(folder), [...(byParent.get(folderOf(folder)) ?? []), folder])
  for (const [parent, siblings] of byParent) {
    const inside = (path: string) => siblings.some((folder) => path.startsWith(`${folder}/`))
    const own = new Set(
      paths.flatMap((path) => {
        if (inside(path) || (parent !== '.' && !path.startsWith(`${parent}/`))) return []
        return [(parent === '.' ? path : path.slice(parent.length + 1)).toLowerCase()]
      }),
    )
    const sizes = siblings.map((folder) => ({ folder, files: below(folder, paths) }))
    const english = sizes.find(({ folder }) => ENGLISH.test(nameOf(folder)))
    const first =
      english ??
      (sizes.length > 2
        ? sizes.reduce((one, other) => (other.files.size > one.files.size ? other : one))
        : undefined)
    for (const { folder, files } of sizes) {
      const isCopy =
        mirrors(files, own) ||
        (first !== undefined && first.folder !== folder && mirrors(files, first.files))
      if (isCopy) found.add(folder)
    }
  }
  return found
}

/**
 * Creates a function that returns whether a text is a translation of another text: `translations/fr/…`, `fr/…` beside
 * the same files or beside `en/…`, or `intro.fr.md` beside `intro.md`. If a course exists only in translations, one of
 * them counts as the original.
 */
export function translationFinder(paths: readonly string[]): (path: string) => boolean {
  const known = new Set(paths.map((path) => path.toLowerCase()))
  const inFolder = (path: string) => {
    const code = FOLDER.exec(path)?.[1]
    return code !== undefined && isLanguage(code) ? code.toLowerCase() : null
  }
  const codes = new Map<string, number>()
  for (const path of paths) {
    const code = inFolder(path)
    if (code !== null) codes.set(code, (codes.get(code) ?? 0) + 1)
  }
  const isAll =
    codes.size > 0 && [...codes.values()].reduce((sum, each) => sum + each, 0) === paths.length
  const english = [...codes.keys()].find((code) => ENGLISH.test(code))
  const [most] = [...codes].sort(([, one], [, other]) => other - one)[0] ?? []
  const kept = isAll ? (english ?? most) : undefined
  const folders = languageFolders(paths)
  return (path) => {
    const code = inFolder(path)
    if (code !== null) return code !== kept
    if (ancestorsOf(folderOf(path)).some((folder) => folders.has(folder))) return true
    const [, name = '', language, ending = ''] = FILE.exec(path) ?? []
    if (language === undefined || !isLanguage(language)) return false
    if (known.has(`${name}${ending}`.toLowerCase())) return true
    return !ENGLISH.test(language) && known.has(`${name}.en${ending}`.toLowerCase())
  }
}
