import type { BrowserContext, Page } from '@playwright/test'
import { expect } from './fixtures'

export const HINT = 'Saves when you are back online'

/** Waits for the code of the outbox, which loads after the page. Without it nothing is sent before a reload. */
export const outboxLoaded = (page: Page) =>
  page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('run-sync')),
  )

/** Waits for the lesson and for the code of the outbox. */
export async function lessonSettled(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: 'Mark As Complete' })).toBeEnabled()
  await outboxLoaded(page)
}

/**
 * Collects the methods of requests about completions that the server answered. A request that starts while the browser
 * switches between offline and online can fail and is then repeated, so it is not counted.
 */
export function completionsSent(context: BrowserContext): string[] {
  const sent: string[] = []
  context.on('requestfinished', (request) => {
    if (/lesson_completions/.test(request.url())) sent.push(request.method())
  })
  return sent
}
