import type { IncomingMessage, ServerResponse } from 'node:http'
import { constants, createBrotliCompress, createGzip } from 'node:zlib'

const smallestWorthwhile = 1024
const compressible = /^(application\/([\w.+-]*\+)?json|text\/)/i

/**
 * Sends the body of `source` as the answer `res`, whose status and headers are set but not sent yet.
 * Compresses text that is long enough, if the caller accepts it. Hono's own compression does not support
 * Brotli.
 */
export function sendBody(req: IncomingMessage, res: ServerResponse, source: IncomingMessage): void {
  const encoding = chooseEncoding(req.headers['accept-encoding'])
  const type = String(res.getHeader('content-type') ?? '')
  const plain = req.method === 'HEAD' || res.hasHeader('content-encoding')
  if (!compressible.test(type) || plain) {
    source.pipe(res)
    return
  }
  res.appendHeader('vary', 'accept-encoding')
  if (!encoding) {
    source.pipe(res)
    return
  }

  const held: Buffer[] = []
  let size = 0
  const hold = (chunk: Buffer) => {
    held.push(chunk)
    size += chunk.length
    if (size < smallestWorthwhile) return
    source.off('data', hold).off('end', sendShort).pause()
    res.removeHeader('content-length')
    res.setHeader('content-encoding', encoding)
    const compressor = encoding === 'br' ? brotli() : createGzip()
    compressor.pipe(res)
    for (const piece of held) compressor.write(piece)
    source.pipe(compressor)
  }
  const sendShort = () => {
    if (res.statusCode !== 204 && res.statusCode !== 304) res.setHeader('content-length', size)
    res.end(Buffer.concat(held))
  }
  source.on('data', hold).once('end', sendShort)
}

/** Each answer is compressed for one caller only, so that speed matters more than size. */
function brotli() {
  return createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 4 } })
}

/** Returns the best encoding that `accept-encoding` allows; undefined for none. */
function chooseEncoding(header: string | string[] | undefined): 'br' | 'gzip' | undefined {
  const accepted = new Map(
    String(header ?? '')
      .toLowerCase()
      .split(',')
      .map((part) => {
        const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim())
        const weight = parameters.find((parameter) => parameter.startsWith('q='))
        return [name, weight === undefined ? 1 : Number(weight.slice(2))] as const
      }),
  )
  const takes = (name: string) => (accepted.get(name) ?? 0) > 0
  if (takes('br')) return 'br'
  return takes('gzip') ? 'gzip' : undefined
}
