import type { Page } from '@playwright/test'
import { choose } from '../support/choose'
import { expect, test } from '../support/fixtures'

const dialog = (page: Page, name: 'Create New Lesson' | 'Edit Lesson' = 'Edit Lesson') =>
  page.getByRole('dialog', { name })

test('an administrator creates a video lesson from a pasted link, with errors at the field', async ({
  open,
  world,
}) => {
  const admin = await world.person({ role: 'ADMIN' })
  const course = await world.course()
  const page = await open(admin, `/admin/courses/${course.id}`)
  await page.getByRole('button', { name: 'Add Lesson' }).click()
  const form = dialog(page, 'Create New Lesson')
  await expect(form.getByLabel('Title', { exact: true })).toBeFocused()
  await form.getByRole('button', { name: 'Save Lesson' }).click()
  await expect(form.getByText('Lesson title is required')).toBeVisible()
  await form.getByLabel('Title', { exact: true }).fill('First steps')
  await form.getByLabel('Duration').fill('2:30')
  await form.getByRole('checkbox', { name: 'Free Preview' }).check()

  const address = form.getByLabel('Video URL')
  await address.fill('https://youtube.example/watch?v=aqz-KE-bpKQ')
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(form.getByText('No valid video URL provided')).toBeVisible()
  // Almost any word could be a video id, so an id without an address is only accepted for the chosen provider.
  await address.fill('aqz-KE-bpKQ')
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(form.getByText('No valid video URL provided')).toBeVisible()
  await choose(form.getByLabel('Video Provider'), 'Cloudflare Stream ID')
  await expect(form.getByText('No valid video URL provided')).toBeHidden()
  await expect(form.getByTitle('Preview of the video, Cloudflare Stream')).toBeVisible()
  await address.fill('https://youtu.be/aqz-KE-bpKQ?t=75')
  await expect(form.getByText('YouTube', { exact: true })).toBeVisible()
  await expect(form.getByText('Starts at 1:15')).toBeVisible()
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(form.getByTitle('Preview of the video, YouTube')).toBeVisible()
  await form.getByRole('button', { name: 'Copy URL' }).click()
  await expect(form.getByRole('button', { name: 'Copied!' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('aqz-KE-bpKQ')
  await expect(form.getByRole('button', { name: 'Copy URL' })).toBeVisible()

  await form.getByRole('button', { name: 'Edit URL' }).click()
  await address.fill('https://vimeo.com/76979871')
  await form.getByRole('button', { name: 'Cancel' }).first().click()
  await expect(form.getByText('YouTube', { exact: true })).toBeVisible()

  await form.getByRole('button', { name: 'Save Lesson' }).click()
  await expect(page.getByText('Lesson created successfully')).toBeVisible()
  await expect(form).toBeHidden()
  await expect(page.getByRole('button', { name: 'Add Lesson' })).toBeFocused()
  await expect(page.getByRole('button', { name: 'Edit First steps' })).toBeVisible()
  expect(
    await world.sql(
      `select index, content_type, video_provider, video_asset_id, video_start_sec, duration_sec, free_preview
       from public.lessons where module_id = $1 and title = 'First steps'`,
      [course.moduleId],
    ),
  ).toEqual([
    {
      index: 3,
      content_type: 'VIDEO',
      video_provider: 'YOUTUBE',
      video_asset_id: 'aqz-KE-bpKQ',
      video_start_sec: 75,
      duration_sec: 150,
      free_preview: true,
    },
  ])
})
