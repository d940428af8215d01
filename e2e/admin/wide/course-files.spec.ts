import { gradient, sendFiles, writeLesson } from '../../support/files'
import { expect, test } from '../../support/fixtures'
import { origin } from '../../support/world'

test('an administrator gives a course a cover, which is cropped, small and visible to everybody', async ({
  open,
  world,
}) => {
  const admin = await world.person({ role: 'ADMIN' })
  const course = await world.course()
  const page = await open(admin, `/admin/courses/${course.id}?tab=details`)
  const picker = page.getByLabel('Picture', { exact: true }).locator('input[type="file"]')
  const save = page.getByRole('button', { name: 'Save Course' })

  await test.step('a file that is no picture is refused with a sentence, and nothing is lost', async () => {
    await page.getByRole('textbox', { name: /^Category/ }).fill('Pottery')
    const refused = async (name: string, mimeType: string, buffer: Buffer, said: RegExp) => {
      await picker.setInputFiles({ name, mimeType, buffer })
      await expect(page.getByRole('alert').getByText(said)).toBeVisible()
    }
    await refused('notes.txt', 'text/plain', Buffer.from('words'), /^notes.txt is not a picture/)
    await refused('logo.svg', 'image/svg+xml', Buffer.from('<svg/>'), /SVG pictures can run code/)
    await refused('words.png', 'image/png', Buffer.from('words'), /cannot be read as a picture/)
    const cut = gradient(40, 40).subarray(0, 60)
    await refused('cut.png', 'image/png', cut, /cannot be read as a picture/)
    const huge = gradient(40, 40)
    huge.writeUInt32BE(20_000, 16)
    huge.writeUInt32BE(20_000, 20)
    await refused('huge.png', 'image/png', huge, /400 million pixels/)
    await expect(page.getByRole('textbox', { name: /^Category/ })).toHaveValue('Pottery')
  })

  await test.step('an administrator moves the crop by keyboard', async () => {
    await picker.setInputFiles({
      name: 'Tea Pot.png',
      mimeType: 'image/png',
      buffer: gradient(3000, 400),
    })
    const use = page.getByRole('button', { name: 'Use Picture' })
    await expect(use).toBeFocused()
    const slider = page.getByRole('slider', { name: 'Horizontal position of the picture' })
    await slider.press('End')
    await expect(slider).toHaveAttribute('aria-valuenow', '100')
    await use.press('Enter')
    await expect(page.getByText('Picture uploaded. It is kept once you save.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Choose Picture' })).toBeFocused()
    await expect(page.getByRole('textbox', { name: /^Thumbnail URL/ })).toHaveValue(
      'Uploaded picture',
    )
  })

  await save.click()
  await expect(page.getByText('Course updated successfully')).toBeVisible()
  const stored = `select thumbnail_url as cover from public.courses where id = $1`
  const cover = String((await world.sql(stored, [course.id]))[0]?.cover)
  expect(cover).toMatch(/^covers\/[0-9a-f-]{36}\/tea-pot\.webp$/)

  await test.step('a visitor sees the cover, small and in the shape of a card', async () => {
    const answer = await fetch(`${origin()}/storage/v1/object/public/${cover}`)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('image/webp')
    expect((await answer.arrayBuffer()).byteLength).toBeLessThan(200_000)
  })

  await page.goto(`/admin/courses?q=${encodeURIComponent(course.title)}`)
  const card = page.getByRole('main').locator('img').first()
  await expect(card).toHaveJSProperty('naturalWidth', 667)
  await expect(card).toHaveJSProperty('naturalHeight', 400)
  // The crop is the right end of the picture, which is red.
  const red = await card.evaluate((image: HTMLImageElement) => {
    const context = document.createElement('canvas').getContext('2d')
    context?.drawImage(image, -600, -200)
    return context?.getImageData(0, 0, 1, 1).data[0]
  })
  expect(red).toBeGreaterThan(225)

  await test.step('the course’s history shows the new cover', async () => {
    await page.goto(`/admin/courses/${course.id}?tab=history`)
    await page
      .getByRole('button', { name: /^What changed: .*picture/ })
      .first()
      .click()
    await expect(page.getByRole('img', { name: /after$/ })).toHaveJSProperty('naturalWidth', 667)
  })

  await test.step('an administrator pastes another cover, and removes it', async () => {
    await page.goto(`/admin/courses/${course.id}?tab=details`)
    const field = page.getByRole('textbox', { name: /^Thumbnail URL/ })
    const bytes = [...gradient(300, 600)]
    await field.evaluate((input, given) => {
      const clipboardData = new DataTransfer()
      clipboardData.items.add(new File([new Uint8Array(given)], 'image.png', { type: 'image/png' }))
      input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }))
    }, bytes)
    const slider = page.getByRole('slider', { name: 'Vertical position of the picture' })
    await slider.press('ArrowUp')
    await expect(slider).toHaveAttribute('aria-valuenow', '49')
    await page.getByRole('button', { name: 'Use Picture' }).click()
    await expect(page.getByText('Picture uploaded. It is kept once you save.')).toBeVisible()
    await page.getByRole('button', { name: 'Remove Picture' }).click()
    await field.fill('/covers/by-hand.png')
    await field.fill('')
    await save.click()
    await expect(page.getByText('Course updated successfully')).toBeVisible()
    expect((await world.sql(stored, [course.id]))[0]?.cover).toBeNull()
  })
})

test("an administrator lists a course's files, adds missing alternative text, and opens each file's lesson", async ({
  open,
  world,
}) => {
  const admin = await world.person({ role: 'ADMIN' })
  const course = await world.course()
  const { access_token: token } = await world.session(admin)
  const page = await open(admin, `/admin/courses/${course.id}`)
  await page.getByRole('tab', { name: 'Files' }).click()
  await expect(page.getByRole('heading', { name: 'No files yet' })).toBeVisible()

  const [pot, notes] = await sendFiles(token, [
    {
      name: 'Tea Pot.png',
      type: 'image/png',
      bytes: new Uint8Array(gradient(640, 480)),
      width: 640,
      height: 480,
    },
    {
      name: 'Notes.txt',
      type: 'text/plain',
      bytes: new TextEncoder().encode('Notes of a lesson.'),
    },
  ])
  const { text } = course.lessons
  const shown = `A pot: ![](lesson-files/${pot})`
  await writeLesson(token, text, `${shown}, and [notes](lesson-files/${notes}).`)
  await writeLesson(token, text, shown)
  await page.reload()

  const status = page.getByRole('main').getByRole('status')
  await expect(status.filter({ hasText: /^2 files, .+; 1 picture has no alt text$/ })).toBeVisible()
  const row = page.getByRole('row', { name: /Tea Pot\.png/ })
  await expect(row.getByText(/^PNG, .+, 640 × 480$/)).toBeVisible()
  await expect(row.locator('img')).toHaveJSProperty('naturalWidth', 640)

  await test.step('Enter saves alternative text, and Escape asks before it is discarded', async () => {
    const say = row.getByRole('button', { name: 'Add alt text to Tea Pot.png' })
    const field = page.getByRole('textbox', { name: 'Alt text of Tea Pot.png' })
    await say.press('Enter')
    await field.fill('Something else')
    await field.press('Escape')
    await row.getByRole('button', { name: 'Discard Changes' }).click()
    await expect(say).toBeFocused()
    await say.press('Enter')
    await field.fill('A blue pot on a stove')
    await field.press('Enter')
    await expect(
      row.getByRole('button', { name: 'Alt text of Tea Pot.png: A blue pot on a stove' }),
    ).toBeFocused()
    await expect(status.filter({ hasText: /^2 files, [^;]+$/ })).toBeVisible()
    expect(
      await world.sql('select alt from public.lesson_files where lesson_id = $1 order by alt', [
        text,
      ]),
    ).toEqual([{ alt: '' }, { alt: 'A blue pot on a stove' }])
  })

  await test.step('the address keeps the filter of the files', async () => {
    await page.getByText('No Alt Text (0)').click()
    await expect(page.getByRole('heading', { name: 'All pictures have alt text' })).toBeVisible()
    await page.getByText('Unused (1)').click()
    await expect(page).toHaveURL(/tab=files&files=unused$/)
    await expect(page.getByRole('row')).toHaveCount(2)
    // An earlier version of the text refers to the file, but the 30 days are not over.
    await expect(page.getByText(/^Unused, will be removed on \w+ \d+, \d{4}$/)).toBeVisible()
    await page.goBack()
    await page.goBack()
    await expect(page.getByRole('row')).toHaveCount(3)
  })

  await row.getByRole('link', { name: 'Reading lesson' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Lesson' })
  await dialog.getByRole('textbox', { name: 'Text', exact: true }).fill('Nothing but words here.')
  await dialog.getByRole('button', { name: 'Save Lesson' }).click()
  // The list shows at once that the latest save removed the reference.
  await expect(page.getByText('Unused (2)')).toBeVisible()
})
