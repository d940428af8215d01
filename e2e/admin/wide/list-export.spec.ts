import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, test } from '../../support/fixtures'
import { chooseFromTitleMenu } from '../../support/title-menu'
import type { Person, World } from '../../support/world'

/** Removes the browser's save dialog from a page, so that the file is downloaded. */
const withoutPicker = (page: Page) =>
  page.evaluate(() => Reflect.deleteProperty(window, 'showSaveFilePicker'))

/** Replaces the browser's save dialog by one that accepts at once; `written` returns the content of the saved file. */
const withPicker = (page: Page) =>
  page.addInitScript(() => {
    const file = { name: '', text: '', state: 'open' }
    Object.assign(window, {
      written: file,
      showSaveFilePicker: async ({ suggestedName }: { suggestedName: string }) => {
        file.name = suggestedName
        return {
          createWritable: async () => ({
            write: async (text: string) => {
              file.text += text
            },
            close: async () => {
              file.state = 'closed'
            },
            abort: async () => {
              file.state = 'aborted'
            },
          }),
        }
      },
    })
  })
const written = (page: Page) =>
  page.evaluate(
    () => Reflect.get(window, 'written') as { name: string; text: string; state: string },
  )

const recorded = (world: World, { id }: { id: string }) =>
  world.sql(
    `select target_id, after -> 'rows' as rows, after -> 'filter' as filter from public.audit_logs where user_id = $1 and action = 'data.export' order by id`,
    [id],
  )

async function download(
  page: Page,
  press = () => chooseFromTitleMenu(page, 'Export CSV'),
): Promise<{ name: string; text: string }> {
  const begun = page.waitForEvent('download')
  await press()
  const file = await begun
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') }
}

test('an administrator exports the filtered members, invites and analytics, each export is recorded, and a chosen separator is kept', async ({
  open,
  world,
}) => {
  const admin = await world.person({ role: 'ADMIN', name: 'Ada Admin' })
  const course = await world.course()
  const family = `fam${crypto.randomUUID().slice(0, 8)}`
  const person = await world.person({ name: `=HYPERLINK("http://evil.test") ${family}` })
  await world.person({ name: `Other ${family}`, role: 'MODERATOR' })
  await world.sql(`update public.profiles set phone = '+49 30 123' where id = $1`, [person.id])
  await world.entitle(person, course)
  const page = await open(admin, `/admin/members?q=${family}&role=MEMBER`)

  await test.step('members', async () => {
    await withoutPicker(page)
    await expect(page.getByText('1 person', { exact: true }).first()).toBeAttached()
    const { name, text } = await download(page)
    expect(name).toMatch(/^members-\d{4}-\d\d-\d\d\.csv$/)
    const [head, row, ...rest] = text.split('\r\n')
    expect(head).toMatch(/^\uFEFFID,Name,Email,Phone,Role,Status,Joined \([^,]+\),Courses$/)
    expect(row).toContain(
      `${person.id},"'=HYPERLINK(""http://evil.test"") ${family}",${person.email},'+49 30 123,MEMBER,Active,`,
    )
    expect(rest).toEqual([''])
    await expect(page.getByText('1 row exported')).toBeVisible()
  })

  await test.step('invites, without their links', async () => {
    const token = await world.invite(`open-${family}@example.org`, [course])
    await world.invite(`over-${family}@example.org`, [], '-1 hour')
    await page.goto(`/admin/invites?q=${family}&status=ACTIVE`)
    await withoutPicker(page)
    await expect(page.getByText('1 invite', { exact: true }).first()).toBeAttached()
    const { name, text } = await download(page)
    expect(name).toMatch(/^invites-\d{4}-\d\d-\d\d\.csv$/)
    expect(text).toContain(`,open-${family}@example.org,MEMBER,Active,${course.slug},`)
    expect(text).not.toContain('over-')
    expect(text).not.toContain(token)
  })

  await test.step('analytics', async () => {
    await page.goto(`/admin/analytics?q=${family}&course=${course.id}`)
    await expectAnalytics(page, person)
  })

  expect(await recorded(world, admin)).toEqual([
    { target_id: 'members', rows: 1, filter: { search: true, role: 'MEMBER' } },
    { target_id: 'invites', rows: 1, filter: { search: true, status: 'ACTIVE' } },
    { target_id: 'analytics', rows: 1, filter: { search: true, course: course.id } },
  ])

  await test.step('the separator is chosen by keyboard, and dates suit spreadsheets', async () => {
    const other = await world.person({ name: 'Semi; Colon' })
    await page.goto(`/admin/members?q=${other.email}`)
    const button = page.getByRole('main').getByRole('button', { name: 'More', exact: true })
    const choice = page.getByRole('menuitem', { name: 'Semicolon' })
    await button.press('Enter')
    await expect(choice).toBeVisible()
    await expect
      .poll(async () => {
        await page.keyboard.press('ArrowDown')
        return choice.evaluate((item) => item === document.activeElement)
      })
      .toBe(true)
    await page.keyboard.press('Enter')
    await expect(button).toBeFocused()
    await page.reload()
    await withoutPicker(page)
    const { text } = await download(page)
    const [head = '', row = ''] = text.split('\r\n')
    expect(head).toMatch(/^\uFEFFID;Name;Email;Phone;Role;Status;Joined \([^;]+\);Courses$/)
    expect(row).toContain(`${other.id};"Semi; Colon";${other.email};`)
    expect(row).toMatch(/;\d{4}-\d\d-\d\d \d\d:\d\d:\d\d;/)
  })
})

/** Exports the analytics on the screen, which are those of one learner. */
async function expectAnalytics(page: Page, learner: Person): Promise<void> {
  await withoutPicker(page)
  await expect(page.getByText(learner.email)).toBeVisible()
  const { name, text } = await download(page, () =>
    page.getByRole('button', { name: 'Export CSV' }).click(),
  )
  expect(name).toMatch(/^analytics-\d{4}-\d\d-\d\d\.csv$/)
  const rows = text.trimEnd().split('\r\n')
  expect(rows).toHaveLength(2)
  expect(rows[1]).toContain(`${learner.id},`)
  expect(rows[1]).toContain(`,${learner.email},`)
}

test('a moderator exports analytics, and members without their phone numbers', async ({
  open,
  world,
}) => {
  const moderator = await world.person({ role: 'MODERATOR' })
  const course = await world.course()
  const family = `Fam${crypto.randomUUID().slice(0, 8)}`
  const person = await world.person({ name: `Lea ${family}` })
  await world.entitle(person, course)
  await world.person({ name: `No match ${family}` })
  await world.sql(`update public.profiles set phone = '+49 30 5550100' where id = $1`, [person.id])
  const page = await open(moderator, `/moderator/members?q=${person.email}`)
  await withoutPicker(page)
  const { text } = await download(page)
  expect(text).toMatch(/^\uFEFFID,Name,Email,Role,Status,Joined \([^,]+\),Courses\r\n/)
  expect(text).toContain(person.email)
  expect(text).not.toContain('5550100')

  await page.goto(`/moderator/analytics?q=${family}&course=${course.id}`)
  await expectAnalytics(page, person)
  expect(await recorded(world, moderator)).toContainEqual({
    target_id: 'analytics',
    rows: 1,
    filter: { search: true, course: course.id },
  })
})

test('a long export shows its progress, can be cancelled, and leaves no partial file', async ({
  open,
  world,
}) => {
  const admin = await world.person({ role: 'ADMIN' })
  const page = await open(admin, '/admin/courses')
  await withPicker(page)
  await page.goto('/admin/members')
  let go = () => {}
  const held = new Promise<void>((resolve) => {
    go = resolve
  })
  let asked = 0
  await page.route('**/rpc/begin_export', (route) =>
    route.fulfill({ json: { id: crypto.randomUUID(), total: 3000, columns: ['name'] } }),
  )
  await page.route('**/rpc/export_rows', async (route) => {
    asked += 1
    if (asked > 1) await held
    await route
      .fulfill({ json: { rows: Array(1000).fill({ name: 'Ada' }), next: ['t', 'k'] } })
      .catch(() => {})
  })
  await chooseFromTitleMenu(page, 'Export CSV')
  await expect(page.getByText('1,000 of 3,000')).toBeVisible()
  await page.getByRole('button', { name: 'Cancel Export' }).click()
  await expect(page.getByRole('button', { name: 'Cancel Export' })).toBeHidden()
  await expect.poll(() => written(page)).toMatchObject({ state: 'aborted' })
  go()
  // The next export runs to its end, into the place that the person chose.
  await page.unroute('**/rpc/export_rows')
  await page.unroute('**/rpc/begin_export')
  await page.goto(`/admin/members?q=${admin.email}`)
  await chooseFromTitleMenu(page, 'Export CSV')
  await expect(page.getByText('1 row exported')).toBeVisible()
  const file = await written(page)
  expect(file).toMatchObject({ state: 'closed', name: expect.stringMatching(/^members-.*\.csv$/) })
  expect(file.text).toContain(admin.email)
})
