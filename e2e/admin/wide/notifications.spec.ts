import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { choose, fillDay, pressOption } from '../../support/choose'
import { expect, test } from '../../support/fixtures'
import { newTitle } from '../../support/notifications'
import { chooseFromTitleMenu } from '../../support/title-menu'
import type { Person, World } from '../../support/world'

const aTitle = () => newTitle('Tidings')

/** The stored notification with this title. */
const stored = (world: World, title: string) =>
  world.sql(
    `select type, message, recipient_id, is_global, important, action_url, action_label, sender_id, publish_at, expires_at
     from public.notifications where title = $1`,
    [title],
  )

/** Deletes a notification that a test sent to everybody. */
const takeBack = (world: World, title: string) =>
  world.sql('delete from public.notifications where title = $1', [title])

const composerOf = (page: Page) => page.getByRole('dialog', { name: 'Send Notification' })

async function compose(page: Page, title: string, message = 'What it is about'): Promise<void> {
  await page.getByRole('button', { name: 'Send Notification' }).first().click()
  const dialog = composerOf(page)
  await dialog.getByLabel('Title', { exact: true }).fill(title)
  await dialog.getByLabel('Message').fill(message)
}

async function pick(page: Page, person: Person): Promise<void> {
  const dialog = composerOf(page)
  await dialog.getByLabel('A specific user').check()
  await dialog.getByRole('combobox', { name: 'User' }).fill(person.email)
  await pressOption(people(dialog).filter({ hasText: person.email }))
}

/** The options of the open list of people. */
const people = (dialog: Locator) => dialog.locator('.ant-select-item-option')

const send = (page: Page) =>
  composerOf(page).getByRole('button', { name: 'Send Notification' }).click()

/** Sends to one person, and confirms the dialog. */
async function sendToOne(page: Page): Promise<void> {
  await send(page)
  await page.getByRole('button', { name: 'Send to 1 Person' }).click()
}

test('an administrator notifies everybody after seeing their number, and the list shows it at once', async ({
  open,
  world,
}) => {
  const admin = await world.person({ role: 'ADMIN' })
  const title = aTitle()
  const page = await open(admin, '/admin')
  await page.getByRole('navigation', { name: 'Admin panel' }).getByText('Notifications').click()
  await expect(page).toHaveURL('/admin/notifications')
  for (const name of ['Total Sent', 'Global', 'Specific Users', 'Recent 24h']) {
    await expect(page.getByRole('heading', { name, exact: true })).toBeVisible()
  }
  await compose(page, title)
  const dialog = composerOf(page)
  await expect(page).toHaveURL(/new=notification/)
  await choose(dialog.getByLabel('Type'), 'Warning')
  await dialog.getByLabel('Button text').fill('Read more')
  await dialog.getByLabel('Button URL').fill('/app/dashboard')
  await dialog.getByLabel('Important').click()
  // The preview shows the notification as the bell will.
  const preview = dialog.getByRole('region', { name: 'Preview' })
  await expect(preview).toContainText(title)
  await expect(preview).toContainText('Read more')
  await expect(preview).toContainText('All Members')
  try {
    await send(page)
    const question = page.getByRole('dialog', { name: 'Send to all members?' })
    await expect(question.getByText(/^[\d,]+ people will see this/)).toBeVisible()
    expect(await stored(world, title)).toEqual([])
    await question.getByRole('button', { name: /^Send to [\d,]+ People$/ }).click()
    await expect(page.getByText('Notification sent to all members')).toBeVisible()
    await expect(dialog).toBeHidden()
    expect(await stored(world, title)).toMatchObject([
      {
        type: 'warning',
        is_global: true,
        recipient_id: null,
        important: true,
        action_url: '/app/dashboard',
        action_label: 'Read more',
        sender_id: admin.id,
      },
    ])
    const line = page.getByRole('row').filter({ hasText: title })
    await expect(line).toContainText('All Members')
    await expect(line).toContainText('Important')
  } finally {
    await takeBack(world, title)
  }
})

test('an administrator chooses one person by keyboard alone, and a double click sends once', async ({
  open,
  world,
}) => {
  const admin = await world.person({ role: 'ADMIN' })
  const family = `Kin${randomUUID().slice(0, 8)}`
  for (let i = 0; i < 22; i += 1) await world.person({ name: `A${i} ${family}` })
  const person = await world.person({ name: `Zora ${family}` })
  const title = aTitle()
  const page = await open(admin, '/admin/notifications?new=notification')
  const dialog = composerOf(page)
  await dialog.getByLabel('Title', { exact: true }).fill(title)
  await dialog.getByLabel('Message').fill('For you alone')
  await dialog.getByLabel('A specific user').check()
  await send(page)
  await expect(dialog.getByText('Please select a recipient')).toBeVisible()
  const box = dialog.getByRole('combobox', { name: 'User' })
  await expect(box).toBeFocused()
  const options = people(dialog).filter({ visible: true })
  await page.keyboard.type(family)
  await expect(dialog.getByText('20 of 23. Type more to find others.')).toBeVisible()
  await expect(options.first()).toContainText('A0 ')
  // A press outside of the list closes the list and also reaches the element that was pressed.
  await dialog.getByRole('switch', { name: 'Important' }).click()
  await expect(dialog.getByRole('switch', { name: 'Important' })).toBeChecked()
  await expect(options).toHaveCount(0)
  await box.fill(`zora ${family}`)
  await expect(options).toHaveText([/Zora .*Member$/])
  await page.keyboard.press('Escape')
  await expect(options).toHaveCount(0)
  await expect(dialog).toBeVisible()
  await box.fill(`zora ${family}`)
  // The option that Enter will choose is highlighted some time after the list renders.
  await expect(dialog.locator('.ant-select-item-option-active')).toContainText('Zora')
  await page.keyboard.press('Enter')
  await expect(options).toHaveCount(0)
  await expect(box).toBeFocused()
  await expect(box).toHaveAccessibleDescription(/Zora/)
  await expect(dialog.getByText('Please select a recipient')).toHaveCount(0)

  await send(page)
  await page.getByRole('button', { name: 'Send to 1 Person' }).dblclick()
  await expect(page.getByText('Notification sent to the selected user')).toHaveCount(1)
  await expect(dialog).toBeHidden()
  expect(await stored(world, title)).toMatchObject([{ recipient_id: person.id, is_global: false }])
  const line = page.getByRole('row').filter({ hasText: title })
  await expect(line).toContainText(person.email)
  await expect(line).toContainText('Not read yet')
  await world.sql(
    `insert into public.notification_reads (user_id, notification_id)
     select $1, id from public.notifications where title = $2`,
    [person.id, title],
  )
  await page.reload()
  await expect(line).toContainText('Read Just now')
})

test('after a lost answer the input stays, and sending again sends once', async ({
  open,
  world,
}) => {
  const admin = await world.person({ role: 'ADMIN' })
  const person = await world.person()
  const title = aTitle()
  const page = await open(admin, '/admin/notifications', {
    expectProblems: [/ERR_FAILED|Failed to fetch|send_user_notification/, /409/],
  })
  await compose(page, title)
  await pick(page, person)
  // The server receives the request, but its answer is lost.
  await page.route('**/rpc/send_user_notification', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await sendToOne(page)
  const dialog = composerOf(page)
  await expect(dialog.getByText(/may have been sent/)).toBeVisible()
  await expect(dialog.getByLabel('Title', { exact: true })).toHaveValue(title)
  expect(await stored(world, title)).toHaveLength(1)
  await page.unroute('**/rpc/send_user_notification')
  // A changed text with the same send id is neither sent nor reported as sent.
  await dialog.getByLabel('Message').fill('Something else')
  await sendToOne(page)
  await expect(dialog.getByText(/sent already, with another text/)).toBeVisible()
  await dialog.getByLabel('Message').fill('What it is about')
  await sendToOne(page)
  await expect(page.getByText('Notification sent to the selected user')).toBeVisible()
  expect(await stored(world, title)).toHaveLength(1)
})

test('an administrator schedules a notification, edits it, sends it to another person, and deletes it', async ({
  open,
  world,
}) => {
  const admin = await world.person({ role: 'ADMIN' })
  const person = await world.person({ name: `Uma ${randomUUID().slice(0, 8)}` })
  const [title, corrected] = [aTitle(), aTitle()]
  const page = await open(admin, '/admin/notifications', { timezoneId: 'Asia/Tokyo' })
  await compose(page, title)
  await pick(page, person)
  const dialog = composerOf(page)
  await expect(dialog.getByText(/Asia\/Tokyo \(GMT\+9\)/)).toBeVisible()
  await fillDay(dialog.getByLabel('Send at'), '2031-02-03 08:00')
  await fillDay(dialog.getByLabel('Ends at'), '2031-03-03 08:00')
  await sendToOne(page)
  await expect(page.getByText('Notification sent to the selected user')).toBeVisible()
  expect(await stored(world, title)).toMatchObject([
    { publish_at: new Date('2031-02-02T23:00:00Z'), expires_at: new Date('2031-03-02T23:00:00Z') },
  ])
  const line = page.getByRole('row').filter({ hasText: title })
  await expect(line).toContainText('Scheduled')
  await expect(line).toContainText('for Feb 3, 2031, 08:00')

  await line.getByRole('button', { name: `Edit ${title}` }).click()
  const editor = page.getByRole('dialog', { name: 'Edit Notification' })
  await expect(editor.getByText(`To ${person.name} (${person.email})`)).toBeVisible()
  await expect(editor.getByLabel('A specific user')).toHaveCount(0)
  await editor.getByLabel('Title', { exact: true }).fill(corrected)
  await fillDay(editor.getByLabel('Send at'), '')
  await editor.getByRole('button', { name: 'Cancel' }).click()
  await expect(editor.getByText('You have unsaved changes.')).toBeVisible()
  await editor.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Notification updated')).toBeVisible()
  await expect(editor).toBeHidden()
  const now = page.getByRole('row').filter({ hasText: corrected })
  await expect(now).not.toContainText('Scheduled')
  await expect(now).toContainText('Until Mar 3, 2031, 08:00')
  await now.getByRole('button', { name: `Edit ${corrected}` }).click()
  await expect(editor.getByText(/^It appeared .*You can't change this any more\.$/)).toBeVisible()
  await expect(editor.getByLabel('Send at')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(editor).toBeHidden()

  await now.getByRole('button', { name: `Duplicate ${corrected}` }).click()
  await expect(dialog.getByLabel('Title', { exact: true })).toHaveValue(corrected)
  await expect(dialog.getByLabel('Ends at')).toHaveValue('')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()

  await now.getByRole('button', { name: `Delete ${corrected}` }).click()
  const question = page.getByRole('dialog', { name: 'Delete this notification?' })
  await expect(
    question.getByText('Are you sure you want to delete this notification?'),
  ).toBeVisible()
  await expect(question).toContainText(corrected)
  await expect(question).toContainText(person.email)
  await question.getByRole('button', { name: 'Delete Notification' }).click()
  await expect(page.getByText('Notification deleted')).toBeVisible()
  await expect(now).toHaveCount(0)
  expect(await stored(world, corrected)).toEqual([])
})

test('the server filters, pages and exports the list, and the address keeps the view', async ({
  open,
  world,
}) => {
  const admin = await world.person({ role: 'ADMIN' })
  const person = await world.person()
  const word = `w${randomUUID().slice(0, 8)}`
  // The notifications are dated yesterday, so that they do not displace those of other tests from the first page.
  await world.sql(
    `insert into public.notifications (title, message, type, recipient_id, created_at)
     select 'Number ' || n || ' of them', 'About ' || $1, (case when n % 3 = 0 then 'error' else 'success' end)::public.notification_type,
       $2::uuid, now() - interval '1 day' + n * interval '1 second' from generate_series(0, 59) n`,
    [word, person.id],
  )
  const page = await open(admin, '/admin/notifications')
  const list = page.getByRole('region', { name: 'Sent notifications' })
  const lines = list.locator('tbody').getByRole('row')
  await page.getByRole('searchbox', { name: 'Search notifications' }).fill(word.toUpperCase())
  await expect(list.getByText('60 notifications', { exact: true })).toBeVisible()
  await expect(lines).toHaveCount(50)
  await page.getByRole('link', { name: 'Older' }).click()
  await expect(lines).toHaveCount(10)
  await choose(page.getByLabel('Type', { exact: true }), 'Error')
  await expect(list.getByText('20 notifications', { exact: true })).toBeVisible()
  await expect(page).not.toHaveURL(/after/)
  await choose(page.getByLabel('Recipients', { exact: true }), 'All Members')
  await expect(page.getByText('No notifications found')).toBeVisible()
  await page.goBack()
  await expect(lines).toHaveCount(20)
  await expect(page).toHaveURL(/q=.*type=error/)
  await page.reload()
  await expect(lines).toHaveCount(20)

  await page.evaluate(() => Reflect.deleteProperty(window, 'showSaveFilePicker'))
  const begun = page.waitForEvent('download')
  await chooseFromTitleMenu(page, 'Export CSV')
  const file = await begun
  expect(file.suggestedFilename()).toMatch(/^notifications-.*\.csv$/)
  const [head, ...rows] = (await readFile(await file.path(), 'utf8')).trim().split('\r\n')
  expect(head).toContain('Type,Title,Message,Recipient,Recipient Email,Sender,Important')
  expect(rows).toHaveLength(20)
  // Newest first.
  expect(rows[0]).toContain(`error,Number 57 of them,About ${word}`)

  // Several notifications are deleted in one call.
  await lines.first().getByRole('checkbox').check()
  await lines.last().getByRole('checkbox').check()
  await list.getByRole('button', { name: 'Delete Selected' }).click()
  const question = page.getByRole('dialog', { name: 'Delete 2 notifications?' })
  await expect(question).toContainText('Number 0 of them')
  await question.getByRole('button', { name: 'Delete 2 Notifications' }).click()
  await expect(page.getByText('2 notifications deleted')).toBeVisible()
  await expect(lines).toHaveCount(18)
  const [left] = await world.sql(
    'select count(*)::int as left from public.notifications where recipient_id = $1',
    [person.id],
  )
  expect(left).toEqual({ left: 58 })
})
