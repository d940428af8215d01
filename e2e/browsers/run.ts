import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { startProduct } from '../support/product'
import { origin, World } from '../support/world'
import { type Driver, Visit } from './browser'
import { openFirefox } from './firefox'
import {
  administratorJourney,
  exerciseJourney,
  learnerJourney,
  pageCheckJourney,
  pageJourney,
  pageNetworkJourney,
} from './journeys'
import { openWebKit } from './webkit'

// Runs the main tests of a learner and of an administrator, of an exercise and of a page in browsers that `npm test`
// does not use. `npm run browsers -- page` runs the tests whose name contains this word.

interface Browser {
  name: 'Firefox' | 'WebKit'
  /** The programs that the browser needs, and the Debian packages that contain them. */
  needs: { path: string; from: string }[]
  open: () => Promise<Driver>
}

const at = (variable: string, ...usual: string[]) =>
  process.env[variable] ?? usual.find(existsSync) ?? usual[0] ?? ''

const firefox = at('FIREFOX', '/usr/bin/firefox-esr', '/usr/bin/firefox')
const webKitDriver = at('WEBKIT_DRIVER', '/usr/bin/WebKitWebDriver')
const webKit = at(
  'WEBKIT',
  '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser',
  '/usr/lib/aarch64-linux-gnu/webkit2gtk-4.1/MiniBrowser',
)
/** WebKit needs a display; if there is none, a virtual display is started. */
const screen = process.env.DISPLAY ? [] : ['/usr/bin/xvfb-run', '-a']

const BROWSERS: Browser[] = [
  {
    name: 'Firefox',
    needs: [{ path: firefox, from: 'firefox-esr' }],
    open: () => openFirefox(firefox),
  },
  {
    name: 'WebKit',
    needs: [
      { path: webKitDriver, from: 'webkit2gtk-driver' },
      { path: webKit, from: 'webkit2gtk-driver' },
      ...screen.slice(0, 1).map((path) => ({ path, from: 'xvfb xauth' })),
    ],
    open: () => openWebKit([...screen, webKitDriver], webKit),
  },
]

const WAYS = {
  'a learner’s way': learnerJourney,
  'an administrator’s way': administratorJourney,
  'an exercise’s way': exerciseJourney,
  'a page’s way': pageJourney,
  'the way of a page’s checks': pageCheckJourney,
  'a page’s ways to the network': pageNetworkJourney,
}
const [, , word = ''] = process.argv

/** Problems in the browser that a test causes on purpose. */
const CAUSED: Record<string, RegExp> = {
  'the way of a page’s checks': /did not finish|Content.Security.Policy/,
  // The browser refuses all these requests, and reports each of them.
  'a page’s ways to the network': /./,
}

const PICTURES = 'test-results/browsers/'
await mkdir(PICTURES, { recursive: true })
const product = await startProduct()
const world = new World()
let failed = false
try {
  for (const browser of BROWSERS) {
    const missing = browser.needs.find(({ path }) => !existsSync(path))
    if (missing) {
      console.log(`✘ ${browser.name} is not here: apt-get install ${missing.from}`)
      failed = true
      continue
    }
    for (const [name, way] of Object.entries(WAYS)) {
      if (!name.includes(word)) continue
      const begun = Date.now()
      const picture = `${PICTURES}${browser.name} - ${name}.png`
      const driver = await browser.open()
      try {
        await way(new Visit(driver, origin()), world, browser.name)
        const problems = driver.problems().filter((problem) => !CAUSED[name]?.test(problem))
        if (problems.length > 0) throw new Error(problems.join('\n  '))
        console.log(`✓ ${browser.name}, ${name}, ${Math.round((Date.now() - begun) / 1000)} s`)
      } catch (error) {
        failed = true
        console.log(`✘ ${browser.name}, ${name}: ${String(error)}`)
        console.log(`  at ${await driver.address().catch(() => 'no page')}`)
        await driver.picture(picture).then(
          () => console.log(`  drawn in ${picture}`),
          () => {},
        )
      } finally {
        await driver.close()
      }
    }
  }
} finally {
  await world.close()
  await product.stop()
}
process.exit(failed ? 1 : 0)
