import type { Page } from '@playwright/test'
import { fakeProvider, startPlayer } from '../fake-player'
import { interceptRequests } from '../intercept'
import type { Screen } from '../screens'
import { origin } from '../world'

/** A video of the seed data, of which the demo member has watched a third. */
const half = '/app/courses/html-css-pages-that-hold/lesson/e0000000-0000-4000-8000-000000020304'

const hasVideo = (page: Page) => fakeProvider(page.context(), 'YOUTUBE', origin(), 1199)

const refusesCompletions = (page: Page) =>
  interceptRequests(page, '**/lesson_completions*', (request) => request.abort())

async function completeOffline(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Mark As Complete' }).click()
  await page.getByRole('main').getByText('Saves when you are back online').waitFor()
  await page.getByRole('button', { name: 'Dismiss message' }).click()
}

/** Videos in their states, and changes that wait for a connection. */
export const videoScreens: Screen[] = [
  {
    name: 'video-resumed',
    like: 'lesson-queued',
    as: 'member',
    path: half,
    shows: 'Resumed at 07:11',
    mock: hasVideo,
    prepare: async (page) => {
      await startPlayer(page)
    },
  },
  {
    name: 'video-unreachable',
    as: 'member',
    path: half,
    shows: "The video can't be reached",
    mock: hasVideo,
    prepare: async (page) => {
      const player = await startPlayer(page)
      await player.evaluate(() =>
        parent.postMessage(JSON.stringify({ event: 'onError', info: 150 }), '*'),
      )
    },
  },
  {
    name: 'video-next-up',
    as: 'member',
    path: half,
    shows: 'Stay here',
    mock: hasVideo,
    prepare: async (page) => {
      // The clock is fixed, so that the picture is the same each time.
      await page.clock.install()
      const player = await startPlayer(page)
      await player.evaluate(() => window.player.play(1198.9, 1199))
    },
  },
  {
    name: 'lesson-queued',
    as: 'member',
    path: half,
    shows: 'Saves when you are back online',
    expectProblems: [/ERR_/],
    mock: refusesCompletions,
    prepare: completeOffline,
  },
  {
    name: 'library-queued',
    like: 'lesson-queued',
    as: 'member',
    path: half,
    shows: 'Saves when you are back online',
    expectProblems: [/ERR_/],
    mock: refusesCompletions,
    prepare: async (page) => {
      await completeOffline(page)
      await page.getByRole('link', { name: 'Home', exact: true }).click()
      await page.getByRole('heading', { name: 'Courses Library' }).waitFor()
    },
  },
]
