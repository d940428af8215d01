import { rmSync } from 'node:fs'
import { zipOf } from '@rookies/course-format/testing/zip-vectors'
import {
  chooseZip,
  figure,
  newSlug,
  TRACK,
  writeFolder,
  zipFile,
} from '../../support/course-folders'
import { expect, test } from '../../support/fixtures'
import { cdpOf } from '../../support/intercept'

test('an administrator drops a zip file, can stop reading it, and drops a folder with subfolders', async ({
  open,
  world,
}) => {
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
  await expect(page.getByRole('heading', { name: 'What Would Be Created' })).toBeVisible()
  await expect(page.getByLabel('Title')).toHaveValue('Dropped')

  const folder = writeFolder()
  await page.goto('/admin/courses/import')
  const zone = page.getByRole('region', { name: 'What to import' })
  const box = await zone.boundingBox()
  const cdp = await cdpOf(page)
  const data = { items: [], files: [folder], dragOperationsMask: 1 }
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await cdp.send('Input.dispatchDragEvent', {
      type,
      x: (box?.x ?? 0) + 20,
      y: (box?.y ?? 0) + 20,
      data,
    })
  }
  await expect(page.getByRole('heading', { name: 'What Would Be Created' })).toBeFocused()
  await expect(figure(page, 'New')).toHaveText('3')
  await expect(page.getByText('knots/picture.png')).toBeVisible()
  rmSync(folder, { recursive: true })
})

/** A book in the format of mdBook, with links between its chapters. */
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

test('a book is imported in the order of its contents, and its links lead from lesson to lesson', async ({
  open,
  world,
}) => {
  const slug = newSlug()
  const admin = await world.person({ role: 'ADMIN' })
  const page = await open(admin, '/admin/courses/import')
  await chooseZip(page, zipFile(BOOK, 'Knots.zip'))
  await page.getByLabel('Slug').fill(slug)
  await page.getByLabel(/^Publish/).check()
  await page.getByText('Worth checking').click()
  const elsewhere = page.getByRole('list', { name: /^A link doesn't work outside this folder/ })
  await expect(elsewhere).toContainText('src/hitches.md:3 ../x.md')
  await expect(page.getByText(/^A file that the text includes is missing/)).toBeVisible()
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

test('exercises of an Exercism track are proved in the browser before they are imported', async ({
  open,
  world,
}) => {
  const admin = await world.person({ role: 'ADMIN' })
  const page = await open(admin, '/admin/courses/import')
  await chooseZip(page, zipFile(TRACK, 'Track.zip'))
  const exercises = page.getByRole('region', { name: 'Exercises' })
  await expect(exercises.getByRole('status')).toHaveText(
    '1 of 2 exercises proved in this browser. Learners see the others as “in preparation” until they are proved.',
    { timeout: 30_000 },
  )
  await expect(exercises.getByRole('list', { name: 'The solution fails a test.' })).toContainText(
    'exercises/practice/leap.md tests.js:3 “leap” fails',
  )
  await expect(
    page.getByRole('list', { name: /^Files of the project that the exercise does not need/ }),
  ).toContainText('exercises/practice/two-fer.md package.json')
})
