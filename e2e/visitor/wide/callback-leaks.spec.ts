import { createHash, randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { cleanAddressScript } from '@rookies/data/session/clean-address-plugin'
import { expect, test } from '../../support/fixtures'
import { cdpOf } from '../../support/intercept'
import { auth, origin, type World } from '../../support/world'

// Secrets in the link of a mail must not be in other requests, referrers or the history.

interface Route {
  path: string
}

// The route tables of both apps. They are imported by a variable, so that TypeScript does not check both apps with this
// project.
const portal = '../../../apps/learner/src/app/screens'
const office = '../../../apps/backoffice/src/app/resources'
const guarded: Record<string, () => Promise<readonly Route[]>> = {
  'learner portal': async () => {
    const table: { MEMBER_SCREENS: readonly Route[] } = await import(portal)
    return table.MEMBER_SCREENS
  },
  'back-office': async () => {
    const table: { PANEL_RESOURCES: readonly { screens: Route[] }[] } = await import(office)
    return table.PANEL_RESOURCES.flatMap(({ screens }) => screens)
  },
}
const filledIn = (path: string) =>
  path.replace(':slug', 'git').replace(/:\w+/g, '00000000-0000-4000-8000-000000000001')

/** Records the addresses and referrers of this page's requests. */
async function listen(page: Page) {
  const said: Promise<{ url: string; referrer: string }>[] = []
  page.on('request', (request) =>
    said.push(
      request
        .allHeaders()
        .then(({ referer = '' }) => ({ url: request.url(), referrer: referer }))
        .catch(() => ({ url: request.url(), referrer: '' })),
    ),
  )
  const cdp = await cdpOf(page)
  return {
    requests: () => Promise.all(said),
    /** Returns all entries of the browser's history. */
    history: async () =>
      (await cdp.send('Page.getNavigationHistory')).entries.map(({ url }) => url),
  }
}

/**
 * Fails if a secret is in an address or a referrer of the page's requests, or in the browser's history. The address of
 * the request `link`, which delivers the secret, is not checked.
 */
async function expectNoTrace(
  page: Page,
  heard: Awaited<ReturnType<typeof listen>>,
  secrets: string[],
  link = '',
) {
  const requests = await heard.requests()
  expect(requests.length).toBeGreaterThan(0)
  const held = requests.flatMap(({ url, referrer }) =>
    url === link ? [referrer] : [url, referrer],
  )
  const places = [...held, ...(await heard.history()), page.url()]
  for (const secret of secrets) {
    expect(secret.length).toBeGreaterThan(5)
    expect(places.filter((place) => place.includes(secret))).toEqual([])
  }
  // A referrer may be an origin, but no longer address.
  const named = requests.map(({ referrer }) => referrer.replace(/^https?:\/\/[^/]+\/?$/, ''))
  expect(named.filter((rest) => rest !== '')).toEqual([])
}

const partsOf = ({
  access_token,
  refresh_token,
}: {
  access_token: string
  refresh_token: string
}) => [...access_token.split('.'), refresh_token]

test('at every guarded path, the page removes secrets from the address before its first request', async () => {
  for (const [app, routes] of Object.entries(guarded)) {
    const paths = (await routes()).map(({ path }) => path)
    expect(paths.length, app).toBeGreaterThan(5)
    for (const path of paths) {
      const answer = await fetch(origin() + filledIn(path))
      const html = await answer.text()
      const script = html.indexOf(`<script>${cleanAddressScript()}</script>`)
      const referrers = html.indexOf('<meta name="referrer" content="strict-origin">')
      const firstRequest = html.search(/\s(?:src|href)=/)
      expect(Math.min(script, referrers), path).toBeGreaterThan(-1)
      expect(Math.max(script, referrers), path).toBeLessThan(firstRequest)
    }
  }
})

test('a session or code in the address of a guarded path of either app is sent nowhere', async ({
  open,
  world,
}) => {
  const page = await open('visitor', '/login')
  const heard = await listen(page)
  for (const [app, routes] of Object.entries(guarded)) {
    const session = await world.session(await world.person())
    const code = randomUUID()
    const fragment = `access_token=${session.access_token}&refresh_token=${session.refresh_token}&expires_in=3600&type=magiclink`
    // A path with parameters, to check that such routes are guarded too.
    const path = (await routes()).map((route) => route.path).find((one) => one.includes(':')) ?? ''
    expect(path, app).not.toBe('')
    const opened = `${origin()}${filledIn(path)}?page=2&code=${code}`
    await page.goto(`${opened}#${fragment}`)
    await expect(page).toHaveURL(/\/login(\?|$)/)
    await page.getByRole('textbox', { name: 'Email' }).waitFor()
    await expectNoTrace(page, heard, [...partsOf(session), code], opened)
    expect(await page.evaluate(() => localStorage.getItem('rookies-auth')), path).toBeNull()
  }
})

test('a return address to another site is not opened, and a session that is hidden in it is not used after the sign-in', async ({
  open,
  world,
}) => {
  const member = await world.person()
  const session = await world.session(await world.person())
  const page = await open('visitor', '/')
  const heard = await listen(page)
  const hidden = `/admin#access_token=${session.access_token}&refresh_token=${session.refresh_token}`
  const opened = `${origin()}/login?next=//evil.example&redirect=https://evil.example&from=${encodeURIComponent(hidden)}`
  await page.goto(opened)
  await expect(page).toHaveURL(/\/login\?.*from=%2Fadmin$/)
  await page.getByLabel('Email').fill(member.email)
  await page.getByLabel('Password', { exact: true }).fill(member.password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/app/dashboard')
  await expectNoTrace(page, heard, partsOf(session), opened)
})

/** Returns the link to Auth in the newest mail to an email. */
async function linkFor(world: World, email: string): Promise<string> {
  const { links } = await world.mail(email)
  return links.find((link) => link.includes('/verify')) ?? ''
}

/** Opens the link of a mail. Returns what the redirect brought in its query or fragment. */
async function follow(page: Page, link: string) {
  const answered = page.waitForResponse((response) => response.url() === link)
  await page.goto(link)
  const { location = '' } = await (await answered).allHeaders()
  const target = new URL(location)
  return { target, brought: new URLSearchParams(target.hash.slice(1)) }
}

test('a mail that a stranger requested with another return address leaks no session', async ({
  open,
  world,
}) => {
  const page = await open('visitor', '/')
  const heard = await listen(page)
  for (const asked of [
    '/admin',
    '/login?from=/admin',
    '/app/profile',
    '/login',
    '/reset-password',
  ]) {
    const { email } = await world.person()
    const back = encodeURIComponent(origin() + asked)
    await auth(`otp?redirect_to=${back}`, { email, create_user: false })
    const { target, brought } = await follow(page, await linkFor(world, email))

    const callback = asked === '/login' || asked === '/reset-password'
    expect(target.pathname + target.search).toBe(callback ? asked : '/')
    const session = {
      access_token: brought.get('access_token') ?? '',
      refresh_token: brought.get('refresh_token') ?? '',
    }
    expect(session.access_token, asked).toMatch(/^eyJ/)
    await page.getByRole('heading').first().waitFor()
    // The person opens a guarded path, as if they were signed in.
    await page.goto('/admin')
    await expect(page).toHaveURL('/login?from=%2Fadmin')
    await page.getByLabel('Email').waitFor()
    await expectNoTrace(page, heard, partsOf(session))
  }
})

test('a code occurs only in the request of the link and in the call that redeems it, in another tab too', async ({
  open,
  world,
}) => {
  const member = await world.person()
  const asking = await open('visitor', '/app/profile')
  await asking.getByRole('button', { name: 'Login with secure code' }).click()
  await asking.getByLabel('Email').fill(member.email)
  await asking.getByRole('button', { name: 'Send code' }).click()
  await asking.getByLabel('Code').waitFor()

  const page = await asking.context().newPage()
  const heard = await listen(page)
  const redeems = page.waitForRequest((request) => request.url().includes('grant_type=pkce'))
  const { target } = await follow(page, await linkFor(world, member.email))
  const code = target.searchParams.get('code') ?? ''
  expect(target.pathname).toBe('/login')
  expect((await redeems).postData()).toContain(code)
  // The requested address was stored in the browser.
  await expect(page).toHaveURL('/app/profile')
  await expect(page.getByRole('main').getByText(member.email).first()).toBeVisible()
  await expectNoTrace(page, heard, [code], target.href)
})

test('a code without its verifier does not sign in on another device, and leaves no trace', async ({
  open,
  world,
}) => {
  const { email } = await world.person()
  const code_challenge = createHash('sha256').update(randomUUID()).digest('base64url')
  const back = encodeURIComponent(`${origin()}/login`)
  const asked = { email, create_user: false, code_challenge, code_challenge_method: 's256' }
  await auth(`otp?redirect_to=${back}`, asked)
  const page = await open('visitor', '/')
  const heard = await listen(page)
  const { target } = await follow(page, await linkFor(world, email))
  await expect(page.getByText(/only works in the browser in which you asked/)).toBeVisible()
  await expect(page).toHaveURL('/login')
  await expectNoTrace(page, heard, [target.searchParams.get('code') ?? ''], target.href)
})

test('the hash of a reset link occurs only in its own request and in the call that redeems it', async ({
  open,
  world,
}) => {
  const { email } = await world.person()
  await auth('recover', { email })
  const { links } = await world.mail(email)
  const link = links.find((address) => address.includes('/reset-password/')) ?? ''
  const hash = link.split('/').at(-1) ?? ''
  const page = await open('visitor', '/')
  const heard = await listen(page)
  await page.goto(link)
  await page.getByRole('button', { name: 'Choose a new password' }).waitFor()
  await page.reload()
  const redeems = page.waitForRequest((request) => request.url().includes('/auth/v1/verify'))
  await page.getByRole('button', { name: 'Choose a new password' }).click()
  expect((await redeems).postData()).toContain(hash)
  await expect(page.getByText(email)).toBeVisible()
  await expectNoTrace(page, heard, [hash], link)
})
