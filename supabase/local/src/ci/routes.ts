import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { fieldOf } from '../../../functions/_shared/answer.ts'
import { LARGEST_BODY } from '../../../functions/repo-result/repo-result.ts'
import { type NodeContext, type NodeEnv, type Routes, readOnly, tooLarge } from '../gateway/http'
import type { RequestSlots } from '../gateway/request-slots'
import { pagePolicy } from '../mail/pages'
import type { Issuer } from './issuer'
import { keyOf, type LastRun, listPage, refusedPage } from './pages'
import { isRun, RUNS } from './report'
import { type Graded, type Runner, sentenceOf } from './runner'
import { stylesheet } from './stylesheet'

/** Answers all paths that begin with /_ci, with the security headers of these pages. */
export function ciRoutes(parts: { runner: Runner; issuer: Issuer; slots: RequestSlots }): Routes {
  const { runner, issuer, slots } = parts
  /** The answers since the start of the backend, by the key of the repository. */
  const last = new Map<string, LastRun>()
  /** Runs a function that calls the API. The API needs a slot, so the request of the page releases its own slot. */
  const withoutSlot = <T>(c: NodeContext, act: () => Promise<T>) => slots.pause(c.env.incoming, act)

  const routes = new Hono<NodeEnv>()
  routes.use('/_ci/*', async (c, next) => {
    await next()
    c.header('referrer-policy', 'same-origin')
  })
  routes.post('/_ci/run', ownForm, limit(10_000), async (c) => {
    const form = await c.req.formData()
    const [lesson_id, user_id, run] = ['lesson_id', 'user_id', 'run'].map((name) =>
      String(form.get(name) ?? ''),
    )
    if (!lesson_id || !user_id || !run || !isRun(run)) return refuse(c, 'This form is not ours.')
    const said = await withoutSlot(c, () => runner.run(lesson_id, user_id, run))
    if (!said) return refuse(c, 'Nobody has this repository any more.')
    const key = keyOf({ lesson_id, user_id })
    last.set(key, { run: RUNS[run], status: said.status, sentence: sentenceOf(said) })
    return c.redirect(`/_ci#${key}`, 303)
  })
  routes.post('/_ci/grade', ownCall, limit(LARGEST_BODY + 10_000), async (c) => {
    const graded = gradedIn(await c.req.json().catch(() => null))
    if (!graded) {
      const message = 'lesson_id, email, folder, format, and report have to be texts.'
      return c.json({ code: 'BAD_REQUEST', message }, 400)
    }
    const { status, body } = await withoutSlot(c, () => runner.grade(graded))
    return Response.json(body, { status })
  })
  routes.use('/_ci/*', readOnly)
  routes.get('/_ci/jwks.json', async (c) => c.json(await issuer.published()))
  routes.get('/_ci/style.css', (c) =>
    c.body(stylesheet, 200, { 'content-type': 'text/css; charset=utf-8' }),
  )
  routes.get('/_ci', async (c) => page(c, listPage(await runner.list(), last)))
  routes.get('/_ci/*', (c) => page(c, refusedPage('There is no such page.'), 404))
  return routes
}

/**
 * Refuses a larger body, and a body without `content-length`, which browsers and `npm run grade` always send.
 *
 * @param most bytes
 */
const limit =
  (most: number): MiddlewareHandler<NodeEnv> =>
  async (c, next) =>
    Number(c.req.header('content-length') ?? Infinity) > most ? tooLarge(c, most) : next()

/** Whether a page of this origin sent a request. Other pages could send results through the browser of a visitor. */
const isOwn = (c: Context) => {
  const origin = c.req.header('origin')
  return URL.canParse(origin ?? '') && new URL(origin ?? '').host === c.req.header('host')
}

/** Refuses forms of other pages. Browsers send the origin with each form. */
const ownForm: MiddlewareHandler = async (c, next) =>
  isOwn(c) ? next() : refuse(c, 'Only the page /_ci of this product may send this form.')

/** Refuses calls of other pages. Browsers send the origin with each call, and `npm run grade` sends none. */
const ownCall: MiddlewareHandler = async (c, next) => {
  if (c.req.header('origin') === undefined || isOwn(c)) return next()
  return c.json({ code: 'not_own', message: 'Pages of other origins may not send results.' }, 403)
}

/** Returns the request of `npm run grade`; undefined if a field is missing or invalid. */
function gradedIn(body: unknown): Graded | undefined {
  const names = ['lesson_id', 'email', 'folder', 'format', 'report']
  const texts = names
    .map((name) => fieldOf(body, name))
    .filter((value) => typeof value === 'string')
  const [lesson_id = '', email = '', folder = '', format = '', report = ''] = texts
  const isComplete = texts.length === names.length && /^[\w.-]{1,100}$/.test(folder)
  return isComplete ? { lesson_id, email, folder, format, report } : undefined
}

const refuse = (c: Context, sentence: string) => page(c, refusedPage(sentence), 403)

function page(
  c: Context,
  html: string,
  status: 200 | 403 | 404 = 200,
): Response | Promise<Response> {
  return c.html(html, status, { 'content-security-policy': pagePolicy })
}
