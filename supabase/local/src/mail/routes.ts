import { type Context, Hono } from 'hono'
import { type NodeEnv, type Routes, readOnly } from '../gateway/http'
import { bodyPolicy, listPage, mailPage, missingPage, pagePolicy } from './pages'
import type { MailStore } from './store'
import { stylesheet } from './stylesheet'

/** Answers all paths that begin with /_mail, with the security headers of these pages. */
export function mailRoutes(store: MailStore): Routes {
  const routes = new Hono<NodeEnv>()
  const list = (c: Context) => store.list(c.req.query('to') || undefined)
  const one = (c: Context) => store.get((c.req.param('id') ?? '').replace(/\.json$/, ''))
  const oneAsJson = (c: Context) => {
    const mail = one(c)
    return mail ? c.json(mail) : c.json({ message: 'There is no such email.' }, 404)
  }

  routes.use('/_mail.json', readOnly)
  routes.use('/_mail/*', readOnly, async (c, next) => {
    await next()
    // The addresses of these pages contain one-time links.
    c.header('referrer-policy', 'no-referrer')
  })
  routes.get('/_mail.json', (c) => c.json(list(c)))
  routes.get('/_mail', (c) =>
    wantsJson(c) ? c.json(list(c)) : page(c, listPage(list(c), c.req.query('to') || undefined)),
  )
  routes.get('/_mail/style.css', (c) =>
    c.body(stylesheet, 200, { 'content-type': 'text/css; charset=utf-8' }),
  )
  routes.get('/_mail/:id{[\\w-]+\\.json}', oneAsJson)
  routes.get('/_mail/:id{[\\w-]+}', (c) => {
    if (wantsJson(c)) return oneAsJson(c)
    const mail = one(c)
    return mail ? page(c, mailPage(mail)) : page(c, missingPage(), 404)
  })
  routes.get('/_mail/:id{[\\w-]+}/body', (c) => {
    const mail = one(c)
    if (!mail) return page(c, missingPage(), 404)
    // The mail has inline styles, which the pages do not allow, so that it is a separate document in a
    // sandbox.
    return c.html(openLinksOutside(mail.html), 200, {
      'content-security-policy': bodyPolicy,
      'x-frame-options': 'SAMEORIGIN',
    })
  })
  routes.get('/_mail/*', (c) => page(c, missingPage(), 404))
  return routes
}

/** Makes links open outside of the frame, in the product. */
function openLinksOutside(html: string): string {
  const base = '<base target="_top">'
  return /<head\b[^>]*>/i.test(html) ? html.replace(/<head\b[^>]*>/i, `$&${base}`) : base + html
}

function wantsJson(c: Context): boolean {
  const accept = c.req.header('accept') ?? ''
  return accept.includes('application/json') && !accept.includes('text/html')
}

function page(c: Context, html: string, status: 200 | 404 = 200): Response | Promise<Response> {
  return c.html(html, status, { 'content-security-policy': pagePolicy })
}
