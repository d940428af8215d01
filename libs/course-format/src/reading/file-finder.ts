import { markdownName } from '../file-names'
import { ancestorsOf, folderOf, nameOf, pathFrom, ROOT } from '../paths'
import type { CourseFile } from './read-files'

/** The forms in which course tools write the address of a page: with its extension, without it, or as a folder. */
const AS_FILE = [
  '',
  '.md',
  '.mdx',
  '.markdown',
  '/index.md',
  '/index.mdx',
  '/README.md',
  '/_index.md',
]
/** Folders whose contents a documentation site serves from its root. */
const SERVED = [
  'static',
  'public',
  'assets',
  'docs',
  'src',
  'content',
  'pages',
  'src/pages',
  'content/docs',
  'src/content',
  'src/content/docs',
]
/** Matches the prefixes by which tools mark a path from the root of a site. */
const SITE = /^(?:@site|~@?|@)\//
const NUMBER = /^\d+(?:[-_.]\d+)*[-_.]+\s*(?=\S)/

/** Percent-decodes an address. Returns it unchanged if the result would not be UTF-8. */
function decoded(text: string): string {
  return text.replace(/(?:%[0-9a-f]{2})+/gi, (signs) => {
    try {
      return decodeURIComponent(signs)
    } catch {
      return signs
    }
  })
}

/** Returns a path with composed characters and ordinary spaces, because macOS and browsers write them differently. */
function keyOf(path: string): string {
  return path
    .normalize('NFC')
    .replace(/[\u00A0\u2000-\u200A\u202F\u3000]/g, ' ')
    .toLowerCase()
}

const withoutNumbers = (path: string) =>
  path
    .split('/')
    .map((part) => part.replace(NUMBER, ''))
    .join('/')

/** Facts about a site that are not in the paths of its files. */
interface Site {
  /** The name of the imported folder. Addresses may begin with it or with a folder above it. */
  folderName?: string
  /** Addresses that files set for themselves in front matter, without slashes at the ends, with the files' paths. */
  routes?: ReadonlyMap<string, string>
}

/** Returns the file that an address in another file means; null if it is no file of the course. */
export type FindFile = (from: string, target: string) => string | null

/**
 * Creates a function that finds the file that a link means: by its relative path, by its path from the root of a site
 * or of a folder that the site serves, or by the address of a page.
 */
export function fileFinder(paths: readonly string[], { folderName, routes }: Site = {}): FindFile {
  const known = new Map<string, string>()
  for (const path of paths) if (!known.has(keyOf(path))) known.set(keyOf(path), path)
  for (const path of paths) known.set(path, path)
  let unnumbered: Map<string, string> | null = null
  const answers = new Map<string, Map<string, string | null>>()

  function atPath(path: string, files: ReadonlyMap<string, string> = known): string | null {
    const exact = files === known ? files.get(path) : undefined
    if (exact !== undefined) return exact
    const bare = keyOf(path).replace(/\.html?$/, '')
    for (const ending of AS_FILE) {
      const found = files.get(keyOf(`${bare}${ending}`).replace(/^\//, ''))
      if (found !== undefined) return found
    }
    return null
  }

  function fromRoot(from: string, path: string): string | null {
    const folders = ['', ...ancestorsOf(folderOf(from)).map((folder) => `${folder}/`)].reverse()
    for (const folder of folders) {
      for (const served of ['', ...SERVED.map((name) => `${name}/`)]) {
        const found = atPath(`${folder}${served}${path}`.replace(/\/$/, ''))
        if (found !== null) return found
      }
    }
    const parts = path.split('/')
    const own = folderName === undefined ? -1 : parts.map(keyOf).indexOf(keyOf(folderName))
    return own < 0 ? null : atPath(parts.slice(own + 1).join('/'))
  }

  function byRoute(path: string): string | null {
    const bare = keyOf(path).replace(/^\/|\/$/g, '')
    return routes?.get(bare) ?? routes?.get(bare.replace(/^docs\//, '')) ?? null
  }

  function withoutNumber(path: string): string | null {
    unnumbered ??= new Map(
      paths.flatMap((each) => {
        const bare = withoutNumbers(each)
        return bare === each ? [] : [[keyOf(bare), each] as const]
      }),
    )
    if (unnumbered.size === 0) return null
    const bare = withoutNumbers(path)
    return atPath(bare, unnumbered) ?? atPath(bare.replace(/^docs\//, ''), unnumbered)
  }

  function find(from: string, target: string): string | null {
    const unescaped = target.replace(/\\([!-/:-@[-`{-~])/g, '$1')
    const bare = decoded(unescaped.replace(/[?#].*$/s, '')).trim()
    if (bare === '') return null
    const isSite = SITE.test(bare)
    const written = isSite ? `/${bare.replace(SITE, '')}` : bare
    const isRooted = written.startsWith('/')
    const path = pathFrom(folderOf(from), written)
    const asWritten = pathFrom(folderOf(from), unescaped)
    const exact = asWritten === null ? undefined : known.get(asWritten)
    const found = exact ?? (path === null ? null : atPath(path))
    if (found !== null) return found
    if (isRooted && path !== null) {
      const served = fromRoot(from, path)
      if (served !== null) return served
    }
    // A site may serve a page as a folder. Its links are then relative to that folder.
    const isAddress = !isRooted && !/\.(?:mdx?|markdown)$/i.test(bare)
    const asFolder = isAddress ? pathFrom(from.replace(/\.\w+$/, ''), written) : null
    const places = [path, asFolder].filter((each) => each !== null)
    for (const place of places) {
      const there =
        (place === asFolder ? atPath(place) : null) ?? byRoute(place) ?? withoutNumber(place)
      if (there !== null) return there
    }
    return isRooted ? null : fromServed(bare)
  }

  /** Returns the file for a picture's path that some tools write from the root without a slash. */
  function fromServed(path: string): string | null {
    if (path.startsWith('.') || !/\.\w+$/.test(path)) return null
    const places = SERVED.slice(0, 3).map((served) => atPath(`${served}/${path}`))
    return places.find((each) => each !== null) ?? null
  }

  return (from, target) => {
    if (/^(?:[a-z][a-z0-9+.-]*:|\/\/|#)/i.test(target) || target.length > 2000) return null
    const known = answers.get(from) ?? new Map<string, string | null>()
    answers.set(from, known)
    const answer = known.get(target)
    if (answer !== undefined) return answer
    const found = find(from, target)
    known.set(target, found)
    return found
  }
}

/**
 * Creates a function that finds a file in any folder by its name, with or without extension, as wikis do. Of several
 * files it returns the one with the shortest path.
 */
export function nameFinder(paths: readonly string[]): (name: string) => string | null {
  let known: Map<string, string> | null = null
  const bare = (path: string) => keyOf(path).replace(/\.(?:mdx?|markdown)$/, '')
  return (name) => {
    if (known === null) {
      known = new Map()
      const nearest = [...paths].sort(
        (one, other) => one.split('/').length - other.split('/').length,
      )
      for (const path of nearest) {
        const parts = path.split('/')
        for (let from = parts.length - 1; from >= 0; from -= 1) {
          const end = parts.slice(from).join('/')
          for (const key of [keyOf(end), bare(end)]) if (!known.has(key)) known.set(key, path)
        }
      }
    }
    const wanted = decoded(name.trim()).replace(/^\.?\//, '')
    return known.get(keyOf(wanted)) ?? known.get(bare(wanted)) ?? null
  }
}

const ADDRESS = /^(slug|permalink|url|id)\s*[:=]\s*["']?([^"'\s#]+)/gm

/** Returns the addresses that files set for themselves in front matter, with the files' paths. */
export function routesOf(files: readonly CourseFile[]): Map<string, string> {
  const routes = new Map<string, string>()
  const bare = (address: string) => address.replace(/^\/|\/$|\.html?$/g, '').toLowerCase()
  for (const { path, text } of files) {
    if (markdownName(nameOf(path)) === null || !/^(?:---|\+\+\+)/.test(text)) continue
    const head = text.slice(0, 4000).split(/\n(?:---|\+\+\+)/)[0] ?? ''
    const folder = folderOf(path) === ROOT ? '' : `${folderOf(path)}/`
    for (const [, key, value = ''] of head.matchAll(ADDRESS)) {
      const route = value.startsWith('/') || key === 'permalink' ? value : `${folder}${value}`
      if (bare(route) !== '' && !routes.has(bare(route))) routes.set(bare(route), path)
    }
  }
  return routes
}
