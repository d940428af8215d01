import type { AuthContext, Call, Reply } from './context'
import { inStep } from './in-step'
import { health, jwks, settings } from './routes/about'
import { createAccount } from './routes/admin/create-user'
import { listFactors, takeFactorAway } from './routes/admin/factors'
import { generateLink } from './routes/admin/generate-link'
import { invite } from './routes/admin/invite'
import { listUsers } from './routes/admin/list-users'
import { updateAccount } from './routes/admin/update-user'
import { deleteAccount, readAccount } from './routes/admin/users'
import { challenge, enrol, unenrol, verifyFactor } from './routes/factors'
import { logout } from './routes/logout'
import { otp } from './routes/otp'
import { reauthenticate } from './routes/reauthenticate'
import { recover } from './routes/recover'
import { resend } from './routes/resend'
import { signup } from './routes/signup'
import { token } from './routes/token'
import { changeUser, readUser } from './routes/user'
import { verify } from './routes/verify'
import { followLink } from './routes/verify-link'

type Handler = (ctx: AuthContext, call: Call) => Promise<Reply>

/** Everything that this service answers, by path below /auth/v1 and method; `:name` is any one part. */
const routes: Record<string, Record<string, Handler>> = {
  '/health': { GET: health },
  '/settings': { GET: settings },
  '/.well-known/jwks.json': { GET: jwks },
  '/signup': { POST: inStep(signup) },
  '/token': { POST: token },
  '/recover': { POST: inStep(recover) },
  '/otp': { POST: inStep(otp) },
  '/resend': { POST: inStep(resend) },
  '/verify': { GET: followLink, POST: verify },
  '/user': { GET: readUser, PUT: changeUser },
  '/reauthenticate': { GET: reauthenticate },
  '/logout': { POST: logout },
  '/factors': { POST: enrol },
  '/factors/:factorId': { DELETE: unenrol },
  '/factors/:factorId/challenge': { POST: challenge },
  '/factors/:factorId/verify': { POST: verifyFactor },
  '/invite': { POST: invite },
  '/admin/generate_link': { POST: generateLink },
  '/admin/users': { GET: listUsers, POST: createAccount },
  '/admin/users/:userId': { GET: readAccount, PUT: updateAccount, DELETE: deleteAccount },
  '/admin/users/:userId/factors': { GET: listFactors },
  '/admin/users/:userId/factors/:factorId': { DELETE: takeFactorAway },
}

/** What answers a request, and the named parts of its path. */
export function findRoute(
  path: string,
  method: string,
): { handler: Handler; params: Record<string, string> } | null {
  for (const [pattern, methods] of Object.entries(routes)) {
    const params = match(pattern, path)
    const handler = methods[method]
    if (params && handler) return { handler, params }
  }
  return null
}

function match(pattern: string, path: string): Record<string, string> | null {
  const wanted = pattern.split('/')
  const given = path.split('/')
  if (wanted.length !== given.length) return null
  const params: Record<string, string> = {}
  for (const [index, part] of wanted.entries()) {
    const value = given[index] ?? ''
    if (part.startsWith(':') && value !== '') params[part.slice(1)] = value
    else if (part !== value) return null
  }
  return params
}
