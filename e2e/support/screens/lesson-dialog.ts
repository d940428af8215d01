import type { Page } from '@playwright/test'
import { fakePlayer, fakeProvider } from '../fake-player'
import type { Screen } from '../screens'
import { holdUploads, pastePicture, pdf } from '../uploads'
import { origin } from '../world'
import { changeAnswer, failRequests, withFailedRead } from './mocks'

const course = '/admin/courses/c0000000-0000-4000-8000-000000000001'
const lesson = (end: string) => `${course}?lesson=e0000000-0000-4000-8000-0000000${end}`
const editor = { as: 'admin', path: course } as const
const text = { as: 'admin', path: lesson('10101') } as const

const form = (page: Page) => page.getByRole('dialog')

const markdown = (page: Page) => form(page).getByRole('textbox', { name: 'Text', exact: true })

const titleOf = (page: Page) => form(page).getByLabel('Title', { exact: true })

/** Changes the lesson as if another person had saved it. */
const changedByAnother = changeAnswer<object | object[]>('**/rest/v1/lessons*', (answer) => {
  const change = (row: object) => ({
    ...row,
    title: 'Why we keep versions',
    description: 'Another person has written this.',
    updated_at: new Date().toISOString(),
  })
  return Array.isArray(answer) ? answer.map(change) : change(answer)
})

const addLesson = (page: Page) =>
  page
    .getByRole('button', { name: /^Add Lesson/ })
    .first()
    .click()

async function newLesson(page: Page, title: string): Promise<void> {
  await addLesson(page)
  await titleOf(page).fill(title)
}

/** Serves fake videos that are all 3:32 long. */
const hasVideo = (page: Page) => fakeProvider(page.context(), 'YOUTUBE', origin(), 212)

/** Starts a new lesson with a video. */
async function newVideo(page: Page, duration?: string) {
  await newLesson(page, 'Commits from the ground up')
  if (duration) await page.getByLabel('Duration').fill(duration)
  await page.getByLabel('Video URL').fill('https://youtu.be/aqz-KE-bpKQ')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const player = await fakePlayer(page)
  await page.getByLabel('Duration').scrollIntoViewIfNeeded()
  return player
}

/** Types another title, which the device stores as a draft. */
async function draftOfTitle(page: Page): Promise<void> {
  await titleOf(page).fill('Another title')
  await page.getByText('Draft kept on this device').waitFor()
}

export const lessonDialogScreens: Screen[] = [
  {
    name: 'admin-lesson-new',
    ...editor,
    shows: 'Create New Lesson',
    prepare: addLesson,
  },
  {
    name: 'admin-lesson-wrong',
    ...editor,
    shows: 'Attachment title is required',
    prepare: async (page) => {
      await addLesson(page)
      await page.getByLabel('Video URL').fill('https://example.org/film')
      await page.getByRole('button', { name: 'Add Attachment' }).click()
      await page.getByLabel('Attachment URL').fill('nowhere')
      await page.getByRole('button', { name: 'Save Lesson' }).click()
    },
  },
  {
    name: 'admin-lesson-video',
    ...editor,
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
    everyRun: true,
    ...text,
    shows: 'You already keep versions',
  },
  {
    name: 'admin-lesson-text-long',
    like: 'admin-lesson-text',
    ...text,
    shows: 'updated only when you ask for it',
    prepare: async (page) => {
      await markdown(page).evaluate((field) => {
        if (!(field instanceof HTMLTextAreaElement)) throw new Error('no text to write in')
        // Typing thousands of lines would take minutes, so they are pasted.
        field.focus()
        field.setRangeText('A rope is only as good as its knot.\n'.repeat(3_000))
        field.dispatchEvent(new Event('input', { bubbles: true }))
      })
    },
  },
  {
    name: 'admin-lesson-link',
    like: 'admin-lesson-new',
    as: 'admin',
    path: lesson('10303'),
    shows: 'External URL',
  },
  { name: 'admin-lesson-file', as: 'admin', path: lesson('10205'), shows: 'Replace File' },
  {
    name: 'admin-lesson-file-empty',
    ...editor,
    shows: 'Choose File',
    prepare: async (page) => {
      await newLesson(page, 'Cheat sheet')
      await form(page).getByRole('tab', { name: 'File' }).click()
    },
  },
  {
    name: 'admin-lesson-file-uploading',
    ...editor,
    shows: 'Uploading 1 file…',
    prepare: async (page) => {
      await holdUploads(page)
      await newLesson(page, 'Cheat sheet')
      await form(page).getByRole('tab', { name: 'File' }).click()
      await page.getByLabel('File of the lesson').setInputFiles(pdf('Git on one page.pdf'))
    },
  },
  {
    name: 'admin-lesson-gone',
    as: 'admin',
    path: lesson('99999'),
    shows: 'This lesson is not there any more',
  },
  {
    name: 'admin-lesson-conflict',
    like: 'admin-course-conflict',
    ...text,
    shows: 'Someone else has saved this lesson',
    expectProblems: [/409/],
    mock: failRequests('**/rpc/save_lesson', 409, {
      code: 'PT409',
      hint: 'STALE_LESSON',
      message: 'stale',
    }),
    prepare: async (page) => {
      await titleOf(page).fill('Why version control')
      await changedByAnother(page)
      await page.getByRole('button', { name: 'Save Lesson' }).click()
    },
  },
  {
    name: 'admin-lesson-close',
    like: 'admin-members-disable',
    ...text,
    shows: 'Close and Keep Draft',
    prepare: async (page) => {
      await titleOf(page).fill('Another title')
      await page.keyboard.press('Escape')
    },
  },
  {
    name: 'admin-lesson-draft',
    ...text,
    shows: 'Restore Draft',
    prepare: async (page) => {
      await draftOfTitle(page)
      // After the reload, the lesson dialog offers the draft.
      await page.reload()
    },
  },
  {
    name: 'admin-lesson-draft-older',
    ...text,
    shows: 'The lesson was saved since then',
    prepare: async (page) => {
      await draftOfTitle(page)
      await page.evaluate(() => {
        for (const [key, kept] of Object.entries(localStorage)) {
          if (!key.startsWith('rookies-lesson-draft')) continue
          const draft = { ...JSON.parse(kept), version: '2020-01-01T00:00:00+00:00' }
          addEventListener('pagehide', () => localStorage.setItem(key, JSON.stringify(draft)))
        }
      })
      // After the reload, the lesson dialog offers the older draft.
      await page.reload()
    },
  },
  {
    name: 'admin-lesson-no-draft',
    ...text,
    shows: "This device can't keep a draft. Save before you leave.",
    prepare: async (page) => {
      await page.evaluate(() => {
        Storage.prototype.setItem = () => {
          throw new Error('full')
        }
      })
      await titleOf(page).fill('Another title')
    },
  },
  {
    name: 'admin-lesson-length',
    like: 'admin-lesson-video',
    ...editor,
    shows: 'Filled in from the video, which is 3:32 long.',
    mock: hasVideo,
    prepare: async (page) => {
      await newVideo(page)
    },
  },
  {
    name: 'admin-lesson-length-differs',
    like: 'admin-lesson-video',
    ...editor,
    shows: 'The video is 3:32 long.',
    mock: hasVideo,
    prepare: async (page) => {
      await newVideo(page, '3:20')
    },
  },
  {
    name: 'admin-lesson-video-refused',
    ...editor,
    shows: "We couldn't load the video from YouTube.",
    mock: hasVideo,
    prepare: async (page) => {
      const player = await newVideo(page)
      await player.evaluate(() =>
        parent.postMessage(JSON.stringify({ event: 'onError', info: 150 }), '*'),
      )
      await page.getByText("We couldn't load the video").scrollIntoViewIfNeeded()
    },
  },
  {
    name: 'admin-lesson-text-empty',
    like: 'admin-lesson-text',
    ...editor,
    shows: 'Your text is shown here as learners see it.',
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
    name: 'admin-lesson-uploads',
    like: 'admin-lesson-file-uploading',
    as: 'admin',
    path: lesson('10303'),
    shows: 'page.html: pages and SVG pictures can run code',
    prepare: async (page) => {
      const field = form(page).getByLabel('Files to attach')
      await field.setInputFiles(pdf('Slides of the first week.pdf'))
      await form(page).getByText('Slides of the first week.pdf, 2 kB').waitFor()
      await form(page).getByRole('progressbar').waitFor({ state: 'detached' })
      await holdUploads(page)
      await field.setInputFiles([pdf('Exercise.pdf'), pdf('Solutions.pdf'), pdf('Notes.pdf')])
      await form(page).getByRole('button', { name: 'Pause Exercise.pdf' }).click()
      await field.setInputFiles(pdf('page.html'))
      await form(page).getByText('page.html').scrollIntoViewIfNeeded()
    },
  },
  {
    name: 'admin-lesson-picture-question',
    ...text,
    shows: 'What does the picture show?',
    prepare: (page) => pastePicture(markdown(page), 'pot.png'),
  },
  {
    name: 'admin-lesson-text-uploading',
    like: 'admin-lesson-file-uploading',
    ...text,
    shows: 'Uploading 1 file…',
    prepare: async (page) => {
      await pastePicture(markdown(page), 'pot.png')
      await page.getByRole('dialog', { name: 'What does' }).getByLabel('Description').fill('A pot')
      await page.keyboard.press('Enter')
      await form(page).getByRole('img', { name: 'A pot' }).waitFor()
      await holdUploads(page)
      await form(page)
        .getByLabel('Pictures or files for the text')
        .setInputFiles(pdf('All of it on one page.pdf'))
    },
  },
  {
    name: 'admin-lesson-unread',
    like: 'admin-access-error',
    ...text,
    shows: 'Try Again',
    ...withFailedRead('**/rest/v1/lessons*'),
  },
  {
    name: 'admin-lesson-unsaved',
    ...text,
    shows: 'Nothing that you typed is lost.',
    expectProblems: [/503/],
    mock: failRequests('**/rpc/save_lesson'),
    prepare: async (page) => {
      await titleOf(page).fill('Another title')
      await page.getByRole('button', { name: 'Save Lesson' }).click()
    },
  },
]
