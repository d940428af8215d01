import type { Page, Route } from '@playwright/test'

const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** Answers for the rest of the internet, which a test must not depend on: a picture, or an empty page. */
async function standIn(route: Route): Promise<void> {
  if (route.request().resourceType() === 'image') {
    await route.fulfill({ contentType: 'image/png', body: pixel })
  } else {
    await route.fulfill({
      contentType: 'text/html',
      body: '<!doctype html><title>Player</title><p>Stand-in for another site.</p>',
    })
  }
}

/**
 * Watches a page for what a person would not see: console errors, exceptions, requests that fail or
 * are answered with an error. `expected` are patterns of problems that the test provokes on purpose.
 */
export async function watch(page: Page, expected: RegExp[]): Promise<{ found: () => string[] }> {
  const problems: string[] = []
  const report = (text: string) => {
    if (!expected.some((pattern) => pattern.test(text))) problems.push(text)
  }
  page.on('console', (message) => {
    if (message.type() === 'error') report(`console: ${message.text()}`)
  })
  page.on('pageerror', (error) => report(`exception: ${error.message}`))
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? ''
    // A page that is left ends its own requests.
    if (reason !== 'net::ERR_ABORTED') report(`failed: ${request.url()} ${reason}`)
  })
  page.on('response', (response) => {
    if (response.status() >= 400) report(`answered ${response.status()}: ${response.url()}`)
  })
  await page.context().route((url) => url.hostname !== 'localhost', standIn)
  return { found: () => problems }
}
