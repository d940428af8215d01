import puppeteer, { type ElementHandle } from 'puppeteer-core'
import type { Driver } from './browser'
import { findExpression, positionExpression, type WantedElement } from './in-page'

/** Controls Firefox by WebDriver BiDi, which needs no driver process. `executablePath` is the path of its program. */
export async function openFirefox(executablePath: string): Promise<Driver> {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath,
    headless: true,
    defaultViewport: { width: 1280, height: 900 },
  })
  const page = await browser.newPage()
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(String(error)))
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text())
  })
  page.on('response', (response) => {
    if (response.status() >= 400) problems.push(`${response.status()}: ${response.url()}`)
  })
  page.on('requestfailed', (request) => {
    const why = request.failure()?.errorText ?? ''
    // Leaving a page and removing a frame end their requests, which is no problem.
    if (!/ABORTED|context already closed/.test(why)) problems.push(`${why}: ${request.url()}`)
  })

  const find = async (wanted: WantedElement): Promise<ElementHandle<Element> | null> =>
    (await page.evaluateHandle(findExpression(wanted))).asElement() as ElementHandle<Element> | null

  return {
    goto: async (url) => {
      await page.goto(url).catch((error: unknown) => {
        // A request of the previous page can abort the navigation, which then is repeated.
        if (!String(error).includes('NS_BINDING_ABORTED')) throw error
        return page.goto(url)
      })
    },
    // `page.url()` is not used, because Firefox does not report addresses that a page sets itself.
    address: () => page.evaluate(() => location.href),
    press: async (wanted) => {
      const element = await find(wanted)
      await element?.click()
      return element !== null
    },
    type: async (wanted, text) => {
      const element = await find(wanted)
      if (!element) return false
      await element.click({ count: 3 })
      await element.type(text)
      return true
    },
    place: async (wanted) => (await page.evaluate(positionExpression(wanted))) as string | null,
    keys: (text) => page.keyboard.type(text),
    evaluate: (expression) => page.evaluate(expression),
    problems: () => problems,
    picture: async (path) => void (await page.screenshot({ path: path as `${string}.png` })),
    close: () => browser.close(),
  }
}
