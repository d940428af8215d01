import { readFile } from 'node:fs/promises'
import { chooseZip, zipFile } from '../support/course-folders'
import { expect, test } from '../support/fixtures'

/** The smallest picture: one pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

test('an administrator imports a course with pictures and files, exports it, and imports the same again', {
  tag: '@real',
}, async ({ open, world }) => {
  const slug = `files-${crypto.randomUUID().slice(0, 8)}`
  const zip = zipFile(
    [
      {
        name: 'tea/_course.yml',
        data: `title: Tea ${slug}\nslug: ${slug}\nthumbnail_url: cover.png\n`,
      },
      { name: 'tea/cover.png', data: PNG },
      {
        name: 'tea/a/01-pour.md',
        data: '# Pour\n\n![The pot](../img/a%20pot.png)\n\nAnd [slides](slides.pdf).\n',
      },
      { name: 'tea/a/slides.pdf', data: '%PDF-1.4 slides' },
      { name: 'tea/img/a pot.png', data: PNG },
      { name: 'tea/img/nowhere.png', data: PNG },
    ],
    'tea.zip',
  )
  const admin = await world.person({ role: 'ADMIN' })
  const page = await open(admin, '/admin/courses/import', {
    expectProblems: [/storage\/v1\/object\/lesson-files/, /ERR_FAILED/, /status of 400/],
  })

  // The answer to the first file is lost; the file is sent again and stored once.
  let lost = 0
  await page.route('**/storage/v1/object/lesson-files/**', async (route) => {
    if (lost++ > 0) return route.continue()
    await route.fetch()
    await route.abort()
  })
  await chooseZip(page, zip)
  await expect(page.getByText('The file is not Markdown and was left out.')).toBeVisible()
  await page.getByRole('button', { name: 'Import Course' }).click()
  await expect(page.getByRole('heading', { name: /mported/ })).toBeVisible()

  const [course] = await world.sql(
    'select id, thumbnail_url from public.courses where slug = $1 and deleted_at is null',
    [slug],
  )
  expect(course?.thumbnail_url).toMatch(/^covers\/[0-9a-f-]{36}\/cover\.png$/)
  const files = await world.sql(
    `select f.name, f.size::int, f.type, f.width, o.metadata ->> 'size' as stored
     from public.lesson_files f join public.lessons l on l.id = f.lesson_id join public.modules m on m.id = l.module_id
     join storage.objects o on o.bucket_id = 'lesson-files' and o.name = f.path
     where m.course_id = $1 order by f.name`,
    [course?.id],
  )
  expect(files).toEqual([
    { name: 'a pot.png', size: PNG.length, type: 'image/png', width: 1, stored: `${PNG.length}` },
    { name: 'slides.pdf', size: 15, type: 'application/pdf', width: null, stored: '15' },
  ])

  await page.goto(`/admin/courses?q=Tea+${slug}`)
  await page.getByRole('button', { name: `Actions for Tea ${slug}` }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Export' }).click(),
  ])
  const exported = await readFile(await download.path())
  expect(exported.includes(PNG)).toBe(true)

  await page.goto('/admin/courses/import')
  await chooseZip(page, {
    name: download.suggestedFilename(),
    mimeType: 'application/zip',
    buffer: exported,
  })
  await expect(page.getByText('Nothing to import: the course is already the same.')).toBeVisible()
})
