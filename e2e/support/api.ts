import { apiOrigin, type Person, projectKey, type World } from './world'

/** Calls the product's API with a token. Returns the answer, also if it is an error. */
export function api(token: string, path: string, init: RequestInit = {}): Promise<Response> {
  const headers = new Headers(init.headers)
  headers.set('apikey', projectKey())
  headers.set('authorization', `Bearer ${token}`)
  return fetch(`${apiOrigin()}${path}`, { ...init, headers })
}

/** Returns the options of a POST request with this JSON body. */
export const json = (body: object) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

/** Returns the answer. Throws if it is an error. */
export async function requireSuccess(answer: Response): Promise<Response> {
  if (!answer.ok) throw new Error(`${answer.url} was refused: ${await answer.text()}`)
  return answer
}

/** Calls a function of the database as a person. Throws if it is refused. */
export async function callAs(world: World, person: Person, name: string, args: object) {
  const { access_token } = await world.session(person)
  return (await requireSuccess(await api(access_token, `/rest/v1/rpc/${name}`, json(args)))).json()
}
