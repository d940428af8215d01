import { QueryClient } from '@tanstack/react-query'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { DataError } from '../errors'
import { createDataClient } from '../session/create-client'
import { sessionKeys } from '../session/keys'
import { resetRenewal } from '../session/renewal'
import { mapStorage } from '../testing/memory-storage'
import { deleteAccount, deletionMessage } from './delete-account'

const mia = { email: 'mia@x.test', password: 'abacus' }
const project = { url: 'http://x.test', key: 'k' }

const session = (token: string) => ({
  access_token: token,
  refresh_token: `${token}-refresh`,
  token_type: 'bearer',
  expires_in: 3600,
  expires_at: Math.floor(Date.now() / 1000) + 3600,
  user: { id: 'u1', email: mia.email },
})

function answer(status: number, body?: unknown): Response {
  const headers = { 'content-type': 'application/json' }
  return new Response(body === undefined ? null : JSON.stringify(body), { status, headers })
}

const refused = () => answer(401, { code: 'PGRST301', message: 'JWT expired' })

/**
 * Creates a browser in which Mia is signed in, and a mocked server. `answers` are by the last part of the request's
 * path.
 */
function browser(answers: Record<string, () => Response | Promise<Response>>) {
  const asked: string[] = []
  const given: typeof answers = {
    password: () => answer(200, session('proof')),
    logout: () => answer(204),
    delete_my_account: () => answer(204),
    ...answers,
  }
  vi.stubGlobal('fetch', async (input: RequestInfo | URL) => {
    const url = new URL(input instanceof Request ? input.url : input)
    const name = url.searchParams.get('grant_type') ?? url.pathname.split('/').at(-1) ?? ''
    asked.push(name)
    return given[name]?.() ?? answer(404)
  })
  const kept = new Map([['rookies-auth', JSON.stringify(session('open'))]])
  const onEnded = vi.fn()
  const queries = new QueryClient()
  queries.setQueryData(sessionKeys.current(), { id: 'u1' })
  const client = createDataClient({ ...project, storage: mapStorage(kept), onEnded })
  const ephemeralClient = createDataClient({ ...project, ephemeral: true })
  /** Returns whether a session is stored, and whether the page shows a person. */
  const isSignedIn = () => [
    kept.has('rookies-auth'),
    queries.getQueryData(sessionKeys.current()) !== null,
  ]
  return { clients: { client, ephemeralClient, queries }, asked, onEnded, isSignedIn }
}

afterEach(() => {
  vi.unstubAllGlobals()
  resetRenewal()
})

describe('deleteAccount', () => {
  it('deletes the account with a new session, and deletes the session of this browser', async () => {
    const { clients, asked, isSignedIn } = browser({})
    await deleteAccount(clients, mia)
    expect(asked).toEqual(['password', 'delete_my_account', 'logout'])
    expect(isSignedIn()).toEqual([false, false])
  })

  it('sends no request to the database after a wrong password', async () => {
    const wrong = { code: 400, error_code: 'invalid_credentials', msg: 'no' }
    const { clients, asked, isSignedIn } = browser({ password: () => answer(400, wrong) })
    const failure = { code: 'invalid_credentials' }
    await expect(deleteAccount(clients, mia)).rejects.toMatchObject(failure)
    expect(asked).toEqual(['password'])
    expect(isSignedIn()).toEqual([true, true])
  })

  it('ends the new session if the database refuses, and throws the reason', async () => {
    const message = 'The last active administrator can be neither demoted nor disabled.'
    const { clients, asked, isSignedIn } = browser({
      delete_my_account: () => answer(409, { code: 'PT409', message, hint: 'LAST_ADMIN' }),
    })
    const failure = await deleteAccount(clients, mia).catch((thrown: unknown) => thrown)
    if (!(failure instanceof DataError)) throw failure
    expect(deletionMessage(failure)).toMatch(/^You are the last active administrator\./)
    expect(asked.at(-1)).toBe('logout')
    expect(isSignedIn()).toEqual([true, true])
  })

  it('succeeds if the server no longer knows the new session after the deletion', async () => {
    const ended = { code: 400, error_code: 'refresh_token_not_found', msg: 'no' }
    const { clients, isSignedIn } = browser({
      delete_my_account: refused,
      refresh_token: () => answer(400, ended),
    })
    await expect(deleteAccount(clients, mia)).rejects.toMatchObject({ code: 'PGRST301' })
    expect(isSignedIn()).toEqual([true, true])
  })

  it('does not report other requests that are refused because of the deletion', async () => {
    let answerDeletion: (response: Response) => void = () => undefined
    const { clients, asked, onEnded } = browser({
      delete_my_account: () =>
        new Promise((resolve) => {
          answerDeletion = resolve
        }),
      library: refused,
    })
    const deleted = deleteAccount(clients, mia)
    await vi.waitFor(() => expect(asked).toContain('delete_my_account'))
    const read = Promise.resolve(clients.client.rpc('library'))
    await vi.waitFor(() => expect(asked).toContain('library'))
    answerDeletion(answer(204))
    await deleted
    expect((await read).status).toBe(401)
    expect(onEnded).not.toHaveBeenCalled()
    expect(asked).not.toContain('refresh_token')
  })

  it('throws an error that asks for a code if the database requires one', () => {
    expect(deletionMessage(new DataError({ code: 'PT403', message: 'Confirm' }))).toBe(
      'Please enter the code of your authenticator app as well.',
    )
    expect(deletionMessage(new DataError({ code: 'NETWORK' }))).toBe('An unexpected error occurred')
  })
})
