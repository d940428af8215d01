import { expect, test } from '../../support/fixtures'
import {
  bellOf,
  countSockets,
  itemOf,
  LIBRARY,
  newTitle,
  notify,
  openBell,
  openLive,
  panelOf,
} from '../../support/notifications'

/** Errors that a browser logs while there is no connection. */
const CUT = [/ERR_INTERNET_DISCONNECTED/, /ERR_FAILED/, /ERR_CONNECTION/, /Failed to fetch/]

test('a member sees changed and deleted notifications live', async ({ open, world }) => {
  const member = await world.person()
  const [first, second] = [newTitle('First'), newTitle('Second')]
  const id = await notify(world, member, first)
  await notify(world, member, second)
  const { page } = await openLive(open, member)
  await openBell(page)
  await expect(itemOf(page, first)).toBeVisible()
  await world.sql('update public.notifications set message = $2 where id = $1', [id, 'Said better'])
  await expect(itemOf(page, first).getByText('Said better')).toBeVisible()
  await world.sql('delete from public.notifications where id = $1', [id])
  await expect(itemOf(page, first)).toBeHidden()
  await expect(itemOf(page, second)).toBeVisible()
})

test('a notification that is read in one tab is read in the others, in both applications', async ({
  open,
  world,
}) => {
  const admin = await world.person({ role: 'ADMIN' })
  const [one, two] = [newTitle('One'), newTitle('Two')]
  await notify(world, admin, one)
  await notify(world, admin, two)
  const { page } = await openLive(open, admin)
  // The back-office is open in another browser, so it can learn only from the server that the notification was read.
  const { page: panel } = await openLive(open, admin, '/admin')
  await openBell(page)
  await openBell(panel)
  await expect(itemOf(panel, one).getByText('New', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: `Mark as read: ${one}` }).click()
  await expect(itemOf(page, one).getByText('New', { exact: true })).toBeHidden()
  await expect(itemOf(panel, one).getByText('New', { exact: true })).toBeHidden()
  await expect(itemOf(panel, two).getByText('New', { exact: true })).toBeVisible()

  await panel.getByRole('button', { name: 'Mark all as read' }).click()
  await expect(panel.getByText(/^Marked \d+ notifications as read$/)).toBeVisible()
  await expect(itemOf(page, two).getByText('New', { exact: true })).toBeHidden()
})

test('a lost connection is reported, and missed notifications appear when it returns', async ({
  open,
  world,
}) => {
  const member = await world.person()
  const [kept, gone] = [newTitle('Kept'), newTitle('Gone')]
  await notify(world, member, kept)
  const id = await notify(world, member, gone)
  const { page, sockets } = await openLive(open, member, LIBRARY, CUT)
  await openBell(page)
  await expect(itemOf(page, gone)).toBeVisible()
  await page.context().setOffline(true)
  await expect(panelOf(page).getByText('Real-time connection closed.')).toBeVisible()
  await expect.poll(() => sockets.open).toBe(0)

  // Makes fifty changes that this page does not receive.
  const titles = Array.from({ length: 46 }, (_, index) => newTitle(`Missed ${index}`))
  for (const title of titles) await notify(world, member, title)
  await world.sql('delete from public.notifications where id = $1', [id])
  await world.sql(`update public.notifications set message = 'Changed' where title = any($1)`, [
    titles.slice(-3),
  ])

  await page.context().setOffline(false)
  const began = Date.now()
  await expect(itemOf(page, titles.at(-1) ?? '')).toBeVisible()
  test.info().annotations.push({
    type: 'right again after the connection returned',
    description: `${Date.now() - began} ms, budget 2000`,
  })
  await expect(panelOf(page).getByText('Real-time connection closed.')).toBeHidden()
  await expect(panelOf(page).getByText('Changed')).toHaveCount(3)
  // Other tests may send notifications to everybody in between, which are ignored.
  const shown = async () => {
    const headings = await panelOf(page).getByRole('heading', { level: 3 }).allTextContents()
    return headings.filter((text) => text.includes('Missed')).slice(0, 8)
  }
  const live = await shown()
  await expect.poll(() => sockets.bell).toBe(1)
  await page.reload()
  await openBell(page)
  await expect(panelOf(page).getByRole('heading', { level: 3 })).toHaveCount(10)
  expect(await shown(), 'as read afresh').toEqual(live)
})

test('a member mutes a kind of notification, and still gets important ones', async ({
  open,
  world,
}) => {
  const member = await world.person()
  const [info, important] = [newTitle('Chatter'), newTitle('Matters')]
  await notify(world, member, info)
  await notify(world, member, important, { important: true })
  const { page } = await openLive(open, member)
  const tab = await page.context().newPage()
  const sockets = countSockets(tab)
  await tab.goto(LIBRARY)
  await expect.poll(() => sockets.bell).toBe(1)
  await openBell(tab)
  await expect(itemOf(tab, info)).toBeVisible()

  await page.bringToFront()
  await openBell(page)
  await page.getByRole('button', { name: 'Notification settings' }).click()
  await page.getByRole('checkbox', { name: 'Info' }).uncheck()
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(itemOf(page, important)).toBeVisible()
  await expect(itemOf(page, info)).toBeHidden()
  await expect(itemOf(tab, info), 'in the other tab as well').toBeHidden()

  const [silent, loud] = [newTitle('Silent'), newTitle('Loud')]
  await notify(world, member, silent)
  await notify(world, member, loud, { important: true })
  await expect(itemOf(page, loud)).toBeVisible()
  await expect(itemOf(page, silent)).toBeHidden()
  await page.getByRole('button', { name: 'Notification settings' }).click()
  await page.getByRole('checkbox', { name: 'Info' }).check()
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(itemOf(page, silent)).toBeVisible()
})

test('links open within the application, in the other application by a page load, and elsewhere in a new tab', async ({
  open,
  world,
}) => {
  const admin = await world.person({ role: 'ADMIN' })
  const [near, far, out] = [newTitle('Near'), newTitle('Far'), newTitle('Out')]
  await notify(world, admin, near, { action_url: '/app/profile', action_label: 'To my profile' })
  await notify(world, admin, far, { action_url: '/admin/courses' })
  await notify(world, admin, out, { action_url: 'https://example.org/news', action_label: 'Read' })
  const page = await open(admin, LIBRARY)
  await openBell(page)
  const outside = itemOf(page, out).getByRole('link', { name: 'Read (opens in a new tab)' })
  await expect(outside).toHaveAttribute('rel', /noopener/)
  await page.context().route('https://example.org/news', (route) => route.fulfill({ body: 'News' }))
  const [popup] = await Promise.all([page.waitForEvent('popup'), outside.click()])
  expect(popup.url()).toBe('https://example.org/news')
  await popup.close()
  await expect(
    itemOf(page, out).getByText('New', { exact: true }),
    'read by following',
  ).toBeHidden()

  await page.evaluate(() => {
    document.title = 'the same page'
    Object.assign(window, { stayed: true })
  })
  await itemOf(page, near).getByRole('link', { name: 'To my profile' }).click()
  await expect(page).toHaveURL('/app/profile')
  await expect(panelOf(page)).toBeHidden()
  expect(await page.evaluate(() => 'stayed' in window)).toBe(true)

  await openBell(page)
  await expect(itemOf(page, near).getByText('New', { exact: true })).toBeHidden()
  await itemOf(page, far)
    .getByRole('link', { name: `View ${far}` })
    .click()
  await expect(page).toHaveURL('/admin/courses')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await openBell(page)
  await expect(itemOf(page, far).getByText('New', { exact: true })).toBeHidden()
})

test('a member uses the bell by keyboard alone', async ({ open, world }) => {
  const member = await world.person()
  const [older, newer] = [newTitle('Older'), newTitle('Newer')]
  await notify(world, member, older, { action_url: '/app/profile' })
  await notify(world, member, newer)
  const page = await open(member, LIBRARY)
  const bell = page.getByRole('button', { name: /^Notifications, \d+\+? unread$/ })
  await bell.press('Enter')
  await expect(panelOf(page).getByRole('heading', { name: 'Notifications' })).toBeFocused()
  for (const name of ['Mark all as read', 'Notification settings', 'Close']) {
    await page.keyboard.press('Tab')
    await expect(page.getByRole('button', { name, exact: true })).toBeFocused()
  }
  await page.keyboard.press('Tab')
  const mark = page.getByRole('button', { name: `Mark as read: ${newer}` })
  await expect(mark).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(itemOf(page, newer), 'stays where it was').toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(itemOf(page, older)).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(itemOf(page, older).getByRole('link')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(panelOf(page)).toBeHidden()
  await expect(bellOf(page)).toBeFocused()
  await page.keyboard.press(' ')
  await expect(panelOf(page).getByRole('heading', { name: 'Notifications' })).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Shift+Tab')
  await expect(panelOf(page), 'leaving it closes it').toBeHidden()
})

test('signing out closes the connection, and the next person has their own', async ({
  open,
  world,
}) => {
  const member = await world.person()
  const { page, sockets } = await openLive(open, member)
  await page.getByRole('button', { name: 'Account' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page).toHaveURL('/login')
  await expect.poll(() => sockets.open).toBe(0)

  const next = await world.person()
  await page.getByLabel('Email').fill(next.email)
  await page.getByLabel('Password', { exact: true }).fill(next.password)
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page).toHaveURL(LIBRARY)
  await expect.poll(() => sockets.bell).toBe(1)
  const [theirs, before] = [newTitle('Theirs'), newTitle('Not theirs')]
  await notify(world, member, before)
  await notify(world, next, theirs)
  await openBell(page)
  await expect(itemOf(page, theirs)).toBeVisible()
  await expect(itemOf(page, before)).toBeHidden()
})
