import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono, type MiddlewareHandler } from 'hono'
import { etag } from 'hono/etag'
import { type Apps, appForPath } from './apps'
import { type NodeContext, type NodeEnv, type Routes, rawPath, readOnly } from './http'
import { localPageHeaders } from './security-headers'
import {
  type AppName,
  FOLDERS,
  fileHeaders,
  inlineScriptHashes,
  matches,
  mediaType,
  NOT_FOUND,
  projectOrigins,
  type SiteHeaders,
} from './site-table'

/**
 * Serves the two built apps: their files, and for every other path the page of the app that owns it, which
 * routes in the browser.
 *
 * @param options.appsDir folder that contains `learner/dist` and `backoffice/dist`
 * @param options.projectUrl address of the project for which the apps were built, if it is not this one
 */
export function builtApps(options: { appsDir: string; projectUrl?: string }): Apps {
  const open = (app: AppName) =>
    builtApp(app, join(options.appsDir, app, 'dist'), projectOrigins(options.projectUrl))
  const apps = { learner: open('learner'), backoffice: open('backoffice') }
  return {
    handle: (c, path) => apps[appForPath(path)].fetch(c.req.raw, c.env),
    close: async () => {},
  }
}

function builtApp(app: AppName, distDir: string, connect: string[]): Routes {
  const indexPath = join(distDir, 'index.html')
  const folder = FOLDERS[app]
  const file = withHeaders(
    serveStatic({
      precompressed: true,
      rewriteRequestPath: (path) => join(distDir, path.slice(folder.length)),
    }),
    (c) => fileHeaders(c.req.path),
  )
  const page = withHeaders(serveStatic({ path: indexPath, precompressed: true }), (c) =>
    localPageHeaders(c.req, app, {
      scriptHashes: inlineScriptHashes(readFileSync(indexPath, 'utf8')),
      connect,
    }),
  )
  const routes = new Hono<NodeEnv>({ getPath: rawPath })
  routes.use(readOnly, async (c, next) => {
    if (existsSync(indexPath)) return next()
    return c.text('This app is not built yet. Run npm run build, then reload.\n', 503)
  })
  routes.use(etag(), (c, next) => {
    const { path } = c.req
    return path.startsWith(`${folder}/`) && mediaType(path) ? file(c, next) : next()
  })
  routes.use((c, next) =>
    isMissing(c.req.path, c.req.header('accept') ?? '')
      ? Promise.resolve(c.text(NOT_FOUND.text, NOT_FOUND.status))
      : page(c, next),
  )
  return routes
}

/** Whether a path that is no file is answered with 404 instead of the page. */
function isMissing(path: string, accept: string): boolean {
  if (matches('neverPage', path)) return true
  return matches('looksLikeFile', path) && !matches('page', path) && !accept.includes('text/html')
}

/** Adds headers to what `serve` found. */
const withHeaders =
  (
    serve: MiddlewareHandler<NodeEnv>,
    headers: (c: NodeContext) => SiteHeaders,
  ): MiddlewareHandler<NodeEnv> =>
  async (c, next) => {
    const found = await serve(c, next)
    if (!found?.ok) return found
    c.res = found
    for (const [name, value] of Object.entries(headers(c))) c.header(name, value)
  }
