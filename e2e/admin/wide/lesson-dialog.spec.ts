import type { Page } from '@playwright/test'
import { fakeProvider } from '../../support/fake-player'
import { expect, test } from '../../support/fixtures'
import { origin } from '../../support/world'

const dialog = (page: Page, name: 'Create New Lesson' | 'Edit Lesson' = 'Edit Lesson') =>
  page.getByRole('dialog', { name })

test('tabs keep what was typed, and a text lesson with attachments can be written by keyboard alone', async ({
  open,
  world,
}) => {
  const admin = await world.person({ role: 'ADMIN' })
  const course = await world.course()
  const page = await open(admin, `/admin/courses/${course.id}`)
  const keys = page.keyboard
  await page.getByRole('button', { name: 'Add Lesson' }).focus()
  await keys.press('Enter')
  const form = dialog(page, 'Create New Lesson')
  await expect(form.getByLabel('Title', { exact: true })).toBeFocused()
  await keys.type('On reading')
  await keys.press('Tab')
  await keys.type('More at https://example.org/about')
  await expect(
    form.getByRole('region', { name: 'Description as learners see it' }).getByText('example.org', {
      exact: true,
    }),
  ).toBeVisible()

  await form.getByRole('tab', { name: 'Video' }).focus()
  await keys.press('ArrowRight')
  await expect(form.getByRole('tab', { name: 'Link' })).toBeFocused()
  await keys.press('Enter')
  await form.getByLabel('External URL').focus()
  await keys.type('not a link')
  await expect(form.getByText('Please enter a valid URL')).toBeVisible()
  await form.getByRole('tab', { name: 'Link' }).focus()
  await keys.press('ArrowRight')
  await keys.press('Enter')
  await form.getByRole('textbox', { name: 'Text', exact: true }).focus()
  await keys.insertText('## Why\n\nBecause of **this**: https://example.org/why\n')
  const preview = form.getByRole('region', { name: 'Text as learners see it' })
  await expect(preview.getByRole('heading', { name: 'Why' })).toBeVisible()
  await expect(preview.getByRole('link', { name: 'https://example.org/why' }).first()).toBeVisible()

  for (const [title, url] of [
    ['Slides', 'https://example.org/slides'],
    ['Home', '/app/dashboard'],
  ] as const) {
    await form.getByRole('button', { name: 'Add Attachment' }).focus()
    await keys.press('Enter')
    await expect(form.getByLabel('Attachment title').last()).toBeFocused()
    await keys.type(title)
    await keys.press('Tab')
    await keys.type(url)
  }
  await form.getByRole('button', { name: 'Move Home up' }).focus()
  await keys.press('Enter')
  await expect(form.getByText('Home, place 1 of 2.')).toBeAttached()
  await expect(form.getByRole('button', { name: 'Move Home down' })).toBeFocused()

  const save = form.getByRole('button', { name: 'Save Lesson' })
  await save.focus()
  await keys.press('Enter')
  await expect(form.getByText('Link: Please enter a valid URL')).toBeVisible()
  await expect(form.getByRole('tab', { name: 'Link' })).toBeFocused()
  await keys.press('Enter')
  await expect(form.getByLabel('External URL')).toHaveValue('not a link')
  await form.getByLabel('External URL').fill('')
  await form.getByRole('tab', { name: 'Text' }).click()
  await expect(form.getByRole('textbox', { name: 'Text', exact: true })).toHaveValue(/Because of/)
  await save.focus()
  await keys.press('Enter')
  await expect(page.getByText('Lesson created successfully')).toBeVisible()
  expect(
    await world.sql(
      `select l.content_type, a.title, a.url from public.lessons l
       join public.lesson_attachments a on a.lesson_id = l.id
       where l.module_id = $1 and l.title = 'On reading' order by a.sort_order`,
      [course.moduleId],
    ),
  ).toEqual([
    { content_type: 'TEXT', title: 'Home', url: '/app/dashboard' },
    { content_type: 'TEXT', title: 'Slides', url: 'https://example.org/slides' },
  ])
})

test('an administrator edits a link lesson and its attachments, and a draft of another lesson survives closing the page', async ({
  open,
  world,
}) => {
  const admin = await world.person({ role: 'ADMIN' })
  const course = await world.course()
  await world.sql(
    `insert into public.lesson_attachments (lesson_id, title, url, sort_order)
     values ($1, 'First', 'https://example.org/1', 0), ($1, 'Second', 'https://example.org/2', 1)`,
    [course.lessons.link],
  )
  const page = await open(admin, `/admin/courses/${course.id}`)
  await page.getByRole('button', { name: 'Edit Link lesson' }).click()
  const form = dialog(page)
  await expect(form.getByRole('tab', { name: 'Link' })).toHaveAttribute('aria-selected', 'true')
  await form.getByLabel('External URL').fill('https://docs.example.org/new')
  await expect(form.getByText('docs.example.org', { exact: true })).toBeVisible()
  await form.getByRole('button', { name: 'Remove First' }).click()
  await form.getByRole('button', { name: 'Save Lesson' }).click()
  await expect(page.getByText('Lesson updated successfully')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Edit Link lesson' })).toBeFocused()
  expect(
    await world.sql(
      `select l.external_url, a.title, a.sort_order from public.lessons l
       join public.lesson_attachments a on a.lesson_id = l.id where l.id = $1`,
      [course.lessons.link],
    ),
  ).toEqual([{ external_url: 'https://docs.example.org/new', title: 'Second', sort_order: 0 }])

  await page.getByRole('button', { name: 'Edit Reading lesson' }).click()

  const text = form.getByRole('textbox', { name: 'Text', exact: true })
  await text.fill('A long afternoon of writing')
  await page.reload()
  await expect(form.getByText('Changed')).toBeVisible()
  await form.getByRole('button', { name: 'Restore Draft' }).click()
  await expect(text).toHaveValue('A long afternoon of writing')

  await page.keyboard.press('Escape')
  const question = page.getByRole('dialog', { name: 'Unsaved changes' })
  await question.getByRole('button', { name: 'Keep Editing' }).click()
  await expect(text).toHaveValue('A long afternoon of writing')
  await form.getByRole('button', { name: 'Cancel' }).last().click()
  await question.getByRole('button', { name: 'Close and Keep Draft' }).click()
  await expect(form).toBeHidden()

  await page.getByRole('button', { name: 'Edit Reading lesson' }).click()
  await form.getByRole('button', { name: 'Discard' }).click()
  await expect(text).toHaveValue(/Why we read/)
  await form.getByRole('button', { name: 'Cancel' }).last().click()
  await expect(form).toBeHidden()
  await page.getByRole('button', { name: 'Edit Reading lesson' }).click()
  await expect(text).toBeVisible()
})

test('the lesson dialog shows changes that another person has saved, and overwrites nothing', async ({
  open,
  world,
}) => {
  const admin = await world.person({ role: 'ADMIN' })
  const course = await world.course()
  const page = await open(admin, `/admin/courses/${course.id}?lesson=${course.lessons.text}`, {
    expectProblems: [/409/],
  })
  const form = dialog(page)
  await form.getByRole('textbox', { name: 'Text', exact: true }).fill('Mine')
  await world.sql(
    `update public.lessons set title = 'Their title', content = 'Theirs', updated_at = now() where id = $1`,
    [course.lessons.text],
  )
  await form.getByRole('button', { name: 'Save Lesson' }).click()
  await expect(form.getByText('Someone else has saved this lesson')).toBeVisible()
  await expect(form.getByText('Text (you changed it too)')).toBeVisible()
  await expect(form.getByText('Theirs', { exact: true })).toBeVisible()
  await expect(form.getByRole('button', { name: 'Save Lesson' })).toBeDisabled()
  await form.getByRole('button', { name: 'Keep My Changes' }).click()
  await expect(form.getByLabel('Title', { exact: true })).toHaveValue('Their title')
  await form.getByRole('button', { name: 'Save Lesson' }).click()
  await expect(page.getByText('Lesson updated successfully')).toBeVisible()
  const row = () =>
    world.sql('select title, content from public.lessons where id = $1', [course.lessons.text])
  expect(await row()).toEqual([{ title: 'Their title', content: 'Mine' }])

  // Moving a lesson does not create a new version of it.
  await page.getByRole('button', { name: 'Edit Their title' }).click()
  await form.getByRole('textbox', { name: 'Text', exact: true }).fill('Mine again')
  await world.sql('update public.lessons set index = 9 where id = $1', [course.lessons.text])
  await form.getByRole('button', { name: 'Save Lesson' }).click()
  await expect(form).toBeHidden()
  expect(await row()).toEqual([{ title: 'Their title', content: 'Mine again' }])
})

test('a very long text can be typed without delay, because its preview is rendered on request', async ({
  open,
  world,
}) => {
  const admin = await world.person({ role: 'ADMIN' })
  const course = await world.course()
  const chapter = '## Knots\n\nA rope is only as good as its knot, and a knot as its dressing.\n\n'
  await world.sql('update public.lessons set content = $1 where id = $2', [
    chapter.repeat(1_500),
    course.lessons.text,
  ])
  const page = await open(admin, `/admin/courses/${course.id}?lesson=${course.lessons.text}`)
  const form = dialog(page)
  const preview = form.getByRole('region', { name: 'Text as learners see it' })
  const headings = preview.getByRole('heading', { name: 'Knots' })
  await expect(preview.getByText('updated only when you ask for it')).toBeVisible()
  await expect(headings).toHaveCount(0)
  await preview.getByRole('button', { name: 'Show Preview' }).click()
  await expect(headings).toHaveCount(1_500)
  await expect(preview.getByText('The preview is up to date.')).toBeVisible()

  const text = form.getByRole('textbox', { name: 'Text', exact: true })
  await text.focus()
  await page.keyboard.press('ControlOrMeta+Home')
  await page.keyboard.type('## First\n\n')
  await expect(preview.getByText('updated only when you ask for it')).toBeVisible()
  await expect(preview.getByRole('heading', { name: 'First' })).toHaveCount(0)
  await preview.getByRole('button', { name: 'Update Preview' }).click()
  await expect(preview.getByRole('heading', { name: 'First' })).toBeVisible()
  await expect(preview.getByRole('button', { name: 'Update Preview' })).toBeFocused()
  await form.getByRole('button', { name: 'Save Lesson' }).click()
  await expect(form).toBeHidden()
  expect(
    await world.sql('select length(content) as length from public.lessons where id = $1', [
      course.lessons.text,
    ]),
  ).toEqual([{ length: chapter.length * 1_500 + '## First\n\n'.length }])
})

const YOUTUBE = 'https://youtu.be/aqz-KE-bpKQ'

const VIMEO = 'https://vimeo.com/76979871'

const LOOM = 'https://www.loom.com/share/0281766fa2d04bb788eaf19e65135184'

test('the duration is taken from the video, never replaces a typed one, and does not count as unsaved', async ({
  open,
  world,
}) => {
  const admin = await world.person({ role: 'ADMIN' })
  const course = await world.course()
  const page = await open(admin, `/admin/courses/${course.id}`)
  await fakeProvider(page.context(), 'YOUTUBE', origin(), 212)
  await fakeProvider(page.context(), 'VIMEO', origin(), 95)
  await page.getByRole('button', { name: 'Add Lesson' }).click()
  const form = dialog(page, 'Create New Lesson')
  await form.getByLabel('Title', { exact: true }).fill('A film')
  const duration = form.getByLabel('Duration')
  const address = form.getByLabel('Video URL')

  await address.fill(YOUTUBE)
  await expect(duration).toHaveValue('3:32')
  await expect(form.getByText('Filled in from the video, which is 3:32 long.')).toBeVisible()
  // A duration that was filled in changes with the video: to that of another video, and to none if the length is
  // unknown.
  await address.fill(VIMEO)
  await expect(duration).toHaveValue('1:35')
  await address.fill(LOOM)
  await expect(duration).toHaveValue('0')
  await expect(form.getByTitle('Preview of the video, Loom')).toBeVisible()
  await expect(form.getByText('from the video')).toBeHidden()
  await expect(form.getByText('The video is')).toBeHidden()
  await address.fill(VIMEO)
  await expect(duration).toHaveValue('1:35')

  await duration.fill('2:00')
  await expect(form.getByText('The video is 1:35 long.')).toBeVisible()
  await address.fill(YOUTUBE)
  await expect(form.getByText('The video is 3:32 long.')).toBeVisible()
  await expect(duration).toHaveValue('2:00')
  await duration.fill('')
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(form.getByRole('button', { name: 'Copy URL' })).toBeVisible()
  // The player has reported its length again, and the field is unchanged.
  await expect(form.getByRole('button', { name: 'Use 3:32' })).toBeVisible()
  await expect(duration).toHaveValue('')
  await form.getByRole('button', { name: 'Use 3:32' }).click()
  await expect(duration).toHaveValue('3:32')
  await expect(duration).toBeFocused()
  await form.getByRole('button', { name: 'Save Lesson' }).click()
  await expect(page.getByText('Lesson created successfully')).toBeVisible()
  expect(
    await world.sql(
      `select duration_sec from public.lessons where title = 'A film' and module_id = $1`,
      [course.moduleId],
    ),
  ).toEqual([{ duration_sec: 212 }])

  await world.sql(
    `update public.lessons set video_provider = 'YOUTUBE', video_asset_id = 'aqz-KE-bpKQ', duration_sec = 0 where id = $1`,
    [course.lessons.video],
  )
  await page.reload()
  const edit = page.getByRole('button', { name: 'Edit Video lesson' })
  await edit.click()
  const editing = dialog(page)
  await expect(editing.getByLabel('Duration')).toHaveValue('3:32')
  await page.keyboard.press('Escape')
  await expect(editing).toBeHidden()
  await expect(page.getByRole('dialog')).toBeHidden()

  await edit.click()
  await expect(editing.getByLabel('Duration')).toHaveValue('3:32')
  await editing.getByRole('button', { name: 'Save Lesson' }).click()
  await expect(page.getByText('Lesson updated successfully')).toBeVisible()
  const row = () =>
    world.sql('select duration_sec from public.lessons where id = $1', [course.lessons.video])
  expect(await row()).toEqual([{ duration_sec: 212 }])

  // A stored duration is treated like a typed one.
  await world.sql(
    'update public.lessons set duration_sec = 200, updated_at = now() where id = $1',
    [course.lessons.video],
  )
  await page.reload()
  await edit.click()
  await expect(editing.getByText('The video is 3:32 long.')).toBeVisible()
  await expect(editing.getByLabel('Duration')).toHaveValue('3:20')
})
