import type { Page, Route } from '@playwright/test'

/** A text that is in every injected answer and in no text of the product. */
const MARK = 'RAW-BODY'
const HTML = `<html><body><h1>${MARK} bad gateway</h1></body></html>`
const SQL = {
  code: 'XX000',
  message: `${MARK} duplicate key value violates unique constraint "lessons_pkey"`,
  details: 'Failing row contains (secret)',
  hint: 'PGRST',
}

/** Matches text that a screen must never show: markup, SQL, errors of PostgREST or of a parser. */
const RAW =
  /RAW-BODY|<html|<!doctype|PGRST\d|duplicate key|violates|Failing row|relation "|Unexpected (?:token|end)|valid JSON/i

type Fault = (route: Route, random: () => number) => Promise<void>

/** The faults. Some replace or drop the request, others delay, cut or drop the server's answer. */
const FAULTS: Record<string, Fault> = {
  '500 in HTML': (route) => route.fulfill({ status: 500, contentType: 'text/html', body: HTML }),
  '502 in HTML': (route) => route.fulfill({ status: 502, contentType: 'text/html', body: HTML }),
  '404 in HTML': (route) => route.fulfill({ status: 404, contentType: 'text/html', body: HTML }),
  '500 in SQL': (route) => route.fulfill({ status: 500, json: SQL }),
  '429': (route) => route.fulfill({ status: 429, contentType: 'text/plain', body: MARK }),
  '200 in HTML': (route) => route.fulfill({ status: 200, contentType: 'text/html', body: HTML }),
  'no answer': (route) => route.abort('connectionreset'),
  'answer lost': async (route) => {
    await route.fetch()
    await route.abort('connectionreset')
  },
  'answer cut short': async (route) => {
    const response = await route.fetch()
    const body = await response.text()
    if (body.length < 2) await route.abort('connectionreset')
    else await route.fulfill({ response, body: body.slice(0, body.length / 2) })
  },
  slow: async (route, random) => {
    await new Promise((resolve) => setTimeout(resolve, 200 + random() * 1_500))
    await route.continue()
  },
}
const KINDS = Object.keys(FAULTS)

/** Injects faults between browsers and the server, chosen by a seeded random generator. */
export class Injector {
  active = true
  readonly faults: Record<string, number> = Object.fromEntries(KINDS.map((kind) => [kind, 0]))
  requests = 0
  /** Texts on screens that contain a raw answer, with some text around it. */
  readonly raw = new Set<string>()

  /** `share` is the share of requests that get a fault, between 0 and 1. */
  constructor(private readonly share: number) {}

  async attach(page: Page, seed: number): Promise<void> {
    const random = randomFrom(seed)
    await page.exposeFunction('sawRaw', (text: string) => this.raw.add(text))
    await page.addInitScript((source) => {
      const raw = new RegExp(source, 'i')
      const look = () => {
        const text = document.body?.textContent ?? ''
        const at = text.search(raw)
        if (at >= 0) Reflect.get(window, 'sawRaw')(text.slice(Math.max(0, at - 60), at + 60))
      }
      new MutationObserver(look).observe(document, {
        childList: true,
        subtree: true,
        characterData: true,
      })
    }, RAW.source)
    await page.route(/\/(?:rest|auth|functions)\/v1\//, async (route) => {
      this.requests += 1
      const kind = KINDS[Math.floor(random() * KINDS.length)] ?? 'slow'
      const fault = this.active && random() < this.share ? FAULTS[kind] : undefined
      if (fault) this.faults[kind] = (this.faults[kind] ?? 0) + 1
      try {
        await (fault ? fault(route, random) : route.continue())
      } catch {
        // The page may have navigated and ended the request.
        await route.abort().catch(() => undefined)
      }
    })
  }
}

/** Returns a generator of numbers from 0 to below 1. The same seed gives the same sequence (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
