import { readFileSync, rmSync } from 'node:fs'
import type { Page } from '@playwright/test'
import {
  chooseZip,
  figure,
  KNOTS,
  newSlug,
  writeFolder,
  zipFile,
} from '../../support/course-folders'
import { expect, test } from '../../support/fixtures'
import { holdRequests } from '../../support/hold-requests'
import { chooseFromTitleMenu } from '../../support/title-menu'

/** Moves a module or a lesson in the editor by its handle, with the keyboard. */
async function move(page: Page, id: string, key: string, times: number): Promise<void> {
  const handle = page.locator(`#move-${id}`)
  // A row far from the window can only be moved once it was scrolled into view.
  await expect(async () => {
    await page.mouse.wheel(0, 2_000)
    await expect(handle).toBeEnabled({ timeout: 500 })
  }).toPass()
  await handle.focus()
  await page.keyboard.press('Space')
  await expect(handle).toHaveAttribute('aria-pressed', 'true')
  for (let step = 0; step < times; step += 1) await page.keyboard.press(key)
  await page.keyboard.press('Space')
  await expect(page.getByText(/ dropped, place/)).toBeAttached()
  await expect(handle).toBeEnabled()
}

/** Chooses the zip file of an export and expects that the import would change nothing. */
async function expectNothingToImport(page: Page): Promise<void> {
  await expect(page.getByText('Nothing to import: the course is already the same.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Update Course' })).toBeDisabled()
}

test('an administrator imports a folder, edits and exports the course, and the export would change nothing', async ({
  open,
  world,
}) => {
  test.setTimeout(300_000)
  const given = process.env.E2E_CURRICULUM
  const folder = given ?? writeFolder()
  const slug = newSlug()
  const admin = await world.person({ role: 'ADMIN', name: 'Ada Admin' })
  const page = await open(admin, '/admin/courses')
  await page.getByRole('link', { name: 'Import', exact: true }).click()
  await expect(page).toHaveURL('/admin/courses/import')
  await page.locator('input[type=file]:not([accept])').setInputFiles(folder)

  await expect(page.getByRole('heading', { name: 'What Would Be Created' })).toBeFocused()
  await expect(figure(page, 'New')).toBeVisible()
  const answer = await holdRequests(page, '**/rpc/import_course*')
  const asked = page.waitForRequest('**/rpc/import_course*')
  await page.getByLabel('Title').fill('Knots & loops')
  await page.getByLabel('Slug').fill(slug)
  await asked
  await expect(page.getByText('Checking…')).toBeVisible()
  // The numbers stay until new ones arrive, so that nothing below them moves.
  await expect(figure(page, 'New')).toBeVisible()
  await answer()
  if (!given) {
    await expect(figure(page, 'New')).toHaveText('3')
    await expect(page.getByText('knots/picture.png')).toBeVisible()
    await page.getByText('Worth checking').click()
    await expect(page.getByText('knots/02-bowline.md:3')).toBeVisible()
  }
  await expect(page.getByText('The course is made as a draft')).toBeVisible()
  expect(await world.sql('select 1 from public.courses where slug = $1', [slug])).toEqual([])
  await page.getByRole('button', { name: 'Import Course' }).click()
  await expect(page.getByRole('heading', { name: 'Course imported' })).toBeFocused()

  const lessonsOf = () =>
    world.sql(
      `select l.* from public.lessons l join public.modules m on m.id = l.module_id
       join public.courses c on c.id = m.course_id where c.slug = $1 and l.deleted_at is null
       order by m.index, l.index`,
      [slug],
    )
  const lessons = await lessonsOf()
  test.info().annotations.push({ type: 'lessons', description: String(lessons.length) })
  await expect(figure(page, 'New')).toHaveText(String(lessons.length))
  const [course] = await world.sql('select * from public.courses where slug = $1', [slug])
  expect(course).toMatchObject({
    status: 'DRAFT',
    author_name: 'Ada Admin',
    title: 'Knots & loops',
  })

  // In the editor, the last module moves to the top, and its last lesson into the next module.
  await page.getByRole('link', { name: 'Edit Course' }).click()
  await expect(page).toHaveURL(`/admin/courses/${course?.id}`)
  const modules = await world.sql(
    'select id, title from public.modules where course_id = $1 order by index',
    [course?.id],
  )
  const last = modules.at(-1)
  await move(page, String(last?.id), 'ArrowUp', modules.length - 1)
  await move(page, String(lessons.at(-1)?.id), 'ArrowDown', 1)
  const [moved] = await world.sql(
    `select m.title, m.index from public.lessons l join public.modules m on m.id = l.module_id where l.id = $1`,
    [lessons.at(-1)?.id],
  )
  expect(moved).toEqual({ title: modules[0]?.title, index: 1 })
  const before = await lessonsOf()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    chooseFromTitleMenu(page, 'Export'),
  ])
  const zip = {
    name: download.suggestedFilename(),
    mimeType: 'application/zip',
    buffer: readFileSync(await download.path()),
  }

  await page.goto('/admin/courses/import')
  await chooseZip(page, zip)
  await expect(page.getByRole('heading', { name: 'What Would Change' })).toBeFocused()
  await expectNothingToImport(page)
  await expect(figure(page, 'Unchanged')).toHaveText(String(lessons.length))
  expect(await lessonsOf()).toEqual(before)

  // If the course is imported as a new course, only its ids differ from the first course.
  const copy = newSlug()
  await page.getByLabel('Slug').fill(copy)
  await page.getByRole('button', { name: 'Import Course' }).click()
  await expect(page.getByRole('heading', { name: 'Course imported' })).toBeVisible()
  const bare = (rows: Record<string, unknown>[]) =>
    rows.map(({ id, module_id, index, source_path, created_at, updated_at, ...row }) => row)
  const copied = await world.sql(
    `select l.* from public.lessons l join public.modules m on m.id = l.module_id
     join public.courses c on c.id = m.course_id where c.slug = $1 order by m.index, l.index`,
    [copy],
  )
  expect(bare(copied)).toEqual(bare(before))
  if (!given) rmSync(folder, { recursive: true })
})

test('an administrator sees what an import would change in a lesson, and undoes the import as one act', async ({
  open,
  world,
}) => {
  const admin = await world.person({ role: 'ADMIN', name: 'Ada Admin' })
  const slug = newSlug()
  const folder = (bowline: string) =>
    zipFile({
      '_course.yml': `title: Knots\nslug: ${slug}\n`,
      'knots/01-why.md': KNOTS['knots/01-why.md'],
      'knots/02-bowline.md': bowline,
    })
  const page = await open(admin, '/admin/courses/import', {
    expectProblems: [/ERR_CONNECTION_FAILED/],
  })
  await chooseZip(page, folder('# Bowline\n\nOver, under.\n'))
  await page.getByRole('button', { name: 'Import Course' }).click()
  await expect(page.getByRole('heading', { name: 'Course imported' })).toBeVisible()
  const texts = () =>
    world.sql(
      `select l.title, l.content from public.lessons l join public.modules m on m.id = l.module_id
       join public.courses c on c.id = m.course_id where c.slug = $1 and l.deleted_at is null order by l.index`,
      [slug],
    )
  const before = await texts()

  const update = async () => {
    await chooseZip(page, folder('# Bowline\n\nOver, around.\n'))
    await page.getByRole('button', { name: 'What changes in Bowline' }).click()
    await expect(page.getByRole('deletion')).toHaveText('under')
    await expect(page.getByRole('insertion')).toHaveText('around')
    await page.getByRole('button', { name: 'Update Course' }).click()
    await expect(page.getByRole('heading', { name: 'Course updated' })).toBeVisible()
    expect(await texts()).not.toEqual(before)
  }
  const undo = async () => {
    await page.getByRole('button', { name: 'Undo Import' }).click()
    const question = page.getByRole('dialog', { name: 'Undo this import?' })
    await question.getByRole('button', { name: 'Undo Import' }).click()
    await expect(page.getByText('Import undone')).toBeVisible()
    await expect.poll(texts).toEqual(before)
  }
  await page.getByRole('button', { name: 'Import Another' }).click()
  await update()
  await undo()

  await update()
  await page.getByRole('link', { name: 'Edit Course' }).click()
  await page.getByRole('tab', { name: 'History' }).click()
  const undoing = '**/rpc/undo_import'
  await page.route(undoing, (route) => route.abort('connectionfailed'))
  await page.getByRole('button', { name: 'Undo Import' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Undo Import' }).click()
  await expect(page.getByText('Failed to undo the import')).toBeVisible()
  await page.unroute(undoing)
  await undo()
  await expect(page.getByRole('button', { name: 'Undo Import' })).toHaveCount(0)
})

test('a hostile zip file is refused with a sentence and another can be chosen, by keyboard alone, and a title that gives no slug gets a number', async ({
  open,
  world,
}) => {
  const admin = await world.person({ role: 'ADMIN' })
  const page = await open(admin, '/admin/courses/import')
  let file = zipFile({})
  page.on('filechooser', (chooser) => chooser.setFiles(file))
  const choose = async (wanted: ReturnType<typeof zipFile>) => {
    file = wanted
    await page.getByRole('button', { name: 'Choose Zip File' }).focus()
    await page.keyboard.press('Enter')
  }
  await choose(zipFile([{ name: 'a.md', data: 'x', size: 1_000_000 }]))
  await expect(page.getByRole('alert')).toContainText('The zip is damaged.')
  await choose(zipFile([{ name: 'a.md', data: 'x', flags: 0x801 }]))
  await expect(page.getByRole('alert')).toContainText('locked with a password')
  await choose({ ...zipFile({}), buffer: Buffer.from('no zip at all, only words') })
  await expect(page.getByRole('alert')).toContainText('This is not a zip file.')

  await choose(zipFile({ '../../etc/passwd.md': 'Evil.', 'a.md': '# Good\n\nText.' }, 'Good.zip'))
  await expect(page.getByText('../../etc/passwd.md')).toBeVisible()
  await expect(page.getByText('The file leads outside the folder and was left out.')).toBeVisible()
  const slug = newSlug()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('Slug')).toBeFocused()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(slug)
  await expect(page.getByRole('button', { name: 'Import Course' })).toBeEnabled()
  await page.getByRole('button', { name: 'Choose Something Else' }).focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Course imported' })).toBeFocused()
  expect(
    await world.sql(
      `select l.title from public.lessons l join public.modules m on m.id = l.module_id
       join public.courses c on c.id = m.course_id where c.slug = $1`,
      [slug],
    ),
  ).toEqual([{ title: 'Good' }])

  await page.goto('/admin/courses/import')
  page.removeAllListeners('filechooser')
  const lessons = { '01.md': '# い\n\nSee [ろ](02.md).\n', '02.md': '# ろ\n\nx\n' }
  await chooseZip(page, zipFile(lessons, 'お茶.zip'))
  await expect(page.getByLabel('Slug')).toHaveValue(/^course-\d+$/)
  await expect(page.getByText('New course', { exact: true })).toBeVisible()
  await page.getByLabel('Title').fill('Tea for many')
  await expect(page.getByLabel('Slug')).toHaveValue('tea-for-many')
})

test('an import shows what learners would notice, and does not overwrite a change since the check', async ({
  open,
  world,
}) => {
  const admin = await world.person({ role: 'ADMIN' })
  const { member, course } = await world.memberWithCourse(['text', 'link'])
  const id = course.lessons.text
  const page = await open(admin, '/admin/courses/import', { expectProblems: [/409|503/] })
  await chooseZip(
    page,
    zipFile({
      '_course.yml': `title: ${course.title}\nslug: ${course.slug}\n`,
      'one/_module.yml': `title: First module\nid: ${course.moduleId}\n`,
      'one/1-a.md': `---\ntitle: Rewritten\ntype: text\nid: ${id}\n---\nNew words.`,
    }),
  )
  await expect(page.getByText('1 learner has access to the course.')).toBeVisible()
  await expect(
    page.getByText('1 learner has completed lessons that change; their completions stay.'),
  ).toBeVisible()
  await expect(page.getByText('2 lessons are not in the folder and stay')).toBeVisible()
  await page.getByLabel('Move them to the bin').check()
  await expect(page.getByText('1 learner has completed lessons that go to the bin')).toBeVisible()

  await world.sql(`update public.lessons set title = 'Changed since' where id = $1`, [id])
  await page.getByRole('button', { name: 'Update Course and Bin' }).click()
  await expect(page.getByRole('alert')).toContainText('Someone else has changed this course')
  expect(await world.sql('select title from public.lessons where id = $1', [id])).toEqual([
    { title: 'Changed since' },
  ])

  await page.route('**/rpc/import_course', (route) =>
    route.fulfill({ status: 503, json: { message: 'unavailable' } }),
  )
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByRole('alert')).toContainText('nothing is imported twice')
  await page.unroute('**/rpc/import_course')
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByRole('heading', { name: 'Course updated' })).toBeVisible()
  expect(
    await world.sql(
      'select id, title from public.lessons where module_id = $1 and deleted_at is null',
      [course.moduleId],
    ),
  ).toEqual([{ id, title: 'Rewritten' }])
  expect((await world.completed(member)).length).toBe(2)
})

test('a large course is uploaded in pieces with progress, and continues where it was interrupted', async ({
  open,
  world,
}) => {
  const admin = await world.person({ role: 'ADMIN' })
  const page = await open(admin, '/admin/courses/import', {
    expectProblems: [/422|ERR_FAILED|fetch/],
  })
  const pieces: { answer: () => void; cut: () => void }[] = []
  await page.route('**/rpc/send_lessons', async (route) => {
    const answered = new Promise<boolean>((resolve) => {
      pieces.push({ answer: () => resolve(true), cut: () => resolve(false) })
    })
    await ((await answered) ? route.continue() : route.abort())
  })
  const long = (word: string) => `# ${word}\n\n${`${word} and more. `.repeat(30_000)}`
  const lessons = { 'a.md': long('One'), 'b.md': long('Two'), 'c.md': long('Three') }
  const slug = newSlug()
  await chooseZip(page, zipFile(lessons, `${slug}.zip`))
  const arrived = (count: number) => expect.poll(() => pieces.length).toBe(count)
  await arrived(1)
  pieces[0]?.answer()
  await arrived(2)
  await expect(page.getByText('Sending: 2 of 3 lessons')).toBeVisible()
  await expect(page.getByRole('progressbar', { name: 'Lessons sent' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Import Course' })).toBeDisabled()
  pieces[1]?.cut()
  await expect(page.getByRole('alert')).toContainText("The server didn't answer.")
  await page.getByRole('button', { name: 'Try Again' }).click()
  await arrived(3)
  pieces[2]?.answer()
  await arrived(4)
  pieces[3]?.answer()
  await expect(figure(page, 'New')).toHaveText('3')
  await expect(page.getByText('Sending:')).toBeHidden()
  await page.unroute('**/rpc/send_lessons')

  await world.sql('delete from private.sent_lessons where user_id = $1', [admin.id])
  await page.getByRole('button', { name: 'Import Course' }).click()
  await expect(page.getByRole('alert')).toContainText('have been deleted')
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByRole('heading', { name: 'Course imported' })).toBeFocused()
  await expect(figure(page, 'New')).toHaveText('3')
})
