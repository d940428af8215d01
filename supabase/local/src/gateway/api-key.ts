import type { IncomingMessage } from 'node:http'
import { localAnonKey, localServiceKey } from './local-keys'

const keys = new Set([localAnonKey, localServiceKey])

/**
 * Checks the API key of a request, in the header `apikey` or the parameter of that name, as the
 * gateway of a Supabase project does. The parameter is taken out of the address, and a request
 * without a token of its own gets the key as its token.
 *
 * @returns the key if it is one of the two local ones
 */
export function acceptApiKey(req: IncomingMessage): string | undefined {
  const [path = '', query = ''] = splitOnce(req.url ?? '', '?')
  const parameters = query.split('&').filter((parameter) => parameter !== '')
  const others = parameters.filter((parameter) => !parameter.startsWith('apikey='))
  const inQuery = parameters.find((parameter) => parameter.startsWith('apikey='))
  const inHeader = req.headers.apikey
  const key = typeof inHeader === 'string' ? inHeader : inQuery?.slice('apikey='.length)
  if (key === undefined || !keys.has(key)) return undefined

  if (inQuery !== undefined) req.url = others.length > 0 ? `${path}?${others.join('&')}` : path
  req.headers.authorization ??= `Bearer ${key}`
  return key
}

function splitOnce(text: string, separator: string): string[] {
  const at = text.indexOf(separator)
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)]
}
