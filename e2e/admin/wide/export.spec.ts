import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { readCourseFolder } from '@rookies/course-format/read-course-folder'
import { blobSource, readZip } from '@rookies/course-format/read-zip'
import { expect, test } from '../../support/fixtures'
import { chooseFromTitleMenu } from '../../support/title-menu'

/** Waits for the file that `act` makes the browser save. */
async function saved(page: Page, act: () => Promise<void>) {
  const [download] = await Promise.all([page.waitForEvent('download'), act()])
  const bytes = await readFile(await download.path())
  return { name: download.suggestedFilename(), bytes }
}

test('an administrator exports a course as a zip file from its card and from the editor, with the same content, and is told when an export failed', async ({
  open,
  world,
}) => {
  const admin = await world.person({ role: 'ADMIN' })
  const course = await world.course({ title: 'Knots / "loops": 🪢' })
  const page = await open(admin, `/admin/courses?q=${encodeURIComponent(course.title)}`, {
    expectProblems: [/503/],
  })
  await page.getByRole('button', { name: `Actions for ${course.title}` }).click()
  const first = await saved(page, () => page.getByRole('menuitem', { name: 'Export' }).click())
  expect(first.name).toBe(`${course.slug}.zip`)
  await expect(page.getByText('Course exported')).toBeVisible()

  await page.goto(`/admin/courses/${course.id}`)
  const second = await saved(page, () => chooseFromTitleMenu(page, 'Export'))
  expect(second.bytes.equals(first.bytes)).toBe(true)

  const { name, files } = await readZip(blobSource(new Blob([first.bytes])), first.name)
  expect(name).toBe(course.slug)
  expect(files.map(({ path }) => path)).toEqual([
    '_course.yml',
    '01-first-module/_module.yml',
    '01-first-module/01-reading-lesson.md',
    '01-first-module/02-video-lesson.md',
    '01-first-module/03-link-lesson.md',
  ])
  expect(files[2]?.text).toContain('\n---\n## Why we read\n\nSome **text** and `code`.\n')
  expect(
    await world.sql(
      `select action, user_id from public.audit_logs where target_id = $1 and action = 'data.export'`,
      [course.id],
    ),
  ).toEqual(Array(2).fill({ action: 'data.export', user_id: admin.id }))

  await page.route('**/rpc/export_course', (route) =>
    route.fulfill({ status: 503, json: { message: 'unavailable' } }),
  )
  await chooseFromTitleMenu(page, 'Export')
  await expect(page.getByText('Failed to export course')).toBeVisible()
  await page.unroute('**/rpc/export_course')
  const third = await saved(page, () => chooseFromTitleMenu(page, 'Export'))
  expect(third.name).toBe(`${course.slug}.zip`)
})

test('an administrator exports a lesson as a file, which an import accepts', async ({
  open,
  world,
}) => {
  const admin = await world.person({ role: 'ADMIN' })
  const course = await world.course()
  const page = await open(admin, `/admin/courses/${course.id}`, { expectProblems: [/503/] })
  const choose = async () => {
    await page.getByRole('button', { name: 'Actions for Video lesson', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Export as Markdown' }).click()
  }
  await page.route('**/rpc/export_lesson', (route) =>
    route.fulfill({ status: 503, json: { message: 'unavailable' } }),
  )
  await choose()
  await expect(page.getByText('Failed to export lesson')).toBeVisible()
  await page.unroute('**/rpc/export_lesson')
  const lesson = await saved(page, choose)
  expect(lesson.name).toBe('02-video-lesson.md')
  await expect(page.getByText('Lesson exported')).toBeVisible()
  await expect(
    page.getByRole('button', { name: 'Actions for Video lesson', exact: true }),
  ).toBeFocused()
  expect(
    await world.sql(
      `select target_type, title, user_id from public.audit_logs where target_id = $1 and action = 'data.export'`,
      [course.lessons.video],
    ),
  ).toEqual([{ target_type: 'lesson', title: 'Video lesson', user_id: admin.id }])

  const { bytes, name } = await saved(page, () => chooseFromTitleMenu(page, 'Export'))
  const { files } = await readZip(blobSource(new Blob([bytes])), name)
  const held = files.find(({ path }) => path === '01-first-module/02-video-lesson.md')
  expect(lesson.bytes.toString()).toBe(held?.text)

  const payload = readCourseFolder([{ path: lesson.name, text: lesson.bytes.toString() }], {
    folderName: course.slug,
  })
  expect(payload.issues).toEqual([])
  expect(payload.course.modules[0]?.lessons[0]?.id).toBe(course.lessons.video)
})
