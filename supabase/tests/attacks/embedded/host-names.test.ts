import { networkInterfaces } from 'node:os'
import { expect, test } from 'vitest'
import { rawRequest } from '../../../local/src/testing/raw-request'
import { project } from '../../wire/project'

const { port } = new URL(project.url)
const service = { apikey: project.serviceKey, authorization: `Bearer ${project.serviceKey}` }
const path = '/rest/v1/profiles?select=email&limit=1'
const ask = (headers: Record<string, string>, where = path) =>
  rawRequest(Number(port), where, { headers })

test('the secret key works under the name of this machine, as the other tests assume', async () => {
  for (const host of [`localhost:${port}`, `127.0.0.1:${port}`, `[::1]:${port}`]) {
    expect((await ask({ ...service, host })).status, host).toBe(200)
  }
})

test('the public keys work under no other host name', async () => {
  for (const host of [
    'evil.example',
    `evil.example:${port}`,
    `localhost.evil.example:${port}`,
    `evil-localhost:${port}`,
    `127.0.0.1.nip.io:${port}`,
    `localhost@evil.example:${port}`,
    `127.0.0.2:${port}`,
    '0.0.0.0',
    '0',
    '2130706433',
    'localhost.',
    'localhost:80:80',
    '',
  ]) {
    for (const keys of [service, { apikey: project.anonKey }]) {
      for (const where of [path, '/auth/v1/settings', '/_mail.json']) {
        const { status, body } = await ask({ ...keys, host }, where)
        expect([400, 403], `${host} ${where}`).toContain(status)
        expect(body.toString()).not.toContain('@')
      }
    }
  }
})

test('the policy of a page contains no other host, whatever the request names', async () => {
  for (const host of [
    [`localhost:${port}`, 'evil.example'],
    ['evil.example', `localhost:${port}`],
    `localhost:${port}, evil.example`,
  ]) {
    for (const where of ['/', '/login', '/admin', '/moderator/members']) {
      const { status, headers } = await rawRequest(Number(port), where, { headers: { host } })
      expect([400, 403], `${host} ${where}`).toContain(status)
      expect(JSON.stringify(headers)).not.toContain('evil')
    }
  }
})

test('a caller cannot set another host or address through headers', async () => {
  const claims = {
    forwarded: 'host=localhost;for=127.0.0.1',
    'x-forwarded-host': `localhost:${port}`,
    'x-forwarded-for': '127.0.0.1',
    'x-real-ip': '127.0.0.1',
    'x-original-host': 'localhost',
  }
  expect((await ask({ ...service, ...claims, host: 'evil.example' })).status).toBe(403)
})

test('a page from another origin cannot use the keys through a visitor’s browser', async () => {
  for (const origin of [
    'https://evil.example',
    'http://localhost.evil.example',
    `http://evil.example:${port}`,
    'null',
    'file://',
  ]) {
    expect((await ask({ ...service, origin })).status, origin).toBe(403)
    const preflight = await rawRequest(Number(port), path, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'GET' },
    })
    expect(preflight.headers['access-control-allow-origin'], origin).toBeUndefined()
  }
})

test('another spelling of the path does not bypass the check', async () => {
  for (const where of [
    '//rest/v1/profiles',
    '/rest//v1/profiles',
    '/rest/v1/../v1/profiles',
    '/rest/v1/..%2f..%2frest/v1/profiles',
    '/REST/V1/profiles',
    '/rest/v1%00/profiles',
    'http://127.0.0.1/rest/v1/profiles',
  ]) {
    const { body } = await ask({ host: `localhost:${port}` }, where)
    expect(body.toString(), where).not.toContain('"email"')
  }
})

test('the gateway listens on this machine only', async () => {
  const addresses = Object.values(networkInterfaces())
    .flatMap((list) => list ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
  for (const { address } of addresses) {
    await expect(
      rawRequest(Number(port), '/health', { address, headers: { host: `localhost:${port}` } }),
    ).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  }
})
