import type { AuthMailKind } from '../../../functions/_shared/auth-mails.ts'
import type { AuthConfig } from '../config'
import { type ApiError, tooMany } from './errors'

const minute = 60_000
const hour = 60 * minute

/** Wrong codes for one email before it has to wait. */
const codeTries = 5
/** Attempts with one authenticator app before it has to wait. */
const factorTries = 5
/** Wrong passwords from one caller for one email before it has to wait. */
const passwordTries = 20
const window = 5 * minute

/**
 * The divisor of `token_verifications`, for wrong codes and links from one caller: a quarter of the attempts may be
 * wrong. Even a whole class on one network mistypes less often.
 */
const wrongVerifications = 4

/**
 * The divisors of `email_sent` for the mails that one network address, and one signed-in account, may cause
 * in an hour, so that no caller uses up the mails of all others.
 */
const shares = { network: 10, sender: 100 }

/** The caller who causes a mail. */
export interface Requester {
  /** Network address; null if unknown. */
  ip: string | null
  /** The signed-in account. */
  sender?: string
}

/** Actions that are counted for each network address, with the limits of `[auth.rate_limit]` in config.toml. */
type LimitedAction = 'tokenRefresh' | 'signInSignUps' | 'tokenVerifications'

/**
 * Rate limits, kept in memory: they protect a running service and need not survive it. Requests and attempts
 * count alike for known and unknown emails; mails count when they leave.
 */
export interface Limits {
  /** @throws ApiError 429 over_request_rate_limit */
  request(action: LimitedAction, ip: string | null): void
  /**
   * Counts mails of one kind before they leave, one to each email.
   * @param by null for the project's own servers
   * @returns null, or the refusal, in which case nothing is counted; an answer that could reveal who has an
   * account must not pass it on
   */
  mail(kind: AuthMailKind, addresses: string[], by: Requester | null): ApiError | null
  /** Attempts with a secret. Each counts before its result is known, so that concurrent attempts count too. */
  tries: Record<'code' | 'factor' | 'password' | 'verification', Tries>
}

interface Tries {
  /** @throws ApiError 429 over_request_rate_limit */
  begin(key: string): void
  /** Stops counting this attempt, because it succeeded. */
  undo(key: string): void
  /** Stops counting this attempt and the earlier failures. */
  forget(key: string): void
}

/** @param now the clock in milliseconds; tests replace it */
export function createLimits(config: AuthConfig, now: () => number = Date.now): Limits {
  const hits = new Hits(now)
  const tries = (sort: string, allowed: number): Tries => ({
    begin(key) {
      if (hits.count(`${sort} ${key}`, window) >= allowed) throw overRequests()
      hits.add(`${sort} ${key}`, window)
    },
    undo(key) {
      hits.undo(`${sort} ${key}`)
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
    mail(kind, addresses, by) {
      const pause = config.email.maxFrequency * 1000
      const keys = addresses.map((address) => `mail ${kind} ${address}`)
      const left = Math.max(...keys.map((key) => hits.left(key, pause)))
      if (left > 0) {
        return overMails(
          `For security purposes, you can only request this after ${Math.ceil(left / 1000)} seconds.`,
        )
      }
      const { emailSent } = config.rateLimit
      const hourly: [key: string, allowed: number][] = [['mails', emailSent]]
      if (by) hourly.push([`mails from ${by.ip ?? ''}`, part(emailSent, shares.network)])
      if (by?.sender) hourly.push([`mails by ${by.sender}`, part(emailSent, shares.sender)])
      if (hourly.some(([name, allowed]) => hits.count(name, hour) >= allowed)) {
        return overMails('email rate limit exceeded')
      }
      for (const key of keys) {
        hits.add(key, pause)
        for (const [name] of hourly) hits.add(name, hour)
      }
      return null
    },
    tries: {
      code: tries('code', codeTries),
      factor: tries('factor', factorTries),
      password: tries('password', passwordTries),
      verification: tries(
        'verification',
        part(config.rateLimit.tokenVerifications, wrongVerifications),
      ),
    },
  }
}

const part = (whole: number, share: number) => Math.max(1, Math.floor(whole / share))

const overMails = (message: string) => tooMany('over_email_send_rate_limit', message)
const overRequests = () => tooMany('over_request_rate_limit', 'Request rate limit reached')

/** Counts hits by key: stores the time of each hit as long as its window. */
class Hits {
  private readonly moments = new Map<string, { until: number; at: number[] }>()
  private sweepAt = 0

  constructor(private readonly now: () => number) {}

  count(key: string, span: number): number {
    const from = this.now() - span
    return this.moments.get(key)?.at.filter((at) => at > from).length ?? 0
  }

  /** Returns the milliseconds until the latest hit is older than `span`; 0 if it is older already. */
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

  /** Deletes the latest hit. */
  undo(key: string): void {
    this.moments.get(key)?.at.pop()
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
