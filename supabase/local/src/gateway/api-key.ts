import { localAnonKey, localPublishableKey, localSecretKey, localServiceKey } from './local-keys'

/** The token of a database role that each key stands for. */
const roleTokens = new Map([
  [localAnonKey, localAnonKey],
  [localServiceKey, localServiceKey],
  [localPublishableKey, localAnonKey],
  [localSecretKey, localServiceKey],
])

/**
 * Reads the API key of a request, from the header `apikey` or the parameter of that name. A request
 * without a token of its own gets one as the CLI's gateway gives it: the role's token for a publishable
 * or secret key. An older key, which is a token itself, comes without `Bearer`, and so makes the request
 * a visitor's.
 *
 * @returns the token of the key's role, the address without the key and the header `authorization`;
 *   undefined unless the key is one of the local ones
 */
export function readApiKey(request: {
  url: string
  apikey: string | undefined
  authorization?: string | undefined
}): { token: string; url: string; authorization: string } | undefined {
  const [path = '', query] = request.url.split(/\?(.*)/s, 2)
  const parameters = (query ?? '').split('&').filter((parameter) => parameter !== '')
  const others = parameters.filter((parameter) => !parameter.startsWith('apikey='))
  const inQuery = parameters.find((parameter) => parameter.startsWith('apikey='))
  const key = request.apikey ?? inQuery?.slice('apikey='.length)
  const token = key === undefined ? undefined : roleTokens.get(key)
  if (token === undefined) return undefined

  const cleaned = others.length > 0 ? `${path}?${others.join('&')}` : path
  // The official client sends a newer key as its token too.
  const own = request.authorization?.startsWith('Bearer sb_') ? undefined : request.authorization
  return {
    token,
    url: inQuery === undefined ? request.url : cleaned,
    authorization: own ?? (key === token ? key : `Bearer ${token}`),
  }
}
