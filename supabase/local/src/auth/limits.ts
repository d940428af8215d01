import type { AuthConfig } from '../config'
import { tooMany } from './errors'

const minute = 60_000

/** Tries that one address has for a code before it has to wait. */
const codeTries = 5
/** Tries that one authenticator app has before it has to wait. */
const factorTries = 5
/** Wrong passwords that one caller may give for one address before it has to wait. */
const passwordTries = 20
const window = 5 * minute

/** What is counted per caller's address; the numbers are `[auth.rate_limit]` of config.toml. */
type LimitedAction = 'tokenRefresh' | 'signInSignUps' | 'tokenVerifications'

/**
 * Rate limits, kept in memory: they protect a running service and need not survive it. Unknown
 * addresses are counted like known ones, so that the limits do not tell who has an account.
 */
export interface Limits {
  /** @throws ApiError 429 over_request_rate_limit */
  request(action: LimitedAction, ip: string | null): void
  /** One mail of a sort to an address. @throws ApiError 429 over_email_send_rate_limit */
  mail(sort: string, address: string): void
  /** Tries with a secret: ask before, count what failed, forget after a success. */
  tries: Record<'code' | 'factor' | 'password', Tries>
}

interface Tries {
  /** @throws ApiError 429 over_request_rate_limit */
  check(key: string): void
  failed(key: string): void
  forget(key: string): void
}

/** @param now milliseconds, for tests that do not want to wait. */
export function createLimits(config: AuthConfig, now: () => number = Date.now): Limits {
  const hits = new Hits(now)
  const tries = (sort: string, allowed: number): Tries => ({
    check(key) {
      if (hits.count(`${sort} ${key}`, window) >= allowed) throw overRequests()
    },
    failed(key) {
      hits.add(`${sort} ${key}`, window)
    },
    forget(key) {
      hits.forget(`${sort} ${key}`)
    },
  })

  return {
    request(action, ip) {
      const key = `${action} ${ip ?? ''}`
      if (hits.count(key, window) >= config.rateLimit[action]) throw overRequests()
      hits.add(key, window)
    },
    mail(sort, address) {
      const pause = config.email.maxFrequency * 1000
      const key = `mail ${sort} ${address}`
      const left = hits.left(key, pause)
      if (left > 0) {
        throw tooMany(
          'over_email_send_rate_limit',
          `For security purposes, you can only request this after ${Math.ceil(left / 1000)} seconds.`,
        )
      }
      if (hits.count('mails', 60 * minute) >= config.rateLimit.emailSent) {
        throw tooMany('over_email_send_rate_limit', 'email rate limit exceeded')
      }
      hits.add(key, pause)
      hits.add('mails', 60 * minute)
    },
    tries: {
      code: tries('code', codeTries),
      factor: tries('factor', factorTries),
      password: tries('password', passwordTries),
    },
  }
}

const overRequests = () => tooMany('over_request_rate_limit', 'Request rate limit reached')

/** Moments per key, each kept for as long as its window. */
class Hits {
  private readonly moments = new Map<string, { until: number; at: number[] }>()
  private sweepAt = 0

  constructor(private readonly now: () => number) {}

  count(key: string, span: number): number {
    const from = this.now() - span
    return this.moments.get(key)?.at.filter((at) => at > from).length ?? 0
  }

  /** Milliseconds until the latest hit is older than `span`; 0 when it is. */
  left(key: string, span: number): number {
    const last = this.moments.get(key)?.at.at(-1)
    return last === undefined ? 0 : Math.max(0, last + span - this.now())
  }

  add(key: string, span: number): void {
    const now = this.now()
    this.sweep(now)
    const kept = this.moments.get(key)?.at.filter((at) => at > now - span) ?? []
    this.moments.set(key, { until: now + span, at: [...kept, now] })
  }

  forget(key: string): void {
    this.moments.delete(key)
  }

  private sweep(now: number): void {
    if (now < this.sweepAt) return
    this.sweepAt = now + minute
    for (const [key, { until }] of this.moments) if (until <= now) this.moments.delete(key)
  }
}
