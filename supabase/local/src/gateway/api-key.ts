import { localAnonKey, localPublishableKey, localSecretKey, localServiceKey } from './local-keys'

/** The token of the database role for each key. */
const roleTokens = new Map([
  [localAnonKey, localAnonKey],
  [localServiceKey, localServiceKey],
  [localPublishableKey, localAnonKey],
  [localSecretKey, localServiceKey],
])

/**
 * Reads the API key of a request from the header or the parameter `apikey`. A request without its own token
 * gets the one that the CLI's gateway sets: for a publishable or secret key, the token of its role. An older
 * key is a token itself but is sent without `Bearer`, so that the request counts as a visitor's.
 *
 * @returns the token of the key's role, the address without the key and the header `authorization`; undefined
 * if the key is not a local one
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
