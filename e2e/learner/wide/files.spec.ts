import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { cachedKeys, expect, readyForOffline, reconnect, test } from '../../support/device'
import { pdf, png, sendFiles, writeLesson } from '../../support/files'
import { holdRequests } from '../../support/hold-requests'
import type { World } from '../../support/world'

const ALT = 'Hills under a low sun'

/** Creates a member with a course whose text shows a picture and links to a PDF, and a member without access. */
async function lessonWithFiles(world: World, pdfSize = 0) {
  const [admin, { member, course }] = [
    await world.person({ role: 'ADMIN' }),
    await world.memberWithCourse(),
  ]
  const { access_token } = await world.session(admin)
  const slides = pdf(pdfSize)
  const paths = await sendFiles(access_token, [
    {
      ...{ name: 'Hills at dusk.png', type: 'image/png', bytes: png(640, 400) },
      ...{ width: 640, height: 400, alt: ALT },
    },
    { name: 'My slides.pdf', type: 'application/pdf', bytes: slides },
  ])
  const [picture = '', document = ''] = paths
  const text = `## Look\n\n![](lesson-files/${picture})\n\nRead the [slides](lesson-files/${document}).\n`
  await writeLesson(access_token, course.lessons.text, text)
  const at = `/app/courses/${course.slug}/lesson/${course.lessons.text}`
  return { member, at, paths, slides }
}

const picture = (page: Page) => page.locator('.md').getByAltText(ALT)
const widthOf = (page: Page) =>
  picture(page).evaluate((image) => (image instanceof HTMLImageElement ? image.naturalWidth : 0))

test('a member sees a picture of a text, which keeps its place while it loads, enlarges it, and downloads its file under its name', async ({
  open,
  world,
}) => {
  const { member, at, slides } = await lessonWithFiles(world)
  const asked: string[] = []
  const page = await open(member, '/app/dashboard')
  page.on('request', (request) => {
    if (/lesson-files|sign-files/.test(request.url())) asked.push(new URL(request.url()).pathname)
  })
  const letGo = await holdRequests(page, '**/functions/v1/sign-files')
  await page.goto(at)
  const link = page.getByRole('link', { name: /^slides PDF/ })
  const place = async () => [await picture(page).boundingBox(), await link.boundingBox()]
  await expect(link).toBeVisible()
  const before = await place()
  expect(before[0]?.height).toBeGreaterThan(200)
  await letGo()
  await expect.poll(() => widthOf(page)).toBe(640)
  expect(await place()).toEqual(before)
  expect(asked[0]).toBe('/functions/v1/sign-files')
  expect(asked.filter((path) => !path.startsWith('/storage/v1/object/sign/'))).toEqual([asked[0]])

  const enlarge = page.getByRole('button', { name: `Enlarge picture: ${ALT}` })
  await enlarge.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Hills at dusk.png' })
  await expect(dialog.getByRole('figure')).toContainText(ALT)
  await expect(dialog.getByAltText(ALT)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(enlarge).toBeFocused()

  const saving = page.waitForEvent('download')
  await link.focus()
  await page.keyboard.press('Enter')
  const saved = await saving
  expect(saved.suggestedFilename()).toBe('My slides.pdf')
  expect(new Uint8Array(await readFile(await saved.path()))).toEqual(slides)
  expect(new URL(page.url()).pathname).toBe(at)
})

test('offline, small files come from the device, and the others say that they need a connection', async ({
  device,
  world,
}) => {
  const { member, at } = await lessonWithFiles(world, 600_000)
  const { page, context } = await device.start(member)
  await page.goto(at)
  await expect.poll(() => widthOf(page)).toBe(640)
  // Two cached entries belong to the lesson: its text, and the person's notes on it.
  await readyForOffline(page, 2)
  await expect
    .poll(
      async () => (await cachedKeys(page)).filter(([, name]) => name?.startsWith('file/')).length,
    )
    .toBe(1)

  await context.setOffline(true)
  await page.goto(at)
  await expect.poll(() => widthOf(page)).toBe(640)
  expect(await picture(page).getAttribute('src')).toMatch(/^blob:/)
  await expect(page.getByText('This file needs a connection')).toHaveCount(1)
  await reconnect(context)
  await expect(page.getByText('This file needs a connection')).toHaveCount(0)
  await expect(page.getByRole('link', { name: /^slides PDF/ })).toHaveAttribute('href', /token=/)
})
