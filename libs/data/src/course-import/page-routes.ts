import { markdownName } from './file-names'
import { folderOf, nameOf, ROOT } from './paths'
import type { CourseFile } from './read-files'

const ADDRESS = /^(slug|permalink|url|id)\s*[:=]\s*["']?([^"'\s#]+)/gm

/** Returns the addresses that files give themselves in front matter, which links may use. */
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
