import { keepLook, type Look } from '@rookies/data/access/look'
import type { Json } from '@rookies/data/database.gen'
import { createQueryClient } from '@rookies/data/query-client'
import { createDataClient } from '@rookies/data/session/create-client'
import { captureCallback, clearCallback } from '@rookies/data/session/pending-callback'
import { watchSession } from '@rookies/data/session/watch-session'
import { act, cleanup, render } from '@testing-library/react'
import { vi } from 'vitest'
import { App } from '../app/app'
import { currentToasts, dismissToast } from '../ui/toast-store'

interface Request {
  method: string
  path: string
  query: URLSearchParams
  body: Json
}

interface Answer {
  status?: number
  body?: unknown
}

type Answers = Record<string, unknown | ((request: Request) => Answer | Promise<Answer>)>

const SETTINGS = {
  site_name: 'Rookies',
  site_description: '',
  contact_email: 'help@rookies.test',
  allow_registration: true,
  require_email_verification: false,
  enable_two_factor: false,
  maintenance_mode: false,
  creators_admin_panel: false,
  accent: 'green',
  logo: '',
}

const ACCOUNT = {
  state: 'ACTIVE',
  id: 'u1',
  name: 'Mia Member',
  email: 'member@rookies.test',
  phone: null,
  role: 'MEMBER',
  created_at: '2026-01-01T00:00:00+00:00',
  aal_required: false,
}

interface Visit {
  /** The first address of the visit. */
  at: string
  /** True if nobody is signed in. */
  visitor?: boolean
  /** The name, accent and logo that the browser stored at an earlier visit. */
  look?: Look
  /** True if the stored access token has expired. */
  expired?: boolean
  /** Differences from the account of an active member. */
  account?: Record<string, unknown>
  permissions?: { resource: string; action: string; scope: string }[]
  /** The person's notifications in the answer to the opening call. */
  bell?: unknown
  /** Differences from the default settings. */
  settings?: Partial<typeof SETTINGS>
  /** Other differences in the answer to the opening call. */
  boot?: Record<string, unknown>
  /** Answers by the last part of the request's path: `library`, `course_outline`, `lessons`, `token`, … */
  answers?: Answers
}

/**
 * Opens the whole portal in jsdom, with a server that gives these answers. Returns functions that read the requests,
 * change the answers, and close the portal.
 */
export function openPortal({
  at,
  visitor,
  look,
  expired,
  account,
  permissions = [],
  bell,
  settings,
  boot,
  answers = {},
}: Visit) {
  history.replaceState(null, '', at)
  captureCallback()
  localStorage.clear()
  if (look) keepLook(look)
  if (!visitor) {
    const stored = { ...session(), ...(expired && { expires_at: 1 }) }
    localStorage.setItem('rookies-auth', JSON.stringify(stored))
  }

  let signedIn = !visitor
  const known: Answers = {
    boot: () => ({
      body: {
        account: signedIn ? { ...ACCOUNT, ...account } : null,
        permissions,
        settings: { ...SETTINGS, ...settings },
        bell: bell ?? null,
        ...boot,
      },
    }),
    token: () => {
      signedIn = true
      return { body: session() }
    },
    logout: () => {
      signedIn = false
      return { status: 204 }
    },
    library: [],
    free_previews: [],
    my_news: [],
    my_notes: { notes: [], more: false },
    search_questions: [],
    course_outline: null,
    lessons: [],
    lesson_completions: () => ({ status: 201 }),
    ...answers,
  }
  const requests: Request[] = []

  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const url = new URL(input instanceof globalThis.Request ? input.url : input)
    const request = {
      method: init?.method ?? 'GET',
      path: url.pathname,
      query: url.searchParams,
      body: typeof init?.body === 'string' ? JSON.parse(init.body) : null,
    }
    requests.push(request)
    const name = url.pathname.split('/').at(-1) ?? ''
    const answer = known[name]
    const { status = 200, body }: Answer =
      typeof answer === 'function' ? await answer(request) : { body: answer }
    return new Response(body === undefined ? null : JSON.stringify(body), {
      status,
      headers: { 'content-type': 'application/json' },
    })
  })

  const client = createDataClient({ url: 'http://localhost', key: 'anon' })
  const queries = createQueryClient()
  queries.setDefaultOptions({ queries: { ...queries.getDefaultOptions().queries, retry: false } })
  const stopWatching = watchSession(client, queries)
  render(<App client={client} queries={queries} />)

  return {
    client,
    requests,
    asked: (name: string) => requests.filter(({ path }) => path.endsWith(`/${name}`)),
    answer: (name: string, answer: Answers[string]) => {
      known[name] = answer
    },
    leave: () => {
      stopWatching()
      clearCallback()
      cleanup()
      act(() => {
        for (const { id } of currentToasts()) dismissToast(id)
      })
      client.auth.stopAutoRefresh()
      queries.clear()
    },
  }
}

/** The answer of Auth to a sign-in. */
export function session() {
  return {
    access_token: 'token',
    refresh_token: 'refresh',
    token_type: 'bearer',
    expires_in: 3600,
    expires_at: Math.floor(Date.now() / 1000) + 3600,
    user: { id: 'u1', email: 'member@rookies.test' },
  }
}
