import type { AuthConfig } from '../../supabase/local/src/config'
import { valueAt } from './ask'
import { compareLists, differs, type Finding, ok } from './finding'

type Value = string | number | boolean

/** Returns the addresses to which mails may link: only these two screens read the tokens in such links. */
export const addressesOf = (site: string): Pick<AuthConfig, 'siteUrl' | 'redirectUrls'> => ({
  siteUrl: site,
  redirectUrls: [`${site}/login`, `${site}/reset-password`],
})

/** Returns the expected public answer of `/auth/v1/settings`, according to `config.toml`. */
export function publicAuth(auth: AuthConfig): Record<string, Value> {
  return {
    disable_signup: !auth.enableSignup,
    mailer_autoconfirm: !auth.email.confirmations,
    'external.email': auth.email.enabled,
    'external.anonymous_users': false,
    'external.phone': false,
  }
}

/** Returns the expected answer of the management API to the project's owner, according to `config.toml`. */
export function ownersAuth(auth: AuthConfig): Record<string, Value> {
  const hook = auth.beforeUserCreated
  return {
    disable_signup: !auth.enableSignup,
    external_email_enabled: auth.email.enabled,
    external_anonymous_users_enabled: false,
    mailer_autoconfirm: !auth.email.confirmations,
    mailer_secure_email_change_enabled: auth.email.doubleConfirmChanges,
    mailer_otp_length: auth.email.otpLength,
    mailer_otp_exp: auth.email.otpExpiry,
    smtp_max_frequency: auth.email.maxFrequency,
    rate_limit_verify: auth.rateLimit.tokenVerifications,
    rate_limit_otp: auth.rateLimit.signInSignUps,
    security_update_password_require_reauthentication: auth.email.securePasswordChange,
    password_min_length: auth.minPasswordLength,
    jwt_exp: auth.jwtExpiry,
    refresh_token_rotation_enabled: auth.rotateRefreshTokens,
    security_refresh_token_reuse_interval: auth.refreshReuseInterval,
    mfa_totp_enroll_enabled: auth.mfa.totp.enroll,
    mfa_totp_verify_enabled: auth.mfa.totp.verify,
    mfa_max_enrolled_factors: auth.mfa.maxFactors,
    hook_before_user_created_enabled: hook !== null,
    ...(hook !== null && {
      hook_before_user_created_uri: `pg-functions://postgres/${hook.replaceAll('"', '').replace('.', '/')}`,
    }),
  }
}

/** Returns one finding for each setting that differs; one positive finding if none does. */
export function compareSettings(
  about: string,
  expected: Record<string, Value>,
  answer: unknown,
): Finding[] {
  const wrong = Object.entries(expected).flatMap(([name, value]) => {
    const found = valueAt(answer, name.split('.'))
    if (found === value) return []
    const foundText = found === undefined ? 'is not reported' : `is ${JSON.stringify(found)}`
    return [differs(about, `${name} ${foundText}, expected ${JSON.stringify(value)}`)]
  })
  return wrong.length > 0 ? wrong : [ok(about, `${Object.keys(expected).length} as expected`)]
}

/**
 * Compares the site address and the redirects in `config.toml` with the answer of the management API. Mails may link
 * only to the product.
 */
export function compareAddresses(
  about: string,
  { siteUrl, redirectUrls }: Pick<AuthConfig, 'siteUrl' | 'redirectUrls'>,
  answer: unknown,
): Finding {
  if (!siteUrl.startsWith('https://')) {
    const cure = 'set SITE_URL to the address of the product'
    return differs(about, `a push of config.toml would lead them to ${siteUrl}: ${cure}`)
  }
  const site = valueAt(answer, ['site_url'])
  if (site !== siteUrl) {
    return differs(about, `they lead to ${JSON.stringify(site)}, expected ${siteUrl}`)
  }
  const list = valueAt(answer, ['uri_allow_list'])
  const entries = typeof list === 'string' ? list.split(',').map((entry) => entry.trim()) : []
  const redirects = compareLists(about, redirectUrls, entries.filter(Boolean))
  return redirects.state === 'ok' ? ok(about, `they lead to ${siteUrl}`) : redirects
}
