import { spawn } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { Builder, Capabilities, Key, WebElement } from 'selenium-webdriver'
import { freePort } from '../../supabase/local/src/free-port'
import type { Driver } from './browser'
import { findExpression, positionExpression, type WantedElement } from './in-page'

/** Controls WebKit by its own WebDriver, which `command` starts. WebKit does not report the console of a page. */
export async function openWebKit(command: string[], browserPath: string): Promise<Driver> {
  const port = await freePort()
  const [program = '', ...args] = [...command, `--port=${port}`]
  const service = spawn(program, args, { stdio: 'ignore', detached: true })
  const stop = () => {
    // Ends the process together with the processes that it started.
    if (service.pid !== undefined) process.kill(-service.pid)
  }
  try {
    await listening(port)
    return await connect(port, stop, browserPath)
  } catch (error) {
    stop()
    throw error
  }
}

async function listening(port: number): Promise<void> {
  for (let tries = 0; tries < 100; tries += 1) {
    const answer = await fetch(`http://127.0.0.1:${port}/status`).catch(() => null)
    if (answer?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('The driver of WebKit did not answer.')
}

async function connect(port: number, stop: () => void, binary: string): Promise<Driver> {
  const capabilities = new Capabilities({
    browserName: 'MiniBrowser',
    'webkitgtk:browserOptions': { binary, args: ['--automation'] },
  })
  const driver = await new Builder()
    .usingServer(`http://127.0.0.1:${port}`)
    .withCapabilities(capabilities)
    .build()
  await driver.manage().window().setRect({ x: 0, y: 0, width: 1280, height: 900 })
  const find = async (wanted: WantedElement): Promise<WebElement | null> => {
    const found: unknown = await driver.executeScript(`return ${findExpression(wanted)}`)
    return found instanceof WebElement ? found : null
  }

  return {
    goto: (url) => driver.get(url),
    address: () => driver.getCurrentUrl(),
    press: async (wanted) => {
      const element = await find(wanted)
      if (!element) return false
      // The driver itself brings an element to the edge of the window, where a bar can cover it.
      await driver.executeScript('arguments[0].scrollIntoView({ block: "nearest" })', element)
      await element.click()
      return true
    },
    type: async (wanted, text) => {
      const element = await find(wanted)
      if (!element) return false
      await element.clear()
      await element.sendKeys(text)
      return true
    },
    place: (wanted) => driver.executeScript(`return ${positionExpression(wanted)}`),
    keys: (text) => driver.switchTo().activeElement().sendKeys(text.replaceAll('\n', Key.ENTER)),
    evaluate: (expression) => driver.executeScript(`return ${expression}`),
    problems: () => [],
    picture: async (path) => writeFile(path, await driver.takeScreenshot(), 'base64'),
    close: async () => {
      try {
        await driver.quit()
      } finally {
        stop()
      }
    },
  }
}
