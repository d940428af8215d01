import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import { PAGE_HEADER, PAGE_PATH } from '@rookies/data/exercises/page/policy'
import { RUNNER_HEADER, RUNNER_PATH } from '@rookies/data/exercises/runner/policy'
import { Hono } from 'hono'
import { etag } from 'hono/etag'
import { getMimeType } from 'hono/utils/mime'
import { type AppName, type Apps, appForPath } from './apps'
import { type NodeEnv, type Routes, rawPath, readOnly } from './http'
import {
  inlineScriptHashes,
  pageHeaders,
  projectOrigins,
  referrerPolicy,
  sealedHeaders,
} from './security-headers'

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
  const nameOf = (path: string) =>
    app === 'backoffice' ? path.replace(/^\/admin(?=\/)/, '') : path
  const file = serveStatic({
    precompressed: true,
    rewriteRequestPath: (path) => join(distDir, nameOf(path)),
  })
  const routes = new Hono<NodeEnv>({ getPath: rawPath })
  routes.use(readOnly, async (c, next) => {
    if (existsSync(indexPath)) return next()
    return c.text('This app is not built yet. Run npm run build, then reload.\n', 503)
  })
  routes.use(etag(), async (c, next) => {
    await next()
    if (!c.res.ok) return
    // A name below /assets/ contains a hash of the content, so that the file never changes.
    const hashed = nameOf(c.req.path).startsWith('/assets/')
    c.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache')
    c.header('referrer-policy', referrerPolicy)
    c.header('vary', 'accept-encoding')
  })
  routes.use(RUNNER_PATH, sealedHeaders(RUNNER_HEADER))
  routes.use(PAGE_PATH, sealedHeaders(PAGE_HEADER))
  routes.use((c, next) => (isPublic(nameOf(c.req.path)) ? file(c, next) : next()))
  routes.use(async (c, next) => {
    const isFile = isFilePath(nameOf(c.req.path), c.req.header('accept') ?? '')
    return isFile ? c.text('Not found\n', 404) : next()
  })
  routes.use(
    pageHeaders({
      app,
      scriptHashes: () => inlineScriptHashes(readFileSync(indexPath, 'utf8')),
      connect,
    }),
    serveStatic({ path: indexPath, precompressed: true }),
  )
  return routes
}

/** Whether a file may be served: its type is known to browsers, and it is no report of the build. */
function isPublic(name: string): boolean {
  return name !== '/index.html' && !name.includes('/.') && getMimeType(name) !== undefined
}

/** A missing file gets a 404 instead of the page, which a script or an image cannot use. */
function isFilePath(name: string, accept: string): boolean {
  if (name.startsWith('/assets/') || [RUNNER_PATH, PAGE_PATH].includes(name)) return true
  return /\.\w+$/.test(name) && name !== '/index.html' && !accept.includes('text/html')
}
