import type { IncomingMessage, ServerResponse } from 'node:http'
import { bodyPolicy, listPage, mailPage, missingPage, pagePolicy } from './pages'
import type { MailStore } from './store'
import { stylesheet } from './stylesheet'

interface Answer {
  status: number
  type: string
  text: string
  headers?: Record<string, string>
}

/** Answers what is below /_mail. Sets the security headers of its own pages. */
export function handleMailRequest(
  store: MailStore,
  req: IncomingMessage,
  res: ServerResponse,
): void {
  const { status, type, text, headers } = answer(store, req)
  res.writeHead(status, {
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    // The addresses of mails hold one-time links.
    'referrer-policy': 'no-referrer',
    'content-type': type,
    'content-length': Buffer.byteLength(text),
    ...headers,
  })
  res.end(req.method === 'HEAD' ? undefined : text)
}

function answer(store: MailStore, req: IncomingMessage): Answer {
  if (req.method !== 'GET' && req.method !== 'HEAD') {
    const text = 'Mails can only be read here.\n'
    return { status: 405, type: 'text/plain; charset=utf-8', text, headers: { allow: 'GET, HEAD' } }
  }
  const url = new URL(`http://localhost${req.url ?? '/'}`)
  const path = url.pathname.replace(/\/$/, '')
  const to = url.searchParams.get('to') || undefined
  if (path === '/_mail.json' || (path === '/_mail' && wantsJson(req))) return json(store.list(to))
  if (path === '/_mail') return page(listPage(store.list(to), to))
  if (path === '/_mail/style.css') {
    return { status: 200, type: 'text/css; charset=utf-8', text: stylesheet }
  }
  return oneMail(store, path, wantsJson(req))
}

function oneMail(store: MailStore, path: string, preferJson: boolean): Answer {
  const [, id = '', part] = /^\/_mail\/([\w-]+)(\/body|\.json)?$/.exec(path) ?? []
  const mail = store.get(id)
  if (part === '.json' || (!part && preferJson)) {
    return mail ? json(mail) : json({ message: 'There is no such mail.' }, 404)
  }
  if (!mail) return page(missingPage(), 404)
  if (part !== '/body') return page(mailPage(mail))
  // A mail styles itself inline, which pages may not: it is a document of its own, in a sandbox.
  return {
    status: 200,
    type: 'text/html; charset=utf-8',
    text: openLinksOutside(mail.html),
    headers: { 'content-security-policy': bodyPolicy, 'x-frame-options': 'SAMEORIGIN' },
  }
}

/** Links lead out of the frame, to the product. */
function openLinksOutside(html: string): string {
  const base = '<base target="_top">'
  return /<head\b[^>]*>/i.test(html) ? html.replace(/<head\b[^>]*>/i, `$&${base}`) : base + html
}

function wantsJson(req: IncomingMessage): boolean {
  const accept = req.headers.accept ?? ''
  return accept.includes('application/json') && !accept.includes('text/html')
}

function page(text: string, status = 200): Answer {
  return {
    status,
    type: 'text/html; charset=utf-8',
    text,
    headers: { 'content-security-policy': pagePolicy },
  }
}

function json(value: unknown, status = 200): Answer {
  return { status, type: 'application/json; charset=utf-8', text: JSON.stringify(value) }
}
