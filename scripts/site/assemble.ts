import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, extname, join } from 'node:path'
import {
  type AppName,
  FOLDERS,
  inlineScriptHashes,
  mediaType,
  PAGES,
  pageHeaders,
  projectOrigins,
} from '../../supabase/local/src/gateway/site-table'
import { PlainError } from '../../supabase/local/src/plain-error'
import { caddyfile } from './caddy'
import { headersFile, MISSING_ASSET, redirectsFile } from './host-files'
import { nginxConfig } from './nginx'
import type { Site } from './site'

const apps = Object.keys(FOLDERS) as AppName[]
/** The endings of each file: uncompressed, and the two compressed copies of the build. */
const COPIES = ['', '.gz', '.br']

/**
 * Returns the address of the project for which the apps are built; undefined if it is the address of the site.
 * @throws PlainError if the address is invalid or the key is missing
 */
export function readProjectUrl(env: NodeJS.ProcessEnv): string | undefined {
  const { VITE_SUPABASE_URL: url, VITE_SUPABASE_KEY: key } = env
  if (!url) return undefined
  if (!URL.canParse(url) || !/^https?:/.test(url)) {
    throw new PlainError(
      `VITE_SUPABASE_URL is "${url}", which is no address, such as https://abcdefghijklmnopqrst.supabase.co.`,
    )
  }
  if (!key) {
    throw new PlainError('VITE_SUPABASE_KEY is missing: the publishable key of the project.')
  }
  return url
}

/**
 * Puts both built apps together: servers serve the folder `site` in `into`, and the files `nginx.conf` and
 * `Caddyfile` are beside it. Replaces earlier files. Returns the number of served files, without compressed copies.
 *
 * @param options.appsDir folder that contains `learner/dist` and `backoffice/dist`
 * @param options.projectUrl address of the project for which the apps were built, if it differs from the address of
 * the site
 * @throws PlainError if an app is not built
 */
export function assembleSite(options: {
  appsDir: string
  into: string
  projectUrl?: string
}): number {
  const { appsDir, into, projectUrl } = options
  const connect = projectOrigins(projectUrl)
  const [folder, next] = [join(into, 'site'), join(into, 'site.next')]
  rmSync(next, { recursive: true, force: true })
  const files = apps.flatMap((app) => copyApp(join(appsDir, app, 'dist'), FOLDERS[app], next))
  const pageOf = (app: AppName) => {
    const html = readFileSync(join(next, PAGES[app]), 'utf8')
    return pageHeaders(app, { scriptHashes: inlineScriptHashes(html), connect })
  }
  const site: Site = {
    pages: { learner: pageOf('learner'), backoffice: pageOf('backoffice') },
    files: files.sort(),
    types: Object.fromEntries(
      files.map((path) => [extname(path).slice(1), mediaType(path) ?? '']).sort(),
    ),
  }
  for (const base of Object.values(FOLDERS)) {
    writeFileSync(join(next, base, MISSING_ASSET), '<!doctype html><title>Not found</title>\n')
  }
  writeFileSync(join(next, '_headers'), headersFile(site))
  writeFileSync(join(next, '_redirects'), redirectsFile())
  rmSync(folder, { recursive: true, force: true })
  renameSync(next, folder)
  writeFileSync(join(into, 'nginx.conf'), nginxConfig(site))
  writeFileSync(join(into, 'Caddyfile'), caddyfile(site))
  return files.length + apps.length
}

/** Copies the served files of an app. Returns the paths of its files, without its page and compressed copies. */
function copyApp(dist: string, base: string, into: string): string[] {
  if (!existsSync(join(dist, 'index.html'))) {
    throw new PlainError(`${dist} has no index.html. Run npm run build.`)
  }
  const paths = readdirSync(dist, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(dist.length).replaceAll('\\', '/'))
  const files = paths.filter((path) => mediaType(base + path) !== undefined)
  for (const path of [...files, '/index.html']) {
    const target = join(into, base, path)
    mkdirSync(dirname(target), { recursive: true })
    for (const ending of COPIES) {
      if (existsSync(dist + path + ending)) copyFileSync(dist + path + ending, target + ending)
    }
  }
  return files.map((path) => base + path)
}
