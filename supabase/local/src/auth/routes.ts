import { Hono } from 'hono'
import type { NodeEnv, Routes } from '../gateway/http'
import type { AuthContext, Handler } from './context'
import { ApiError } from './errors'
import { atFixedTimes } from './fixed-times'
import { errorAnswer, limitBody, readCall } from './http'
import { health, jwks, settings } from './routes/about'
import { createAccount } from './routes/admin/create-user'
import { deleteFactor, listFactors } from './routes/admin/factors'
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

/** All routes by path below /auth/v1 and method; `:name` matches one part. */
const routes: Record<string, Record<string, Handler>> = {
  '/health': { GET: health },
  '/settings': { GET: settings },
  '/.well-known/jwks.json': { GET: jwks },
  '/signup': { POST: atFixedTimes(signup) },
  '/token': { POST: token },
  '/recover': { POST: atFixedTimes(recover) },
  '/otp': { POST: atFixedTimes(otp) },
  '/resend': { POST: atFixedTimes(resend) },
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
  '/admin/users/:userId/factors/:factorId': { DELETE: deleteFactor },
}

/** Returns the routes; they answer every error in the format that clients read. */
export function authRoutes(ctx: AuthContext): Routes {
  const app = new Hono<NodeEnv>()
  app.onError((error, c) => errorAnswer(c, answerFor(ctx, `${c.req.method} ${c.req.path}`, error)))
  app.use(limitBody)
  for (const [path, handlers] of Object.entries(routes)) {
    for (const [method, handler] of Object.entries(handlers)) {
      app.on(method, path, async (c, next) =>
        // Hono treats HEAD as GET, but a HEAD request must not use up a link.
        c.req.method === 'HEAD' ? next() : handler(ctx, await readCall(c)),
      )
    }
  }
  app.all('*', (c) => {
    throw new ApiError(404, 'not_found', `No ${c.req.method} ${c.req.path} here`)
  })
  return app
}

/** Writes an internal error to the log, and keeps it out of the answer. */
function answerFor(ctx: AuthContext, request: string, error: Error): ApiError {
  const answer =
    error instanceof ApiError
      ? error
      : new ApiError(
          500,
          'unexpected_failure',
          'Unexpected failure, please check server logs for more information',
        )
  if (answer.status >= 500) {
    const cause = error instanceof ApiError ? (error.cause ?? error) : error
    ctx.log(`${request}: ${cause instanceof Error ? (cause.stack ?? cause.message) : cause}`)
  }
  return answer
}
