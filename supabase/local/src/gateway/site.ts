import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'
import { inlineScriptHashes } from './security-headers'

export type Asset = {
  /** Absolute path of each form of the file that the build wrote, with its size in bytes. */
  forms: { identity: FileForm; br?: FileForm; gzip?: FileForm }
  type: string
  /** Quoted; the same for all forms. */
  etag: string
  /** The name holds a hash of the content, so it never changes. */
  immutable: boolean
}

type FileForm = { path: string; size: number }

export type Site = {
  /** By path below the app's base, beginning with a slash. */
  assets: ReadonlyMap<string, Asset>
  index: Asset & { scriptHashes: string[] }
}

const types: Record<string, string> = {
  '.avif': 'image/avif',
  '.css': 'text/css; charset=utf-8',
  '.gif': 'image/gif',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.mp4': 'video/mp4',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
}

/**
 * A built app, read from its output folder: every file that may be served, listed once. A path that
 * is not in the list cannot be served, whatever it looks like.
 *
 * @returns a function that gives the site as it is now (a rebuild is noticed), or undefined while
 *   the app is not built
 */
export function openSite(distDir: string): () => Site | undefined {
  const indexPath = join(distDir, 'index.html')
  let known: { stamp: string; site: Site } | undefined
  return () => {
    const stat = statSync(indexPath, { throwIfNoEntry: false })
    if (!stat) return undefined
    const stamp = `${stat.mtimeMs} ${stat.size} ${stat.ino}`
    if (known?.stamp !== stamp) known = { stamp, site: readSite(distDir) }
    return known.site
  }
}

function readSite(distDir: string): Site {
  const assets = new Map<string, Asset>()
  for (const entry of readdirSync(distDir, { recursive: true, withFileTypes: true })) {
    const type = types[extname(entry.name)]
    const path = join(entry.parentPath, entry.name)
    const name = `/${relative(distDir, path).split(sep).join('/')}`
    // Folders like .vite hold what the build says about itself.
    if (!entry.isFile() || !type || name.includes('/.')) continue
    assets.set(name, readAsset(path, type, name.startsWith('/assets/')))
  }
  const indexPath = join(distDir, 'index.html')
  const index = readAsset(indexPath, types['.html'] ?? '', false)
  return {
    assets,
    index: { ...index, scriptHashes: inlineScriptHashes(readFileSync(indexPath, 'utf8')) },
  }
}

function readAsset(path: string, type: string, immutable: boolean): Asset {
  const form = (suffix: string): FileForm | undefined =>
    existsSync(path + suffix)
      ? { path: path + suffix, size: statSync(path + suffix).size }
      : undefined
  const etag = `"${createHash('sha256').update(readFileSync(path)).digest('base64url').slice(0, 22)}"`
  const identity = { path, size: statSync(path).size }
  return { forms: { identity, br: form('.br'), gzip: form('.gz') }, type, etag, immutable }
}
