import type { IncomingMessage, ServerResponse } from 'node:http'
import { constants, createBrotliCompress, createGzip } from 'node:zlib'

const smallestWorthwhile = 1024
const compressible = /^(application\/([\w.+-]*\+)?json|text\/)/i

/**
 * Sends the body of `source` as the answer `res`, whose status and headers are set but not yet
 * sent: compressed when the caller takes that, it is text, and it is long enough to gain. Hono's own
 * compression knows no Brotli.
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

/** Each answer is compressed once for one caller: quick rather than small. */
function brotli() {
  return createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 4 } })
}

/** The best encoding that `accept-encoding` allows, or undefined for none. */
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
