import type { IncomingMessage } from 'node:http'
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { answerCalendar } from '../../../functions/calendar/calendar.ts'
import { checkLinks } from '../../../functions/check-links/check-links.ts'
import { pinnedNetwork } from '../../../functions/check-links/pinned-request.ts'
import { cohortLink } from '../../../functions/cohort-link/cohort-link.ts'
import { purchaseWebhook } from '../../../functions/purchase-webhook/purchase-webhook.ts'
import { GITHUB, issuerKeys } from '../../../functions/repo-result/issuer-keys.ts'
import { repoResult } from '../../../functions/repo-result/repo-result.ts'
import { answerCall } from '../../../functions/send-invite/send-invite.ts'
import { signFiles } from '../../../functions/sign-files/sign-files.ts'
import { answerSite } from '../../../functions/site/site.ts'
import { answerAddress, unsubscribe } from '../../../functions/unsubscribe/unsubscribe.ts'
import { verifyRun } from '../../../functions/verify-run/verify-run.ts'
import type { Issuer } from '../ci/issuer'
import type { NodeContext, NodeEnv, Routes } from '../gateway/http'
import { localServiceKey } from '../gateway/local-keys'
import type { RequestSlots } from '../gateway/request-slots'
import type { Mailer } from '../mail'
import { createEngines, ENGINES } from './engines'
import { createTurns } from './turns'

/** @param maxSize the largest body in bytes; the gateway refuses more than a megabyte */
const limitBody = (maxSize: number, answer: { code: string; message: string }) =>
  bodyLimit({ maxSize, onError: (c) => c.json(answer, 400) })

const noInvite = { code: 'BAD_REQUEST', message: 'invite_id must be the id of an invite.' }
const noCourse = { code: 'BAD_REQUEST', message: 'course_id must be the id of a course.' }
const noPaths = { code: 'BAD_REQUEST', message: 'paths must be a list of at most 1000 paths.' }
const noRun = {
  code: 'BAD_REQUEST',
  message: 'run_id must be the id of a run, or lesson_id of a lesson.',
}
const noSecret = { code: 'BAD_REQUEST', message: 'token must be the secret of a mail.' }
const noLink = { code: 'BAD_REQUEST', message: 'token must be the secret of a join link.' }

/** The functions that accept only POST at their own address. */
const postedTo = [
  'check-links',
  'cohort-link',
  'purchase-webhook',
  'repo-result',
  'send-invite',
  'sign-files',
  'unsubscribe',
  'verify-run',
]

/** MAIL_FROM of the mailbox; no mail leaves this machine. */
const localSender = 'no-reply@rookies.test'

export interface FunctionsOptions {
  /** Returns the current address of PostgREST, without a slash at the end. */
  restUrl: () => string
  /** Address of storage, without a slash at the end. */
  storageUrl: string
  /** The gateway gives each call a slot. A call has none while it runs code or sends requests to other servers. */
  slots: RequestSlots
  mailbox: Mailer
  /** Origin of the product, to which mails link. */
  siteUrl: string
  /** Signing secrets of Stripe's endpoint; empty if there is none. */
  webhookSecret: string
  /** The issuer whose tokens repo-result accepts besides those of GitHub. */
  issuer: Pick<Issuer, 'name' | 'keys'>
  /** Whether links into this machine's own network are checked too; true only in tests. */
  asksPrivateLinks: boolean
  log: (line: string) => void
}

export interface Functions {
  /** Routes relative to /functions/v1. The gateway has checked the API key. */
  routes: Routes
  /** Stops running calls. */
  close(): void
}

/** Runs the project's edge functions in this process, with the same core; their mails go to the mailbox. */
export function createFunctions(options: FunctionsOptions): Functions {
  const {
    restUrl,
    storageUrl,
    slots,
    mailbox,
    siteUrl,
    webhookSecret,
    issuer,
    asksPrivateLinks,
    log,
  } = options
  /** An abort controller for each running call. One signal for all calls would keep a listener of every request. */
  const running = new Map<IncomingMessage, AbortController>()
  const engines = createEngines()
  const inTurn = createTurns(ENGINES)
  // Calls to repo-result keep their slot while GitHub's keys are downloaded, because that happens only once an hour.
  const githubKeys = issuerKeys(`${GITHUB}/.well-known/jwks`)

  const routes = new Hono<NodeEnv>()
  routes.use(async (c, next) => {
    const { incoming } = c.env
    running.set(incoming, new AbortController())
    await next().finally(() => running.delete(incoming))
  })
  /** The options that every function gets. */
  const means = (c: NodeContext) => {
    const signal = running.get(c.env.incoming)?.signal
    return {
      restUrl: restUrl(),
      serviceKey: localServiceKey,
      siteUrl,
      storageUrl,
      log,
      ...(signal && { signal }),
    }
  }
  /** The options of functions that call the API as the caller. */
  const asCaller = (c: NodeContext) => ({
    ...means(c),
    authorization: c.req.header('authorization') ?? '',
    apiKey: c.req.header('apikey') ?? '',
  })

  routes.post('/send-invite', limitBody(10_000, noInvite), async (c) => {
    const { status, body } = await answerCall(await c.req.json().catch(() => null), {
      ...asCaller(c),
      sender: localSender,
      deliver: (mail) => mailbox.send(mail),
    })
    return Response.json(body, { status })
  })

  routes.post('/check-links', limitBody(10_000, noCourse), async (c) => {
    const { status, body } = await checkLinks(await c.req.json().catch(() => null), {
      ...asCaller(c),
      network: pinnedNetwork,
      meanwhile: (work) => slots.pause(c.env.incoming, work),
      allowPrivate: asksPrivateLinks,
    })
    return Response.json(body, { status })
  })

  routes.post('/sign-files', limitBody(250_000, noPaths), async (c) => {
    const { status, body } = await signFiles(await c.req.json().catch(() => null), asCaller(c))
    return Response.json(body, { status })
  })

  routes.post('/verify-run', limitBody(10_000, noRun), async (c) => {
    const { status, body } = await verifyRun(await c.req.json().catch(() => null), {
      ...asCaller(c),
      run: engines.run,
      // The turn itself limits how much runs at the same time.
      inTurn: (person, work) => slots.pause(c.env.incoming, () => inTurn(person, work)),
    })
    return Response.json(body, { status })
  })

  routes.post('/purchase-webhook', async (c) => {
    const payload = new Uint8Array(await c.req.arrayBuffer())
    const { status, body } = await purchaseWebhook(
      { payload, signature: c.req.header('stripe-signature') ?? '' },
      { ...means(c), secrets: webhookSecret },
    )
    return Response.json(body, { status })
  })

  routes.post('/repo-result', async (c) => {
    const payload = new Uint8Array(await c.req.arrayBuffer())
    const { status, body } = await repoResult(
      { payload, authorization: c.req.header('authorization') ?? '' },
      {
        ...means(c),
        origins: [siteUrl],
        issuers: new Map([
          [GITHUB, githubKeys],
          [issuer.name, issuer.keys],
        ]),
      },
    )
    return Response.json(body, { status })
  })

  routes.all('/site/:file?', (c) => answerSite(c.req.raw, means(c)))

  routes.all('/calendar/:file?', (c) => answerCalendar(c.req.raw, means(c)))

  routes.post('/cohort-link', limitBody(10_000, noLink), async (c) => {
    const { status, body } = await cohortLink(await c.req.json().catch(() => null), means(c))
    return Response.json(body, { status })
  })

  routes.post('/unsubscribe', limitBody(10_000, noSecret), async (c) => {
    const { status, body } = await unsubscribe(await c.req.json().catch(() => null), means(c))
    return Response.json(body, { status })
  })
  routes.all('/unsubscribe/:secret', (c) => answerAddress(c.req.raw, means(c)))

  routes.all(`/:name{${postedTo.join('|')}}`, (c) =>
    c.json({ code: 'METHOD_NOT_ALLOWED', message: 'Only POST requests are accepted here.' }, 405),
  )
  routes.all('*', (c) =>
    c.json({ code: 'NOT_FOUND', message: `There is no function at ${c.req.path}.` }, 404),
  )
  const close = () => {
    for (const call of running.values()) call.abort()
    engines.close()
  }
  return { routes, close }
}
