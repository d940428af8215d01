import { type Browser, chromium, type Page } from '@playwright/test'

/** A browser with one page of a site that has no backend. */
export interface StaticSite {
  page: Page
  visit(path: string): Promise<unknown>
  /** Returns the browser's messages about what it refused because of a policy or a media type. */
  refused(): string[]
  close(): Promise<void>
}

/** Opens a browser for a site on this machine. CHROMIUM is the path of the browser. */
export async function openStaticSite(port: number): Promise<StaticSite> {
  const browser: Browser = await chromium.launch({
    executablePath: process.env.CHROMIUM,
    args: ['--no-sandbox', '--disable-gpu'],
  })
  const context = await browser.newContext()
  await context.route(/\/(auth|rest|realtime|storage|functions)\/v1\//, (route) =>
    route.fulfill({ status: 503, json: {} }),
  )
  const page = await context.newPage()
  const said: string[] = []
  page.on('console', (message) => said.push(message.text()))
  page.on('pageerror', (error) => said.push(error.message))
  return {
    page,
    visit: (path) => page.goto(`http://localhost:${port}${path}`),
    refused: () => said.filter((text) => /policy|refused|mime/i.test(text)),
    close: () => browser.close(),
  }
}
