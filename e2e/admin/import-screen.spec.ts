import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Page } from '@playwright/test'
import { type VectorEntry, zipOf } from '@rookies/data/course-import/zip-vectors'
import { expect, test } from '../support/fixtures'
import { more } from '../support/more'

/** The zip of a course as a test wants it, as a file to choose. */
function zipFile(entries: Record<string, string> | VectorEntry[], name = 'knots.zip') {
  const list = Array.isArray(entries)
    ? entries
    : Object.entries(entries).map(([path, data]) => ({ name: path, data }))
  return { name, mimeType: 'application/zip', buffer: Buffer.from(zipOf(list)) }
}

async function chooseZip(page: Page, file: ReturnType<typeof zipFile>): Promise<void> {
  await page.locator('input[type=file][accept]').setInputFiles(file)
}

/** The figure that stands under a word. */
function figure(page: Page, word: string) {
  return page
    .getByRole('group', { name: 'Lessons' })
    .locator('.ant-statistic')
    .filter({ hasText: word })
    .locator('.ant-statistic-content')
}

const newSlug = () => `screen-${crypto.randomUUID().slice(0, 8)}`

/** Lessons of the project's own. */
const KNOTS = {
  'knots/01-why.md': '# Why knots\n\nA rope is only as good as its knot.\n',
  'knots/02-bowline.md': '# Bowline\n\nOver, under. See [more](../more.md).\n',
  'knots/picture.png': 'no text',
  'films/03-film.md': 'https://www.youtube.com/watch?v=aqz-KE-bpKQ\n',
}

function writeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'rookies-knots-'))
  for (const [path, text] of Object.entries(KNOTS)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  return folder
}

/** Moves a module or a lesson in the editor by its handle, with the keyboard. */
async function move(page: Page, id: string, key: string, times: number): Promise<void> {
  const handle = page.locator(`#move-${id}`)
  // What is far from the window can be read, and moved once one has scrolled to it.
  await expect(async () => {
    await page.mouse.wheel(0, 2_000)
    await expect(handle).toBeEnabled({ timeout: 500 })
  }).toPass()
  await handle.focus()
  await page.keyboard.press('Space')
  await expect(handle).toHaveAttribute('aria-pressed', 'true')
  for (let step = 0; step < times; step += 1) await page.keyboard.press(key)
  await page.keyboard.press('Space')
  await expect(page.getByText(/ put down, place/)).toBeAttached()
  await expect(handle).toBeEnabled()
}

/** Chooses an export's zip and waits until the server has said what it would change. */
async function expectNothingToImport(page: Page): Promise<void> {
  await expect(page.getByText('Nothing to import: the course is the same already.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Update Course' })).toBeDisabled()
}

test('a folder becomes a course; edited and exported, its zip changes nothing', async ({
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

  await expect(page.getByRole('heading', { name: 'What Would Be Made' })).toBeFocused()
  await page.getByLabel('Title').fill('Knots & loops')
  await page.getByLabel('Slug').fill(slug)
  if (!given) {
    await expect(figure(page, 'New')).toHaveText('3')
    await expect(page.getByText('knots/picture.png')).toBeVisible()
    await page.getByText('Worth a look').click()
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

  // Moved in the editor: the last module to the top, and its last lesson into the next one.
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
  const [download] = await Promise.all([page.waitForEvent('download'), more(page, 'Export')])
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

  // As another course it is the same in everything but its ids.
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

test('an import over a course tells what becomes of a lesson, and is undone as one act', async ({
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

test('a hostile zip is refused in a sentence, and the next choice works; by keyboard alone', async ({
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
})

test('what learners would notice is told, and a change since the check is not written over', async ({
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
  await expect(page.getByRole('alert')).toContainText('is not imported twice')
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

test('a large course is sent in pieces, shows how far it is, and is sent once more where that broke off', async ({
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
  await expect(page.getByRole('progressbar', { name: 'Lessons that have been sent' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Import Course' })).toBeDisabled()
  pieces[1]?.cut()
  await expect(page.getByRole('alert')).toContainText('No answer came.')
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
  await expect(page.getByRole('alert')).toContainText('has been cleared away')
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByRole('heading', { name: 'Course imported' })).toBeFocused()
  await expect(figure(page, 'New')).toHaveText('3')
})

test('a zip can be dropped, and reading can be stopped', async ({ open, world }) => {
  const admin = await world.person({ role: 'ADMIN' })
  const page = await open(admin, '/admin/courses/import')
  const drop = async (bytes: number[]) => {
    const dropped = await page.evaluateHandle((content) => {
      const data = new DataTransfer()
      data.items.add(new File([Uint8Array.from(content)], 'dropped.zip'))
      return data
    }, bytes)
    const zone = page.getByRole('region', { name: 'What to import' })
    await zone.dispatchEvent('drop', { dataTransfer: dropped })
  }
  await page.route('**/read-course.worker*', () => undefined)
  await drop([...zipOf([{ name: 'a.md', data: 'x' }])])
  await expect(page.getByRole('heading', { name: 'Reading…' })).toBeFocused()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('button', { name: 'Choose Folder' })).toBeFocused()
  await page.unroute('**/read-course.worker*')
  await drop([...zipOf([{ name: 'a.md', data: 'x' }])])
  await expect(page.getByRole('heading', { name: 'What Would Be Made' })).toBeVisible()
  await expect(page.getByLabel('Title')).toHaveValue('Dropped')
})

test('a folder can be dropped, with the folders in it', async ({ open, world }) => {
  const folder = writeFolder()
  const admin = await world.person({ role: 'ADMIN' })
  const page = await open(admin, '/admin/courses/import')
  const zone = page.getByRole('region', { name: 'What to import' })
  const box = await zone.boundingBox()
  const browser = await page.context().newCDPSession(page)
  const data = { items: [], files: [folder], dragOperationsMask: 1 }
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await browser.send('Input.dispatchDragEvent', {
      type,
      x: (box?.x ?? 0) + 20,
      y: (box?.y ?? 0) + 20,
      data,
    })
  }
  await expect(page.getByRole('heading', { name: 'What Would Be Made' })).toBeFocused()
  await expect(figure(page, 'New')).toHaveText('3')
  await expect(page.getByText('knots/picture.png')).toBeVisible()
  rmSync(folder, { recursive: true })
})

test('who may not create courses gets no import', async ({ open, world }) => {
  const moderator = await world.person({ role: 'MODERATOR' })
  const page = await open(moderator, '/admin/courses/import')
  await expect(page.getByText('Admin access required')).toBeVisible()
})

/** A book of mdBook's, with links between its chapters. */
const BOOK = {
  'book.toml': '[book]',
  'src/SUMMARY.md':
    '# Summary\n\n- [First knots](first/README.md)\n  - [The bowline](first/ch01-01-bowline.md)\n- [Hitches](hitches.md)\n',
  'src/first/README.md':
    '# First knots\n\nBegin with the [bowline](./ch01-01-bowline.md#the-loop).\n',
  'src/first/ch01-01-bowline.md': `## Bowline\n\n${'Over and under. '.repeat(400)}\n\n### The loop\n\n{{#include loop.rs}}\n\n:::tip[Tight]\nPull. Then [hitches](../hitches.html).\n:::\n`,
  'src/hitches.md':
    '# Hitches\n\nBack to [the loop](first/ch01-01-bowline.md#the-loop), or [elsewhere](../x.md).\n',
}

test('a book comes in as its contents list it, and its links lead from lesson to lesson', async ({
  open,
  world,
}) => {
  const slug = newSlug()
  const admin = await world.person({ role: 'ADMIN' })
  const page = await open(admin, '/admin/courses/import')
  await chooseZip(page, zipFile(BOOK, 'Knots.zip'))
  await page.getByLabel('Slug').fill(slug)
  await page.getByLabel(/^Publish/).check()
  await page.getByText('Worth a look').click()
  const elsewhere = page.getByRole('list', { name: /^A link leads nowhere outside this folder/ })
  await expect(elsewhere).toContainText('src/hitches.md:3 ../x.md')
  await expect(page.getByText(/^A file that the text includes was left out/)).toBeVisible()
  await page.getByRole('button', { name: 'Import Course' }).click()
  await expect(page.getByRole('heading', { name: 'Course imported' })).toBeFocused()

  const [course] = await world.sql('select id from public.courses where slug = $1', [slug])
  const member = await world.person({})
  await world.sql(
    'insert into public.entitlements (user_id, course_id, granted_by_id) values ($1, $2, null)',
    [member.id, course?.id],
  )
  const portal = await open(member, `/app/courses/${slug}`)
  await expect(portal.getByRole('heading', { level: 1, name: 'First knots' })).toBeVisible()
  await portal.evaluate(() => Object.assign(window, { sameDocument: true }))
  await portal.getByRole('link', { name: 'bowline', exact: true }).click()
  await expect(portal.getByRole('heading', { level: 1, name: 'The bowline' })).toBeVisible()
  await expect(portal).toHaveURL(/#the-loop$/)
  await expect(portal.getByRole('heading', { name: 'The loop' })).toBeInViewport()
  await expect(portal.locator('.md-alert-tip')).toContainText('Tight')
  await portal.getByRole('link', { name: 'hitches', exact: true }).click()
  await expect(portal.getByRole('heading', { level: 1, name: 'Hitches' })).toBeVisible()
  await expect(portal.getByText('or elsewhere.')).toBeVisible()
  await expect(portal.getByRole('link', { name: 'elsewhere' })).toHaveCount(0)
  await portal.goBack()
  await expect(portal.getByRole('heading', { level: 1, name: 'The bowline' })).toBeVisible()
  expect(await portal.evaluate(() => 'sameDocument' in window)).toBe(true)
})
