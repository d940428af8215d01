import { expect, test } from 'vitest'
import { proxyFor } from './proxied-get'

test.each<[string | undefined, Record<string, string>]>([
  [undefined, {}],
  ['http://proxy:3128/', { HTTPS_PROXY: 'http://proxy:3128' }],
  ['http://proxy:3128/', { https_proxy: 'proxy:3128', HTTPS_PROXY: 'http://other' }],
  [undefined, { HTTP_PROXY: 'http://proxy' }],
  [undefined, { HTTPS_PROXY: 'http://proxy', NO_PROXY: '*' }],
  [undefined, { HTTPS_PROXY: 'http://proxy', NO_PROXY: 'localhost, .example.org' }],
  [undefined, { HTTPS_PROXY: 'http://proxy', no_proxy: 'files.example.org:8443' }],
  ['http://proxy/', { HTTPS_PROXY: 'http://proxy', NO_PROXY: 'example.com,les.example.org,:8443' }],
])('%s is the proxy by %j', (proxy, env) => {
  expect(proxyFor(new URL('https://files.example.org:8443/a'), env)?.href).toBe(proxy)
})

test('a proxy that is no address is reported', () => {
  const find = (https_proxy: string) => () =>
    proxyFor(new URL('https://a.example'), { https_proxy })
  for (const value of ['socks5://proxy:1080', 'http://'])
    expect(find(value)).toThrow('is no address')
})
