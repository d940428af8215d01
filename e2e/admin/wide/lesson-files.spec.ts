import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../../support/fixtures'
import { dropFile, holdUploads, pastePicture, pdf } from '../../support/uploads'

const dialog = (page: Page, name: 'Create New Lesson' | 'Edit Lesson' = 'Edit Lesson') =>
  page.getByRole('dialog', { name })

const attach = (form: Locator) => form.getByLabel('Files to attach')
const save = (form: Locator) => form.getByRole('button', { name: 'Save Lesson' })
const saved = (page: Page) => page.getByText('Lesson updated successfully')

/** Errors that a browser logs when the connection is lost. */
const CUT = [/ERR_/, /Failed to fetch/, /WebSocket/, /Failed to load resource/]

test('an administrator attaches files and pastes a picture, and both are stored with the lesson', async ({
  open,
  world,
}) => {
  const admin = await world.person({ role: 'ADMIN' })
  const course = await world.course()
  const address = `/admin/courses/${course.id}?lesson=${course.lessons.text}`
  const page = await open(admin, address)
  const form = dialog(page)

  await attach(form).setInputFiles([pdf('Week 1. Slides.pdf'), pdf('page.html')])
  await expect(form.getByText('page.html: pages and SVG pictures can run code')).toBeVisible()
  await expect(form.getByText('Week 1. Slides.pdf, 2 kB')).toBeVisible()
  const title = form.getByLabel('Attachment title')
  await expect(title).toHaveValue('Week 1. Slides')
  await title.fill('Slides')

  const text = form.getByRole('textbox', { name: 'Text', exact: true })
  await text.evaluate((field) => {
    if (!(field instanceof HTMLTextAreaElement)) throw new Error('no text to write in')
    field.focus()
    field.setSelectionRange('## Why we read'.length, '## Why we read'.length)
  })
  await pastePicture(text, 'pot.png')
  const question = page.getByRole('dialog', { name: 'What does the picture show?' })
  await expect(question.getByLabel('Description')).toBeFocused()
  await page.keyboard.type('A red pot')
  await page.keyboard.press('Enter')
  await expect(question).toBeHidden()
  await expect(text).toBeFocused()
  await expect(text).toHaveValue(
    /^## Why we read\n\n!\[A red pot\]\(lesson-files\/[0-9a-f-]{36}\/pot\.png\)\n\nSome \*\*text/,
  )
  // The link to the file can be undone like typed text.
  await page.keyboard.press('Control+z')
  await expect(text).toHaveValue(/!\[Uploading pot\.png…\]\(\)/)
  await page.keyboard.press('Control+Shift+z')
  await expect(text).toHaveValue(/!\[A red pot\]/)
  // The preview shows the picture as learners will see it.
  const shown = form.getByRole('region', { name: 'Text as learners see it' })
  await expect(shown.getByRole('img', { name: 'A red pot' })).toHaveJSProperty('naturalWidth', 60)

  // A decorative picture has no alternative text.
  await pastePicture(text, 'line.png')
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await expect(text).toHaveValue(/!\[\]\(lesson-files\/[0-9a-f-]{36}\/line\.png\)/)

  await form.getByLabel('Pictures or files for the text').setInputFiles(pdf('notes.pdf'))
  await expect(text).toHaveValue(/\[notes\.pdf\]\(lesson-files\/[0-9a-f-]{36}\/notes\.pdf\)/)
  await save(form).click()
  await expect(saved(page)).toBeVisible()

  expect(
    await world.sql(
      `select name, size::int, width, height from public.lesson_files where lesson_id = $1 order by name`,
      [course.lessons.text],
    ),
  ).toEqual([
    { name: 'line.png', size: expect.any(Number), width: 60, height: 40 },
    { name: 'notes.pdf', size: 2000, width: null, height: null },
    { name: 'pot.png', size: expect.any(Number), width: 60, height: 40 },
    { name: 'Week 1. Slides.pdf', size: 2000, width: null, height: null },
  ])
  await page.goto(address)
  await expect(title).toHaveValue('Slides')
  await expect(form.getByText('Week 1. Slides.pdf, 2 kB')).toBeVisible()
  await expect(shown.getByRole('img', { name: 'A red pot' })).toHaveJSProperty('naturalWidth', 60)
})

test('an administrator creates a lesson that is a file, and replaces the file', async ({
  open,
  world,
}) => {
  const admin = await world.person({ role: 'ADMIN' })
  const course = await world.course()
  const page = await open(admin, `/admin/courses/${course.id}`)
  await page.getByRole('button', { name: 'Add Lesson' }).click()
  const fresh = dialog(page, 'Create New Lesson')
  await fresh.getByLabel('Title', { exact: true }).fill('Cheat sheet')
  await fresh.getByRole('tab', { name: 'File' }).click()
  await fresh.getByLabel('File of the lesson').setInputFiles(pdf('Sheet.pdf'))
  await expect(fresh.getByText('Sheet.pdf, 2 kB')).toBeVisible()
  await save(fresh).click()
  await expect(page.getByText('Lesson created successfully')).toBeVisible()

  await page.getByRole('button', { name: 'Edit Cheat sheet' }).click()
  const form = dialog(page)
  await expect(form.getByText('Sheet.pdf, 2 kB')).toBeVisible()
  const zone = form.getByRole('region', { name: 'File of this lesson' })
  await dropFile(zone, 'Table.csv', 4)
  await expect(form.getByText('Table.csv, 4 bytes')).toBeVisible()
  await expect(form.getByText('Sheet.pdf')).toBeHidden()
  await save(form).click()
  await expect(saved(page)).toBeVisible()
  expect(
    await world.sql(
      `select l.content_type, l.file_name, l.file_size::int, f.type from public.lessons l
       join public.lesson_files f on f.lesson_id = l.id and f.path = l.file_key where l.title = 'Cheat sheet' and l.module_id = $1`,
      [course.moduleId],
    ),
  ).toEqual([{ content_type: 'FILE', file_name: 'Table.csv', file_size: 4, type: 'text/csv' }])
})

test('an upload can be paused, survives a lost connection, and saving waits for it', async ({
  open,
  world,
}) => {
  const admin = await world.person({ role: 'ADMIN' })
  const course = await world.course()
  const page = await open(admin, `/admin/courses/${course.id}?lesson=${course.lessons.link}`, {
    expectProblems: CUT,
  })
  const form = dialog(page)
  const letGo = await holdUploads(page)
  await dropFile(form.getByRole('region', { name: 'Attachments' }), 'Film.pdf', 7_000_000)
  await expect(form.getByRole('progressbar', { name: 'Uploading Film.pdf' })).toBeVisible()
  await expect(form.getByRole('button', { name: 'Uploading 1 file…' })).toBeDisabled()
  await page.keyboard.press('Control+Enter')
  await expect(form).toBeVisible()

  await form.getByRole('button', { name: 'Pause Film.pdf' }).click()
  await expect(form.getByRole('button', { name: 'Continue Film.pdf' })).toBeFocused()
  await expect(form.getByRole('button', { name: '1 file not uploaded' })).toBeDisabled()
  const asked = page.waitForRequest('**/storage/v1/upload/resumable**')
  await form.getByRole('button', { name: 'Continue Film.pdf' }).click()
  await asked
  await page.context().setOffline(true)
  await letGo()
  await expect(form.getByText('The connection was lost.')).toBeVisible()
  await page.context().setOffline(false)
  await form.getByRole('button', { name: 'Continue Film.pdf' }).click()
  await expect(form.getByText('Film.pdf, 6.7 MB')).toBeVisible()
  await expect(form.getByRole('progressbar')).toBeHidden()
  await save(form).click()
  await expect(saved(page)).toBeVisible()
  expect(
    await world.sql('select title, url from public.lesson_attachments where lesson_id = $1', [
      course.lessons.link,
    ]),
  ).toEqual([
    { title: 'Film', url: expect.stringMatching(/^lesson-files\/[0-9a-f-]{36}\/film\.pdf$/) },
  ])
})

test('an upload can be retried when the back-office could not be reached', async ({
  open,
  world,
}) => {
  const admin = await world.person({ role: 'ADMIN' })
  const course = await world.course()
  const page = await open(admin, `/admin/courses/${course.id}?lesson=${course.lessons.link}`, {
    expectProblems: [...CUT, /imported module/],
  })
  const form = dialog(page)
  const needed = '**/assets/{begin-uploads,send-file}*.js*'
  await page.route(needed, (route) => route.abort('failed'))
  await attach(form).setInputFiles(pdf('Slides.pdf'))
  await expect(form.getByText('The connection was lost.')).toBeVisible()
  await page.unroute(needed)
  await form.getByRole('button', { name: 'Continue Slides.pdf' }).click()
  await expect(form.getByText('Slides.pdf, 2 kB')).toBeVisible()
  await expect(form.getByRole('progressbar')).toBeHidden()
  await expect(form.getByRole('button', { name: 'Continue Slides.pdf' })).toHaveCount(0)
})

test('pasted text stays text, a cancelled upload leaves nothing, and closing asks before it cancels uploads', async ({
  open,
  world,
}) => {
  const admin = await world.person({ role: 'ADMIN' })
  const course = await world.course()
  const page = await open(admin, `/admin/courses/${course.id}?lesson=${course.lessons.text}`)
  const form = dialog(page)
  const text = form.getByRole('textbox', { name: 'Text', exact: true })

  // A spreadsheet copies its cells as text and as a picture.
  await text.evaluate((field) => {
    const clipboardData = new DataTransfer()
    clipboardData.items.add(new File(['x'], 'cells.png', { type: 'image/png' }))
    clipboardData.setData('text/plain', 'one\ttwo')
    clipboardData.setData('text/html', '<table></table>')
    const paste = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
    if (!field.dispatchEvent(paste)) throw new Error('the words were not pasted')
  })
  await expect(text).not.toHaveValue(/Uploading/)

  const before = await text.inputValue()
  const letGo = await holdUploads(page)

  await text.focus()
  await pastePicture(text, 'pot.png')
  await page.getByRole('button', { name: 'Skip' }).click()
  await expect(text).toHaveValue(/!\[Uploading pot\.png…\]\(\)/)
  await form.getByRole('button', { name: 'Cancel pot.png' }).click()
  await expect(text).toHaveValue(before)
  await expect(text).toBeFocused()

  // A file that is added twice is uploaded once.
  await attach(form).setInputFiles(pdf('Slides.pdf'))
  await expect(form.getByRole('button', { name: 'Cancel Slides.pdf' })).toHaveCount(1)
  await form.getByRole('button', { name: 'Cancel Slides.pdf' }).click()
  await expect(form.getByLabel('Attachment title')).toHaveCount(0)
  await expect(form.getByRole('button', { name: 'Add Attachment' })).toBeFocused()

  await attach(form).setInputFiles(pdf('Slides.pdf'))
  await page.keyboard.press('Escape')
  const asked = page.getByRole('dialog', { name: 'Unsaved changes' })
  await expect(
    asked.getByText('1 file is not uploaded yet. Closing cancels the upload.'),
  ).toBeVisible()
  await asked.getByRole('button', { name: 'Keep Editing' }).click()
  await expect(form.getByRole('button', { name: 'Cancel Slides.pdf' })).toBeVisible()
  await page.keyboard.press('Escape')
  await asked.getByRole('button', { name: 'Discard Changes' }).click()
  await expect(form).toBeHidden()
  await letGo()
  expect(
    await world.sql(
      `select o.name from storage.objects o join private.uploads u on u.path = o.name where u.user_id = $1`,
      [admin.id],
    ),
  ).toEqual([])
})
