import { basename, dirname } from 'node:path'
import { nameOfType } from '@rookies/data/files/file-types'
import send from 'send'
import { alreadySent, type NodeContext } from '../gateway/http'
import { invalidRange, notFound } from './errors'
import type { StoredObject } from './objects'

/**
 * Answers with an object's bytes, or with the requested range of them.
 * @param file the path of the bytes
 * @param download the file name for a download, empty for the object's own; undefined to display an object that has a type
 * @throws StorageError NoSuchKey, InvalidRange
 */
export async function sendObject(
  c: NodeContext,
  object: StoredObject,
  file: string,
  download: string | undefined,
  cacheControl: string,
): Promise<Response> {
  const { incoming, outgoing } = c.env
  const { mimetype, eTag } = object.metadata
  const headers: Record<string, string> = {
    'x-content-type-options': 'nosniff',
    // The apps have the same origin: a file that contains scripts must not run them.
    'content-security-policy':
      "default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'",
    // Search engines must not index signed addresses.
    'x-robots-tag': 'none',
    'cache-control': cacheControl,
    etag: eTag,
    'content-type': contentType(mimetype),
  }
  if (download !== undefined || mimetype === 'application/octet-stream') {
    headers['content-disposition'] = attachment(
      nameOfType(download || basename(object.name), mimetype),
    )
  }
  for (const [name, value] of c.res.headers) outgoing.setHeader(name, value)
  for (const [name, value] of Object.entries(headers)) outgoing.setHeader(name, value)
  return new Promise((resolve, reject) => {
    outgoing.once('close', () => resolve(alreadySent))
    send(incoming, basename(file), { root: dirname(file), cacheControl: false })
      .once('error', (error: { status?: number }) => {
        if (outgoing.headersSent) return void outgoing.destroy()
        for (const name of Object.keys(headers)) outgoing.removeHeader(name)
        if (error.status !== 416) return reject(notFound())
        c.header('content-range', `bytes */${object.metadata.size}`)
        reject(invalidRange())
      })
      .pipe(outgoing)
  })
}

const attachment = (name: string) =>
  `attachment; filename="${name.replace(/[^\w. -]/g, '_')}"; filename*=UTF-8''${encodeURIComponent(name)}`

const contentType = (type: string) => (type.startsWith('text/') ? `${type}; charset=utf-8` : type)
