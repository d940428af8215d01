import { createQueryClient } from '@rookies/data/query-client'
import { createDataClient } from '@rookies/data/session/create-client'
import { createFunctionCaller } from '@rookies/data/session/functions'
import { mapStorage } from '@rookies/data/testing/memory-storage'
import { vi } from 'vitest'

export interface WireRequest {
  method: string
  /** The path below `/rest/v1/` or `/auth/v1/`. */
  path: string
  params: URLSearchParams
  body: unknown
}

export interface WireAnswer {
  status?: number
  body?: unknown
  /** The `Content-Range` header, which contains the total of a list. */
  range?: string
}

/** Stubs the requests of the panel: records each request, and answers it. */
export function stubWire(answer: (request: WireRequest) => WireAnswer | Promise<WireAnswer>) {
  const sent: WireRequest[] = []
  vi.stubGlobal('fetch', async (input: string | URL | Request, init?: RequestInit) => {
    const request = new Request(input, { ...init, signal: undefined })
    const url = new URL(request.url)
    const text = await request.text()
    const seen: WireRequest = {
      method: request.method,
      path: url.pathname.replace(/^\/(rest|auth)\/v1\//, ''),
      params: url.searchParams,
      body: text === '' ? null : JSON.parse(text),
    }
    sent.push(seen)
    const { status = 200, body = [], range } = await answer(seen)
    return new Response(status === 204 ? null : JSON.stringify(body), {
      status,
      headers: { 'content-type': 'application/json', ...(range && { 'content-range': range }) },
    })
  })
  return sent
}

/**
 * Returns the panel's client and cache for a person or, without one, for a visitor. `stored` overrides fields of a
 * valid session.
 */
export function backendOf(personId: string | null, stored: object = {}) {
  const kept = new Map<string, string>()
  if (personId !== null) {
    kept.set('rookies-auth', JSON.stringify({ ...sessionOf(personId), ...stored }))
  }
  const project = { url: 'http://project.test', key: 'anon' }
  const client = createDataClient({
    ...project,
    storage: mapStorage(kept),
  })
  return {
    project,
    client,
    functions: createFunctionCaller(project, client),
    queries: createQueryClient(),
    kept,
  }
}

export function bootAnswer(permissions: object[], account: object = {}) {
  return {
    account: {
      state: 'ACTIVE',
      id: 'me',
      name: 'Ada Lovelace',
      email: 'ada@rookies.test',
      phone: null,
      role: 'ADMIN',
      created_at: '2026-01-01T00:00:00Z',
      aal_required: false,
      ...account,
    },
    permissions,
    settings: {
      site_name: 'Rookies',
      site_description: '',
      contact_email: 'help@rookies.test',
      allow_registration: true,
      require_email_verification: true,
      enable_two_factor: false,
      maintenance_mode: false,
      creators_admin_panel: false,
      accent: 'green',
      logo: '',
    },
  }
}

export function sessionOf(id: string) {
  const expires_at = Math.floor(Date.now() / 1000) + 3600
  const part = (value: object) => btoa(JSON.stringify(value)).replaceAll('=', '')
  return {
    access_token: `${part({ alg: 'HS256' })}.${part({ sub: id, exp: expires_at })}.c2ln`,
    refresh_token: 'refresh',
    token_type: 'bearer',
    expires_in: 3600,
    expires_at,
    user: {
      id,
      email: 'ada@rookies.test',
      aud: 'authenticated',
      app_metadata: {},
      user_metadata: {},
    },
  }
}
