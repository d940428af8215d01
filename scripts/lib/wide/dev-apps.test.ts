import { PAGE_HEADER } from '@rookies/exercise-engine/page-policy'
import { RUNNER_HEADER } from '@rookies/exercise-engine/runner-policy'
import { expect, test } from 'vitest'
import { serveApps } from '../../../supabase/local/src/testing/apps-server'
import { rawRequest } from '../../../supabase/local/src/testing/raw-request'
import { openDevApps } from '../dev-apps'

test('during development, the product answers only its own and configured host names, and the documents that run code or show pages have their own policies', async () => {
  const hosts = ['demo.example.org']
  const port = await serveApps(await openDevApps(hosts), hosts)
  const statuses = (host: string | string[]) =>
    Promise.all(
      ['/', '/admin', '/@vite/client'].map(
        async (path) => (await rawRequest(port, path, { headers: { host } })).status,
      ),
    )
  for (const host of [`localhost:${port}`, '127.0.0.1:8080', '[::1]', 'demo.example.org']) {
    expect([host, ...(await statuses(host))]).toEqual([host, 200, 200, 200])
  }
  for (const host of ['evil.example', 'evil.localhost', '192.0.2.1', 'localhost.']) {
    expect([host, ...(await statuses(host))]).toEqual([host, 403, 403, 403])
  }
  expect(await statuses(['localhost', 'evil.example'])).toEqual([400, 400, 400])

  const documentAt = async (path: string) => {
    const { status, headers, body } = await rawRequest(port, path)
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    return { policy: headers['content-security-policy'], text: String(body) }
  }
  const runner = await documentAt('/runner.html')
  expect(runner.policy).toBe(RUNNER_HEADER)
  expect(runner.text).toContain('const WORKER = "')
  // The first `</script` in the document's script would end that script.
  expect(runner.text.match(/<\/script/g)).toHaveLength(1)
  const page = await documentAt('/page.html')
  expect(page.policy).toBe(PAGE_HEADER)
  // A tag or comment in the document's script would end that script.
  expect(page.text.match(/<\/?script|<!--/g)).toHaveLength(2)
})
