import { bootQuery } from '@rookies/data/access/boot'
import { TWO_FACTOR_PATH } from '@rookies/data/access/factor-paths'
import { LIBRARY_PATH, NOTES_PATH, PROFILE_PATH } from '@rookies/data/access/home'
import type { DataClient } from '@rookies/data/client'
import { COMMUNITIES_PATH } from '@rookies/data/communities/paths'
import { lessonQuery } from '@rookies/data/course-viewing/lesson-query'
import { courseKeys, outlineQuery } from '@rookies/data/course-viewing/outline'
import { libraryQuery } from '@rookies/data/library/library-query'
import { isRowId } from '@rookies/data/records/row-id'
import { sessionQuery } from '@rookies/data/session/session-query'
import type { QueryClient } from '@tanstack/react-query'
import { matchPath } from 'react-router-dom'
import { markdown } from '../features/course/markdown'
import { LazyPart } from '../shared/lazy-part'

type Params = Record<string, string | undefined>
type Read = (client: DataClient, queries: QueryClient, params: Params) => void

export interface Screen {
  path: string
  page: LazyPart<object>
  /** Requests the data that the content waits for, as early as possible. Only for screens behind the guard. */
  read?: Read
}

const library = new LazyPart(() => import('../features/library/library-page'))

/** Both addresses of the viewer share one component, so that moving between them keeps its state. */
const course = new LazyPart(() => import('../features/course/course-page'))

const readCourse: Read = (client, queries, { slug, lessonId }) => {
  if (!slug) return
  // Once the outline is in the cache, the viewer requests only lessons that the outline allows.
  const known = queries.getQueryData(courseKeys.outline(slug)) !== undefined
  void queries.prefetchQuery(outlineQuery(client, slug))
  // An invalid id in the address cannot belong to a lesson, so no lesson is requested.
  if (!known && lessonId && isRowId(lessonId)) {
    const body = queries.fetchQuery(lessonQuery(client, lessonId))
    // Errors are ignored here: the lesson's pane requests the lesson again and shows them.
    body.then((lesson) => lesson?.content && markdown.preload()).catch(() => undefined)
  }
}

type AuthRoute =
  | 'confirmEmail'
  | 'forgotPassword'
  | 'invite'
  | 'join'
  | 'joinCohort'
  | 'resetPassword'
  | 'secondFactor'
  | 'signUp'
  | 'unsubscribe'

const authRoute = (name: AuthRoute) =>
  new LazyPart(async () => ({ default: (await import('../features/auth/auth-routes'))[name] }))

/** The invite and the join screen have two addresses each. */
const invite = authRoute('invite')
const join = authRoute('join')

type CommunityScreen = 'communities' | 'community' | 'people' | 'post'

const community = (name: CommunityScreen) =>
  new LazyPart(async () => ({ default: (await import('../features/community/screens'))[name] }))

const legal = (name: 'privacy' | 'terms') =>
  new LazyPart(async () => ({ default: (await import('../features/legal/legal-pages'))[name] }))

/** The first page of a visitor. A signed-in person sees the library instead. */
export const WELCOME: Screen = {
  path: '/',
  page: new LazyPart(() => import('../features/welcome/welcome-page')),
}

/** Screens that anybody may see. */
export const PUBLIC_SCREENS: readonly Screen[] = [
  { path: '/login', page: new LazyPart(() => import('../features/auth/login-page')) },
  { path: '/login/two-factor', page: authRoute('secondFactor') },
  { path: '/signup', page: authRoute('signUp') },
  { path: '/invite/:token', page: invite },
  { path: '/accept-invite', page: invite },
  { path: '/join/:token', page: join },
  { path: '/join', page: join },
  { path: '/cohort/:token', page: authRoute('joinCohort') },
  { path: '/unsubscribe', page: authRoute('unsubscribe') },
  { path: '/forgot-password', page: authRoute('forgotPassword') },
  // These two links have a token hash in their path, which is removed before the routes are matched.
  { path: '/reset-password', page: authRoute('resetPassword') },
  { path: '/confirm-email', page: authRoute('confirmEmail') },
  { path: '/terms', page: legal('terms') },
  { path: '/privacy', page: legal('privacy') },
]

const LIBRARY: Screen = {
  path: LIBRARY_PATH,
  page: library,
  read: (client, queries) => void queries.prefetchQuery(libraryQuery(client)),
}

/** Screens behind the guard. */
export const MEMBER_SCREENS: readonly Screen[] = [
  LIBRARY,
  {
    path: TWO_FACTOR_PATH,
    page: new LazyPart(() => import('../features/profile/two-factor-page')),
  },
  { path: PROFILE_PATH, page: new LazyPart(() => import('../features/profile/profile-page')) },
  { path: '/app/courses/:slug', page: course, read: readCourse },
  { path: '/app/courses/:slug/lesson/:lessonId', page: course, read: readCourse },
  { path: NOTES_PATH, page: new LazyPart(() => import('../features/notes/notes-page')) },
  {
    path: '/app/cohorts/:slug',
    page: new LazyPart(() => import('../features/cohort/cohort-page')),
  },
  { path: COMMUNITIES_PATH, page: community('communities') },
  { path: `${COMMUNITIES_PATH}/:slug`, page: community('community') },
  { path: `${COMMUNITIES_PATH}/:slug/members`, page: community('people') },
  { path: `${COMMUNITIES_PATH}/:slug/post/:postId`, page: community('post') },
]

export const NOT_FOUND: Screen = { path: '*', page: new LazyPart(() => import('./not-found')) }

const QUIET_MS = 2_000

/** Requests the data that the content of a screen waits for, unless it is in the cache and fresh. */
export function prefetchData(
  screen: Screen,
  path: string,
  client: DataClient,
  queries: QueryClient,
): void {
  const match = matchPath(screen.path, path)
  if (match) screen.read?.(client, queries, match.params)
}

/**
 * Starts loading what the address needs before the first component renders: the screen's code and, for a signed-in
 * person, the screen's data and then the opening call (`boot`).
 */
export async function warmUp(
  path: string,
  client: DataClient,
  queries: QueryClient,
): Promise<void> {
  const leadsHere = (screen: Screen) => matchPath(screen.path, path) !== null
  const front = leadsHere(WELCOME)
  const publicScreen = PUBLIC_SCREENS.find(leadsHere)
  const memberScreen = front ? LIBRARY : MEMBER_SCREENS.find(leadsHere)
  // At `/` the session decides which of the two screens is shown.
  if (!front) (publicScreen ?? memberScreen)?.page.preload()
  if (memberScreen) {
    const user = await queries.ensureQueryData(sessionQuery(client)).catch(() => null)
    if (front) (user ? LIBRARY : WELCOME).page.preload()
    if (user) prefetchData(memberScreen, front ? LIBRARY_PATH : path, client, queries)
  }
  void queries.prefetchQuery(bootQuery(client))
  // A learner moves between the library and the viewer all the time, so both are preloaded; other screens load when
  // they are opened.
  if (memberScreen && !front) setTimeout(preloadLearning, QUIET_MS)
}

function preloadLearning(): void {
  library.preload()
  course.preload()
}
