import { DataError } from '@rookies/data/errors'
import { accessKeys } from '@rookies/data/session/keys'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { backendOf, bootAnswer, stubWire } from '../test/wire'
import { createAuthProvider } from './auth-provider'

afterEach(() => vi.unstubAllGlobals())

function panel(personId: string | null) {
  const backend = backendOf(personId)
  const leaveFor = vi.fn()
  const leaveForLogin = vi.fn()
  const leaveFlash = vi.fn()
  const auth = createAuthProvider({ ...backend, leaveFor, leaveForLogin, leaveFlash })
  return { ...backend, auth, leaveFor, leaveForLogin, leaveFlash }
}

describe('the auth provider', () => {
  it('says whether a person is signed in', async () => {
    stubWire(() => ({}))
    expect(await panel('me').auth.check()).toEqual({ authenticated: true })
    expect(await panel(null).auth.check()).toEqual({ authenticated: false })
  })

  it('reads the person and their rights in one call', async () => {
    const sent = stubWire(() => ({
      body: bootAnswer([{ resource: 'courses', action: 'list', scope: 'any' }]),
    }))
    const { auth } = panel('me')
    expect(await auth.getIdentity?.()).toMatchObject({ name: 'Ada Lovelace', role: 'ADMIN' })
    expect(await auth.getPermissions?.()).toEqual([
      { resource: 'courses', action: 'list', scope: 'any' },
    ])
    expect(sent.map(({ path }) => path)).toEqual(['rpc/boot'])
  })

  it('signs a person out, loads the sign-in page, and leaves a message for it', async () => {
    const sent = stubWire(() => ({ status: 204 }))
    const { auth, kept, leaveFor, leaveFlash } = panel('me')
    await auth.check()
    sessionStorage.setItem('rookies-form-draft:me:courses:new', '{}')
    localStorage.setItem('rookies-lesson-draft:me:lesson:l', '{}')
    localStorage.setItem('rookies-lesson-draft:another:lesson:l', '{}')
    expect(await auth.logout({})).toMatchObject({ success: true })
    expect(sent[0]?.params.get('scope')).toBe('local')
    expect(kept.has('rookies-auth')).toBe(false)
    expect(sessionStorage.getItem('rookies-form-draft:me:courses:new')).toBeNull()
    expect(localStorage.getItem('rookies-lesson-draft:me:lesson:l')).toBeNull()
    // Another person's draft stays, because their session ended here without signing out.
    expect(localStorage.getItem('rookies-lesson-draft:another:lesson:l')).not.toBeNull()
    expect(leaveFor).toHaveBeenCalledWith('/login')
    expect(leaveFlash).toHaveBeenCalledWith('signed-out')
  })

  it('keeps the session and returns an error when signing out fails', async () => {
    stubWire(() => ({ status: 500, body: { code: 500, msg: 'boom' } }))
    const { auth, leaveFor, leaveFlash } = panel('me')
    const answer = await auth.logout({})
    expect(answer).toMatchObject({
      success: false,
      error: { name: 'Failed to sign out', message: 'Error' },
    })
    expect(leaveFor).not.toHaveBeenCalled()
    expect(leaveFlash).not.toHaveBeenCalled()
  })

  it('sends a person whose session the server rejects to the sign-in screen', async () => {
    const { auth, leaveForLogin } = panel('me')
    await auth.onError(new DataError({ code: 'PGRST303', status: 401 }))
    expect(leaveForLogin).toHaveBeenCalledOnce()
  })

  it("reads a person's rights again after the server denies a request", async () => {
    const { auth, queries, leaveForLogin } = panel('me')
    queries.setQueryData(accessKeys.boot(), 'old')
    await auth.onError(new DataError({ code: 'DENIED' }))
    expect(queries.getQueryState(accessKeys.boot())?.isInvalidated).toBe(true)
    expect(leaveForLogin).not.toHaveBeenCalled()
  })

  it('keeps the session and the rights after other errors', async () => {
    const { auth, queries } = panel('me')
    queries.setQueryData(accessKeys.boot(), 'old')
    expect(await auth.onError(new DataError({ code: 'NETWORK' }))).toEqual({})
    expect(queries.getQueryState(accessKeys.boot())?.isInvalidated).toBe(false)
  })
})
