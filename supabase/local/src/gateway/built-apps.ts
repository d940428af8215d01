import { createReadStream } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { sendText } from './answers'
import { type Apps, appForPath } from './apps'
import { chooseEncoding } from './compress'
import {
  type AppName,
  assetHeaders,
  contentSecurityPolicy,
  pageHeaders,
  projectOrigins,
} from './security-headers'
import { type Asset, openSite, type Site } from './site'

/**
 * Serves the two built apps: their files as they are, and for every other path the page of the app
 * that owns it, which routes by itself.
 *
 * @param options.appsDir folder that holds `learner/dist` and `backoffice/dist`
 * @param options.projectUrl address of the project the apps were built for, when it is not this one
 */
export function builtApps(options: { appsDir: string; projectUrl?: string }): Apps {
  const sites = {
    learner: openSite(join(options.appsDir, 'learner', 'dist')),
    backoffice: openSite(join(options.appsDir, 'backoffice', 'dist')),
  }
  const connect = projectOrigins(options.projectUrl)

  function handle(req: IncomingMessage, res: ServerResponse, path: string): void {
    const app = appForPath(path)
    const site = sites[app]()
    const name = app === 'backoffice' ? path.replace(/^\/admin(?=\/)/, '') : path
    const asset = site?.assets.get(name)
    if (req.method !== 'GET' && req.method !== 'HEAD') {
      res.setHeader('allow', 'GET, HEAD')
      sendText(req, res, 405, 'Pages can only be read.')
    } else if (!site) {
      sendText(req, res, 503, 'This app is not built yet. Run npm run build, then reload.')
    } else if (asset && name !== '/index.html') {
      sendAsset(req, res, asset)
    } else if (isFilePath(name, req)) {
      sendText(req, res, 404, 'Not found')
    } else {
      sendPage(req, res, app, site)
    }
  }

  function sendPage(req: IncomingMessage, res: ServerResponse, app: AppName, site: Site): void {
    setHeaders(res, pageHeaders)
    const policy = contentSecurityPolicy({
      app,
      scriptHashes: site.index.scriptHashes,
      // Not every browser counts WebSockets of this very origin as 'self'.
      connect: [`ws://${req.headers.host}`, ...connect],
    })
    res.setHeader('content-security-policy', policy)
    sendFile(req, res, site.index)
  }

  return { handle, close: async () => {} }
}

/** A missing file is a 404, not a page: a script or an image cannot use one. */
function isFilePath(name: string, req: IncomingMessage): boolean {
  if (name.startsWith('/assets/')) return true
  const hasSuffix = /\.\w+$/.test(name) && name !== '/index.html'
  return hasSuffix && !(req.headers.accept ?? '').includes('text/html')
}

function sendAsset(req: IncomingMessage, res: ServerResponse, asset: Asset): void {
  setHeaders(res, assetHeaders)
  sendFile(req, res, asset)
}

function sendFile(req: IncomingMessage, res: ServerResponse, asset: Asset): void {
  const encoding = chooseEncoding(req.headers['accept-encoding'])
  const form = (encoding && asset.forms[encoding]) || asset.forms.identity
  res.setHeader(
    'cache-control',
    asset.immutable ? 'public, max-age=31536000, immutable' : 'no-cache',
  )
  res.setHeader('etag', asset.etag)
  if (asset.forms.br || asset.forms.gzip) res.setHeader('vary', 'accept-encoding')
  if (req.headers['if-none-match']?.includes(asset.etag)) {
    res.writeHead(304).end()
    return
  }
  res.setHeader('content-type', asset.type)
  res.setHeader('content-length', form.size)
  if (encoding && form !== asset.forms.identity) res.setHeader('content-encoding', encoding)
  if (req.method === 'HEAD') {
    res.end()
    return
  }
  const file = createReadStream(form.path)
  file.once('error', () => res.destroy())
  res.once('close', () => file.destroy())
  file.pipe(res)
}

function setHeaders(res: ServerResponse, headers: Record<string, string>): void {
  for (const [name, value] of Object.entries(headers)) res.setHeader(name, value)
}
