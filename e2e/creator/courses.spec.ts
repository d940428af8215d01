import { chooseZip, zipFile } from '../support/course-folders'
import { expect, test } from '../support/fixtures'

test("a creator imports their own course, but cannot overwrite another creator's", {
  tag: '@real',
}, async ({ open, world }) => {
  await world.sql('update public.settings set creators_admin_panel = true')
  const creator = await world.person({ role: 'CREATOR' })
  const others = await world.course({ title: 'Course of another creator' })
  const page = await open(creator, '/admin/courses/import', { expectProblems: [/403/] })
  const choose = (entries: Record<string, string>) => chooseZip(page, zipFile(entries, 'ropes.zip'))
  const slug = `ropes-${crypto.randomUUID().slice(0, 8)}`
  await choose({ '_course.yml': `title: Ropes\nslug: ${slug}\n`, 'one/01-a.md': '# A\n\nText.' })
  await page.getByRole('button', { name: 'Import Course' }).click()
  await expect(page.getByRole('heading', { name: 'Course imported' })).toBeFocused()
  expect(
    await world.sql('select created_by_id from public.courses where slug = $1', [slug]),
  ).toEqual([{ created_by_id: creator.id }])

  await page.getByRole('button', { name: 'Import Another' }).click()
  await choose({
    '_course.yml': `title: Mine now\nslug: ${others.slug}\n`,
    'one/01-a.md': '# A\n\nText.',
  })
  await expect(page.getByText('You may not change the course with this slug.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Import Course' })).toBeDisabled()
})
