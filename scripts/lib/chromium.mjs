import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import process from 'node:process'
import { installWithApt, runInstaller } from './apt.mjs'
import { commandLine } from './command-line.mjs'

// The headless shell comes first: it needs a quarter less of the machine, because it draws no window.
const places = {
  linux: [
    '/usr/bin/chromium-headless-shell',
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    '/usr/bin/google-chrome-stable',
    '/snap/bin/chromium',
  ],
  darwin: [
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  ],
  win32: [
    'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
    'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
  ],
}

/** Returns Playwright's own browser, if it was downloaded. */
function playwrightsOwn() {
  try {
    const { chromium } = createRequire(import.meta.url)('@playwright/test')
    return chromium.executablePath()
  } catch {
    return undefined
  }
}

function installed() {
  return [process.env.CHROMIUM, ...(places[process.platform] ?? []), playwrightsOwn()].find(
    (path) => path && existsSync(path),
  )
}

/** Installs the package of Debian or Ubuntu if this process may do that, and otherwise Playwright's download. */
function install() {
  if (installWithApt(['chromium-headless-shell', 'chromium'])) return
  runInstaller(...commandLine('playwright', ['install', 'chromium']), 10)
}

/**
 * Returns the path of a Chromium for the browser journeys: the variable CHROMIUM, an installed browser, Playwright's
 * own, or one that is installed now. Throws an Error with what to do if there is none.
 */
export function findChromium() {
  if (process.env.CHROMIUM && !existsSync(process.env.CHROMIUM)) {
    throw new Error(`CHROMIUM names ${process.env.CHROMIUM}, which does not exist.`)
  }
  const found = installed()
  if (found) return found
  console.log('No Chromium found: installing one for the browser journeys.')
  install()
  const now = installed()
  if (now) return now
  throw new Error(
    'No Chromium could be found or installed. Install one (on Debian: apt-get install chromium) or name it: CHROMIUM=/path/to/chromium npm test',
  )
}
