import { type AuthContext, ok } from '../context'

/** GET /health */
export async function health(): Promise<Response> {
  return ok({
    version: 'embedded',
    name: 'GoTrue',
    description: 'Rookies’ embedded sign-in service; answers as GoTrue does',
  })
}

/** GET /settings: the settings that clients may know. */
export async function settings(ctx: AuthContext): Promise<Response> {
  return ok({
    external: { anonymous_users: false, email: ctx.config.email.enabled, phone: false },
    disable_signup: !ctx.config.enableSignup,
    mailer_autoconfirm: !ctx.config.email.confirmations,
    phone_autoconfirm: false,
    sms_provider: '',
    saml_enabled: false,
  })
}

/** GET /.well-known/jwks.json: empty, because tokens are signed with a shared secret. */
export async function jwks(): Promise<Response> {
  return ok({ keys: [] })
}
