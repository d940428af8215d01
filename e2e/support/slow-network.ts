import type { Page } from '@playwright/test'

/** Limits the network of a page to 9 Mbit/s with a round trip of 100 ms, like on a train. */
export async function slowNetwork(page: Page): Promise<void> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Network.enable')
  const bytesPerSecond = 9_000_000 / 8
  await cdp.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 100,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  })
}
