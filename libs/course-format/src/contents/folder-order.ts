import { folderOf, nameOf, pathIn, ROOT } from '../paths'
import type { CourseFile } from '../reading/read-files'
import { isFields, yamlData } from './file-data'
import { hugoMenus, isHugoConfig } from './hugo-menus'
import { scriptData } from './script-data'

/** The position of a file or a folder among its siblings, and its title, as a settings file states them. */
export interface StatedPlace {
  order: number
  title?: string
}

/**
 * The order and titles that settings files give to folders (`.pages` of MkDocs, `_meta.json` of Nextra, `meta.json` of
 * Fumadocs, menus of Hugo).
 */
export interface FolderOrders {
  /** The positions by path. A Markdown file may be listed without its extension. */
  places: ReadonlyMap<string, StatedPlace>
  /** Titles of folders by path. */
  titles: ReadonlyMap<string, string>
  /** The folders whose settings file contains `...`, the position of all unlisted pages. */
  withRest: ReadonlySet<string>
  /** The title of the course. */
  siteTitle: string | null
  /** The settings files from which these values come. */
  sources: readonly string[]
}

const FILE = /^(?:\.pages|_meta\.(?:json|jsx?|tsx?|mjs)|meta\.json)$/i
/** Positions of pages listed before the `...` of unlisted pages, of unlisted pages, and of pages listed after it. */
const BEFORE = -1e9
const BETWEEN = 0
const AFTER = 1e9

/** Returns whether a file may set the order of a folder. */
export function isFolderOrder(path: string): boolean {
  return FILE.test(nameOf(path)) || isHugoConfig(path)
}

/**
 * Parses `.pages` or `meta.json`: the folder's title, and its pages as `[path, title]`. The path `...` means all
 * others.
 */
function listed(data: unknown): { title: string | null; pages: [string, string?][] } {
  if (!isFields(data)) return { title: null, pages: [] }
  const title = typeof data.title === 'string' ? data.title : null
  const nav = data.nav ?? data.arrange ?? data.pages
  if (Array.isArray(nav)) {
    const pages = nav.flatMap((each): [string, string?][] => {
      if (typeof each === 'string') return /^---/.test(each) ? [] : [[each]]
      if (!isFields(each)) return []
      return Object.entries(each).flatMap(([name, target]): [string, string?][] =>
        typeof target === 'string' ? [[target, name]] : [],
      )
    })
    return { title, pages }
  }
  return { title, pages: [] }
}

/** Parses `_meta.json`, such as `{ index: 'Introduction', guide: { title: 'Guide' } }`. */
function metaPages(data: unknown): [string, string?][] {
  if (!isFields(data)) return []
  return Object.entries(data).flatMap(([name, value]): [string, string?][] => {
    const said = isFields(value) ? value.title : value
    const isPage = !isFields(value) || !/^(?:separator|menu)$/.test(String(value.type))
    if (!isPage || name === '*') return []
    return [typeof said === 'string' && said !== '' ? [name, said] : [name]]
  })
}

function dataOf(name: string, text: string): unknown {
  return /\.(?:jsx?|tsx?|mjs)$/i.test(name) ? scriptData(text) : yamlData(text)
}

/** Returns the order and titles that the settings files of a course give to its folders. */
export function folderOrders(files: readonly CourseFile[]): FolderOrders {
  const places = new Map<string, StatedPlace>()
  const titles = new Map<string, string>()
  const withRest = new Set<string>()
  const sources: string[] = []
  for (const { path, text } of files) {
    const name = nameOf(path)
    if (text === '' || !FILE.test(name)) continue
    const folder = folderOf(path)
    const data = dataOf(name, text)
    const { title, pages } = name.startsWith('_meta')
      ? { title: null, pages: metaPages(data) }
      : listed(data)
    if (title !== null || pages.length > 0) sources.push(path)
    if (title !== null && folder !== ROOT) titles.set(folder, title)
    const rest = pages.findIndex(([page]) => /^(?:\.\.\.|\*)/.test(page))
    if (rest >= 0) withRest.add(folder)
    for (const [at, [page, called]] of pages.entries()) {
      if (at === rest) continue
      const order = (rest >= 0 && at > rest ? AFTER : BEFORE) + at
      const bare = page.replace(/^\.\//, '').replace(/\/$/, '')
      places.set(pathIn(folder, bare), { order, ...(called !== undefined && { title: called }) })
    }
  }
  const hugo = hugoMenus(files)
  for (const [path, order] of hugo.weights) if (!places.has(path)) places.set(path, { order })
  return { places, titles, withRest, siteTitle: hugo.title, sources: [...sources, ...hugo.sources] }
}

/** Returns the stated position of a path, which may be listed with or without its extension. */
export function statedPlace(orders: FolderOrders, path: string): StatedPlace | undefined {
  const own =
    orders.places.get(path) ?? orders.places.get(path.replace(/\.(?:mdx?|markdown)$/i, ''))
  return (
    own ?? (orders.withRest.has(folderOf(path)) && path !== ROOT ? { order: BETWEEN } : undefined)
  )
}
