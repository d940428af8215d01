import type { Page } from '@playwright/test'
import { fakePlayer, fakeProvider } from '../fake-player'
import type { Screen } from '../screens'
import { origin } from '../world'

const course = '/admin/courses/c0000000-0000-4000-8000-000000000001'
const lesson = (end: string) => `${course}?lesson=e0000000-0000-4000-8000-0000000${end}`

async function conflict(page: Page): Promise<void> {
  await page.getByRole('dialog').getByLabel('Title', { exact: true }).fill('Why version control')
  await page.route('**/rpc/save_lesson', (route) =>
    route.fulfill({ status: 409, json: { code: 'PT409', hint: 'STALE_LESSON', message: 'stale' } }),
  )
  await page.route('**/rest/v1/lessons*', async (route) => {
    const answer = await (await route.fetch()).json()
    const change = (row: object) => ({
      ...row,
      title: 'Why we keep versions',
      description: 'Somebody else has written this meanwhile.',
      updated_at: new Date().toISOString(),
    })
    await route.fulfill({ json: Array.isArray(answer) ? answer.map(change) : change(answer) })
  })
  await page.getByRole('button', { name: 'Save Lesson' }).click()
}

const form = (page: Page) => page.getByRole('dialog')

async function newLesson(page: Page, title: string): Promise<void> {
  await page
    .getByRole('button', { name: /^Add Lesson/ })
    .first()
    .click()
  await form(page).getByLabel('Title', { exact: true }).fill(title)
}

/** A new lesson whose video says that it is 3:32 long. */
async function withVideo(page: Page, duration?: string) {
  await fakeProvider(page.context(), 'YOUTUBE', origin(), 212)
  await newLesson(page, 'Commits from the ground up')
  if (duration) await page.getByLabel('Duration').fill(duration)
  await page.getByLabel('Video URL').fill('https://youtu.be/aqz-KE-bpKQ')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const player = await fakePlayer(page)
  await page.getByLabel('Duration').scrollIntoViewIfNeeded()
  return player
}

/** Keeps a draft of the title, and opens the lesson anew. */
async function draftOfTitle(page: Page): Promise<void> {
  await form(page).getByLabel('Title', { exact: true }).fill('Another title')
  await page.getByText('Draft kept on this device').waitFor()
}

/** The lesson dialog of the course editor, in each of its states. */
export const lessonDialogScreens: Screen[] = [
  {
    name: 'admin-lesson-new',
    as: 'admin',
    path: course,
    shows: 'Create New Lesson',
    prepare: (page) =>
      page
        .getByRole('button', { name: /^Add Lesson/ })
        .first()
        .click(),
  },
  {
    name: 'admin-lesson-wrong',
    as: 'admin',
    path: course,
    shows: 'Attachment title is required',
    prepare: async (page) => {
      await page
        .getByRole('button', { name: /^Add Lesson/ })
        .first()
        .click()
      await page.getByLabel('Video URL').fill('https://example.org/film')
      await page.getByRole('button', { name: 'Add Attachment' }).click()
      await page.getByLabel('Attachment URL').fill('nowhere')
      await page.getByRole('button', { name: 'Save Lesson' }).click()
    },
  },
  {
    name: 'admin-lesson-video',
    as: 'admin',
    path: course,
    shows: 'Copy URL',
    prepare: async (page) => {
      await newLesson(page, 'Commits from the ground up')
      await form(page)
        .getByLabel('Description')
        .fill('What a commit holds. More at https://git-scm.com/docs/git-commit')
      await page.getByLabel('Video URL').fill('https://youtu.be/aqz-KE-bpKQ?t=75')
      await page.getByRole('button', { name: 'Save', exact: true }).click()
    },
  },
  {
    name: 'admin-lesson-text',
    as: 'admin',
    path: lesson('10101'),
    shows: 'You already keep versions',
  },
  {
    name: 'admin-lesson-text-long',
    as: 'admin',
    path: lesson('10101'),
    shows: 'drawn when you ask for it',
    prepare: async (page) => {
      const text = form(page).getByRole('textbox', { name: 'Text', exact: true })
      await text.evaluate((field) => {
        if (!(field instanceof HTMLTextAreaElement)) throw new Error('no text to write in')
        // Typing thousands of lines takes a browser minutes; they are pasted.
        field.focus()
        field.setRangeText('A rope is only as good as its knot.\n'.repeat(3_000))
        field.dispatchEvent(new Event('input', { bubbles: true }))
      })
    },
  },
  { name: 'admin-lesson-link', as: 'admin', path: lesson('10303'), shows: 'External URL' },
  { name: 'admin-lesson-file', as: 'admin', path: lesson('10205'), shows: 'holds a file' },
  {
    name: 'admin-lesson-gone',
    as: 'admin',
    path: lesson('99999'),
    shows: 'This lesson is not there any more',
  },
  {
    name: 'admin-lesson-conflict',
    as: 'admin',
    path: lesson('10101'),
    shows: 'Somebody else has saved this lesson meanwhile',
    expectProblems: [/409/],
    prepare: conflict,
  },
  {
    name: 'admin-lesson-close',
    as: 'admin',
    path: lesson('10101'),
    shows: 'Close and Keep Draft',
    prepare: async (page) => {
      await page.getByRole('dialog').getByLabel('Title', { exact: true }).fill('Another title')
      await page.keyboard.press('Escape')
    },
  },
  {
    name: 'admin-lesson-draft',
    as: 'admin',
    path: lesson('10101'),
    shows: 'Restore draft',
    prepare: async (page) => {
      await draftOfTitle(page)
      await page.reload()
    },
  },
  {
    name: 'admin-lesson-draft-older',
    as: 'admin',
    path: lesson('10101'),
    shows: 'The lesson has been saved since',
    prepare: async (page) => {
      await draftOfTitle(page)
      await page.evaluate(() => {
        for (const [key, kept] of Object.entries(localStorage)) {
          if (!key.startsWith('rookies-lesson-draft')) continue
          const draft = { ...JSON.parse(kept), version: '2020-01-01T00:00:00+00:00' }
          addEventListener('pagehide', () => localStorage.setItem(key, JSON.stringify(draft)))
        }
      })
      await page.reload()
    },
  },
  {
    name: 'admin-lesson-no-draft',
    as: 'admin',
    path: lesson('10101'),
    shows: 'This device keeps no draft. Save before you leave.',
    prepare: async (page) => {
      await page.evaluate(() => {
        Storage.prototype.setItem = () => {
          throw new Error('full')
        }
      })
      await form(page).getByLabel('Title', { exact: true }).fill('Another title')
    },
  },
  {
    name: 'admin-lesson-length',
    as: 'admin',
    path: course,
    shows: 'Filled in from the video, which is 3:32 long.',
    prepare: async (page) => {
      await withVideo(page)
    },
  },
  {
    name: 'admin-lesson-length-differs',
    as: 'admin',
    path: course,
    shows: 'The video is 3:32 long.',
    prepare: async (page) => {
      await withVideo(page, '3:20')
    },
  },
  {
    name: 'admin-lesson-video-refused',
    as: 'admin',
    path: course,
    shows: 'YouTube does not play this video here.',
    prepare: async (page) => {
      const player = await withVideo(page)
      await player.evaluate(() =>
        parent.postMessage(JSON.stringify({ event: 'onError', info: 150 }), '*'),
      )
      await page.getByText('does not play this video here').scrollIntoViewIfNeeded()
    },
  },
  {
    name: 'admin-lesson-text-empty',
    as: 'admin',
    path: course,
    shows: 'What you write is shown here as learners see it.',
    prepare: async (page) => {
      await newLesson(page, 'On reading')
      await page.getByRole('tab', { name: 'Text' }).click()
    },
  },
  {
    name: 'admin-lesson-attachments',
    as: 'admin',
    path: lesson('10303'),
    shows: 'Attachment URL',
    prepare: async (page) => {
      const add = form(page).getByRole('button', { name: 'Add Attachment' })
      for (const [title, url] of [
        ['Slides', 'https://example.org/slides'],
        ['Exercise', '/app/dashboard'],
      ] as const) {
        await add.click()
        await form(page).getByLabel('Attachment title').last().fill(title)
        await form(page).getByLabel('Attachment URL').last().fill(url)
      }
    },
  },
  {
    name: 'admin-lesson-unread',
    as: 'admin',
    path: lesson('10101'),
    shows: 'Try Again',
    expectProblems: [/503/],
    prepare: async (page) => {
      await page.route('**/rest/v1/lessons*', (route) => route.fulfill({ status: 503, json: {} }))
      await page.reload()
    },
  },
  {
    name: 'admin-lesson-unsaved',
    as: 'admin',
    path: lesson('10101'),
    shows: 'Nothing that you typed is lost.',
    expectProblems: [/503/],
    prepare: async (page) => {
      await form(page).getByLabel('Title', { exact: true }).fill('Another title')
      await page.route('**/rpc/save_lesson', (route) => route.fulfill({ status: 503, json: {} }))
      await page.getByRole('button', { name: 'Save Lesson' }).click()
    },
  },
]
