import { folderOf, nameOf, ROOT } from '../paths'
import type { CourseFile } from '../reading/read-files'
import { type Fields, isFields, tomlData, yamlData } from './file-data'

const CONFIG = /^(?:hugo|config)\.(?:toml|ya?ml|json)$/i
const MENUS = /^menus?(?:\.[a-z]{2}(?:-[a-z]+)?)?\.(?:toml|ya?ml|json)$/i
/** Matches Hugo's folder with several settings files. */
const CONFIG_FOLDER = /(?:^|\/)config\/[^/]+$/
/** Matches menus that do not list the pages of a course in reading order. */
const OTHER_MENUS = /foot|social|icon|legal|lang/i

/** The order and the title in Hugo's settings. */
export interface HugoMenus {
  /** The weights of pages and sections, by path without extension. */
  weights: ReadonlyMap<string, number>
  title: string | null
  /** The settings files from which these values come. */
  sources: string[]
}

/** Returns whether a file may contain Hugo's settings. */
export function isHugoConfig(path: string): boolean {
  const isMenus = MENUS.test(nameOf(path)) && CONFIG_FOLDER.test(folderOf(path))
  return isMenus || CONFIG.test(nameOf(path))
}

const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null)

/** Returns the menus of a site, or those of the first language that has menus. */
function menusIn(site: Fields): Fields | null {
  const own = [site.menus, site.menu].find(isFields)
  const languages = isFields(site.languages) ? Object.values(site.languages) : []
  const first = languages.filter(isFields).map((each) => each.menus ?? each.menu)
  return own ?? first.find(isFields) ?? null
}

/** Returns the path of the page that a menu names as `/oars/`, `oars.md`, or `/oars/_index.md`. */
function pathOf(target: string): string {
  return target
    .replace(/[?#].*$/, '')
    .replace(/^\/|\/$/g, '')
    .replace(/(?:(?:^|\/)_?index)?\.(?:md|html?)$/i, '')
}

/** Returns the order and the title that Hugo's settings give a course. */
export function hugoMenus(files: readonly CourseFile[]): HugoMenus {
  const weights = new Map<string, number>()
  const sources: string[] = []
  let title: string | null = null
  for (const { path, text: written } of files) {
    if (written === '' || !isHugoConfig(path)) continue
    const site = /\.toml$/i.test(path) ? tomlData(written) : yamlData(written)
    if (!isFields(site)) continue
    const isMenus = MENUS.test(nameOf(path))
    const isHugo =
      isMenus ||
      /^hugo\./i.test(nameOf(path)) ||
      Object.keys(site).some((key) => /^baseurl$/i.test(key))
    if (!isHugo) continue
    sources.push(path)
    title ??= isMenus ? null : text(site.title)
    const folder = folderOf(path).replace(CONFIG_FOLDER, '')
    const content = [folder === ROOT ? '' : folder, text(site.contentDir) ?? 'content']
      .filter((part) => part !== '')
      .join('/')
    for (const [name, entries] of Object.entries((isMenus ? site : menusIn(site)) ?? {})) {
      if (OTHER_MENUS.test(name) || !Array.isArray(entries)) continue
      for (const entry of entries.filter(isFields)) {
        const target = text(entry.pageRef) ?? text(entry.pageref) ?? text(entry.url)
        const isWeb = target !== null && /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(target)
        if (target === null || isWeb || typeof entry.weight !== 'number') continue
        const page = `${content}/${pathOf(target)}`
        if (pathOf(target) !== '' && !weights.has(page)) weights.set(page, entry.weight)
      }
    }
  }
  return { weights, title, sources }
}
