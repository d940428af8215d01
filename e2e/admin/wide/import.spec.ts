import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { importCourse } from '../../support/course-folders'
import { expect, test } from '../../support/fixtures'

/** Writes a folder of lessons with the Markdown features that real courses use. */
function writeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'rookies-course-'))
  const file = (path: string, text: string) => {
    mkdirSync(join(folder, path, '..'), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  file(
    'knots/01-why-knots.md',
    '# Why knots\n\nA rope is only as good as its knot.\n\n| Knot | Use |\n|---|---|\n| Bowline | A loop |\n\n- [x] Find a rope\n- [ ] Tie it\n\n```bash\necho "over, under"\n```\n',
  )
  file(
    'knots/02-panels.md',
    '### Panels\n\n<div class="note" markdown="1">\n\n#### Before you start\n\n1. Press <kbd>Ctrl</kbd>\n\n</div>\n\n<details>\n<summary>More</summary>\n\nHidden **words**.\n\n</details>\n\n![A picture](https://pictures.example/knot.png)\n\nA [relative link](../elsewhere.md).\n',
  )
  file('videos/03-a-film.md', 'https://www.youtube.com/watch?v=aqz-KE-bpKQ\n')
  file('videos/04-a-link.md', '---\ntitle: Read on\nlink: https://example.org/knots\n---\n')
  return folder
}

test('an administrator imports a folder and updates it by another import, and a member opens every lesson', async ({
  open,
  world,
}) => {
  test.setTimeout(600_000)
  const given = process.env.E2E_CURRICULUM
  const folder = given ?? writeFolder()
  const slug = `imported-${Date.now()}`
  const options = ['--title', 'Imported course', '--slug', slug]

  expect(await importCourse(folder, ...options, '--dry-run')).toContain('nothing was changed')
  expect(await world.sql('select 1 from public.courses where slug = $1', [slug])).toEqual([])
  const said = await importCourse(folder, ...options, '--publish')
  if (!given) expect(said).toMatch(/elsewhere\.md/)
  const [course] = await world.sql('select id, status from public.courses where slug = $1', [slug])
  expect(course?.status).toBe('PUBLISHED')

  const member = await world.person()
  await world.sql(
    'insert into public.entitlements (user_id, course_id, granted_by_id) values ($1, $2, null)',
    [member.id, course?.id],
  )
  const lessons = await world.sql(
    `select l.id, l.title from public.lessons l join public.modules m on m.id = l.module_id
     where m.course_id = $1 order by m.index, l.index`,
    [course?.id],
  )
  const page = await open(member, `/app/courses/${slug}`)
  for (const [i, lesson] of lessons.entries()) {
    await expect(page).toHaveURL(`/app/courses/${slug}/lesson/${lesson.id}`)
    await expect(
      page.getByRole('heading', { level: 1, name: String(lesson.title), exact: true }),
    ).toBeVisible()
    await page.getByRole('button', { name: 'Mark As Complete' }).click()
    await expect(page.getByRole('button', { name: 'Completed', exact: true })).toBeVisible()
    if (i + 1 < lessons.length) await page.getByRole('link', { name: 'Next Lesson' }).click()
  }
  await expect(page.getByText('You have completed every lesson of this course.')).toBeVisible()
  await expect.poll(async () => (await world.completed(member)).length).toBe(lessons.length)

  expect(await importCourse(folder, ...options)).toContain(`${lessons.length} unchanged`)
  expect((await world.completed(member)).length).toBe(lessons.length)
  if (!given) rmSync(folder, { recursive: true })
})

test('the import command reports an error in the folder or in the connection with a sentence', async () => {
  const empty = mkdtempSync(join(tmpdir(), 'rookies-empty-'))
  for (const folder of [empty, join(empty, 'missing'), import.meta.filename]) {
    const said = await importCourse(folder, '--slug', 'never')
    expect(said).not.toMatch(/\n\s+at /)
    expect(said.trim().split('\n').length).toBeLessThan(5)
  }
  expect(await importCourse(empty, '--url', 'http://localhost:9')).not.toMatch(/\n\s+at /)
  rmSync(empty, { recursive: true })
})
