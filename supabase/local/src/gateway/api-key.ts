import type { IncomingMessage } from 'node:http'
import { localAnonKey, localPublishableKey, localSecretKey, localServiceKey } from './local-keys'

/** The token of a database role that each key stands for. */
const roleTokens = new Map([
  [localAnonKey, localAnonKey],
  [localServiceKey, localServiceKey],
  [localPublishableKey, localAnonKey],
  [localSecretKey, localServiceKey],
])

/**
 * Checks the API key of a request, in the header `apikey` or the parameter of that name, which is taken
 * out of the address. A request without a token of its own gets one as the CLI's gateway gives it: the
 * role's token for a publishable or secret key, but of an older key, which is a token itself, the bare
 * key. That is no bearer token, so such a request is a visitor's.
 *
 * @returns the token of the key's role, if it is one of the local ones
 */
export function acceptApiKey(req: IncomingMessage): string | undefined {
  const [path = '', query = ''] = splitOnce(req.url ?? '', '?')
  const parameters = query.split('&').filter((parameter) => parameter !== '')
  const others = parameters.filter((parameter) => !parameter.startsWith('apikey='))
  const inQuery = parameters.find((parameter) => parameter.startsWith('apikey='))
  const inHeader = req.headers.apikey
  const key = typeof inHeader === 'string' ? inHeader : inQuery?.slice('apikey='.length)
  const token = key === undefined ? undefined : roleTokens.get(key)
  if (token === undefined) return undefined

  if (inQuery !== undefined) req.url = others.length > 0 ? `${path}?${others.join('&')}` : path
  // The official client sends a newer key as its token too.
  if (req.headers.authorization?.startsWith('Bearer sb_')) delete req.headers.authorization
  req.headers.authorization ??= key === token ? key : `Bearer ${token}`
  return token
}

function splitOnce(text: string, separator: string): string[] {
  const at = text.indexOf(separator)
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)]
}
