import { basename, dirname } from 'node:path'
import send from 'send'
import { alreadySent, type NodeContext } from '../gateway/http'
import type { StoredObject } from './objects'

/**
 * Answers with an object's bytes, in parts where that is asked for.
 * @param file where they lie
 * @param download the name to save it under, empty for its own; undefined to show it
 */
export function sendObject(
  c: NodeContext,
  object: StoredObject,
  file: string,
  download: string | undefined,
  cacheControl: string,
): Promise<Response> {
  const { incoming, outgoing } = c.env
  for (const [name, value] of c.res.headers) outgoing.setHeader(name, value)
  outgoing.setHeader('x-content-type-options', 'nosniff')
  // Whatever slipped in runs nothing, although the apps live at this address.
  outgoing.setHeader(
    'content-security-policy',
    "default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'",
  )
  outgoing.setHeader('cache-control', cacheControl)
  outgoing.setHeader('etag', object.metadata.eTag)
  outgoing.setHeader('content-type', contentType(object.metadata.mimetype))
  if (download !== undefined) {
    const name = download === '' ? basename(object.name) : download
    outgoing.setHeader(
      'content-disposition',
      `attachment; filename="${name.replace(/[^\w. -]/g, '_')}"; filename*=UTF-8''${encodeURIComponent(name)}`,
    )
  }
  return new Promise((resolve) => {
    outgoing.once('close', () => resolve(alreadySent))
    send(incoming, basename(file), { root: dirname(file), cacheControl: false })
      .once('error', () => {
        if (outgoing.headersSent) return void outgoing.destroy()
        const body = { statusCode: '404', error: 'not_found', message: 'Object not found' }
        resolve(c.json(body, 400))
      })
      .pipe(outgoing)
  })
}

const contentType = (type: string) => (type.startsWith('text/') ? `${type}; charset=utf-8` : type)
