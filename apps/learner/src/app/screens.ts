import { bootQuery } from '@rookies/data/access/boot'
import { LIBRARY_PATH } from '@rookies/data/access/home'
import type { DataClient } from '@rookies/data/client'
import { lessonQuery } from '@rookies/data/courses/lesson-query'
import { outlineQuery } from '@rookies/data/courses/outline-query'
import { libraryQuery } from '@rookies/data/library/library-query'
import { sessionQuery } from '@rookies/data/session/session-query'
import type { QueryClient } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { matchPath } from 'react-router-dom'

type Params = Record<string, string | undefined>
type Read = (client: DataClient, queries: QueryClient, params: Params) => void

export interface Screen {
  path: string
  /** The screen's code, in its own file. */
  load: () => Promise<{ default: ComponentType }>
  /** What its content waits for, asked as early as possible. Only behind the guard. */
  read?: Read
}

const course = () => import('../features/course/course-page')

const readCourse: Read = (client, queries, { slug, lessonId }) => {
  if (slug) void queries.prefetchQuery(outlineQuery(client, slug))
  if (lessonId) void queries.prefetchQuery(lessonQuery(client, lessonId))
}

/** Screens that anybody may see. */
export const PUBLIC_SCREENS: readonly Screen[] = [
  { path: '/', load: () => import('../features/welcome/welcome-page') },
  { path: '/login', load: () => import('../features/auth/login-page') },
]

/** Screens behind the guard. */
export const MEMBER_SCREENS: readonly Screen[] = [
  {
    path: LIBRARY_PATH,
    load: () => import('../features/library/library-page'),
    read: (client, queries) => void queries.prefetchQuery(libraryQuery(client)),
  },
  { path: '/app/courses/:slug', load: course, read: readCourse },
  { path: '/app/courses/:slug/lesson/:lessonId', load: course, read: readCourse },
]

/**
 * Starts everything that the address needs before the first component runs: the screen's code, and
 * for whoever is signed in what its content waits for, then the opening call.
 */
export async function warmUp(
  path: string,
  client: DataClient,
  queries: QueryClient,
): Promise<void> {
  const publicScreen = find(PUBLIC_SCREENS, path)
  const memberScreen = find(MEMBER_SCREENS, path)
  void (publicScreen ?? memberScreen)?.screen.load().catch(() => {
    // The router asks again and shows what went wrong.
  })
  if (memberScreen) {
    const user = await queries.ensureQueryData(sessionQuery(client)).catch(() => null)
    if (user) memberScreen.screen.read?.(client, queries, memberScreen.params)
  }
  void queries.prefetchQuery(bootQuery(client))
}

function find(screens: readonly Screen[], path: string) {
  for (const screen of screens) {
    const match = matchPath(screen.path, path)
    if (match) return { screen, params: match.params as Params }
  }
  return null
}
