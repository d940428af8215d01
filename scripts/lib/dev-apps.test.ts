import { PAGE_HEADER } from '@rookies/data/exercises/page/policy'
import { RUNNER_HEADER } from '@rookies/data/exercises/runner/policy'
import { expect, test } from 'vitest'
import { serveApps } from '../../supabase/local/src/testing/apps-server'
import { rawRequest } from '../../supabase/local/src/testing/raw-request'
import { openDevApps } from './dev-apps'

test('during development the product answers its own hosts alone, and those that are configured', async () => {
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
})

test('during development the document that runs code has its own policy too', async () => {
  const port = await serveApps(await openDevApps())
  const { status, headers, body } = await rawRequest(port, '/runner.html')
  expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
  expect(headers['content-security-policy']).toBe(RUNNER_HEADER)
  expect(String(body)).toContain('const WORKER = "')
  // A script of its own would be cut short by the first end tag in it.
  expect(String(body).match(/<\/script/g)).toHaveLength(1)
})

test('during development the document that shows pages has its own policy too', async () => {
  const port = await serveApps(await openDevApps())
  const { status, headers, body } = await rawRequest(port, '/page.html')
  expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
  expect(headers['content-security-policy']).toBe(PAGE_HEADER)
  // A script of its own would be cut short by a tag in it.
  expect(String(body).match(/<\/?script|<!--/g)).toHaveLength(2)
})
