import type { Deployment } from '../call'
import type { Stage } from '../stage'

/** Browsers request a manifest without a key and a token. */
export async function site(stage: Stage): Promise<Deployment[]> {
  const secrets = { ...stage.project, SITE_URL: 'https://rookies.example' }
  const path = '/app.webmanifest'
  const cors = { 'access-control-allow-origin': '*' }
  return [
    {
      title: 'site',
      secrets,
      calls: [
        {
          name: 'the manifest',
          method: 'GET',
          path,
          expected: {
            status: 200,
            headers: {
              ...cors,
              'content-type': 'application/manifest+json',
              'cache-control': 'public, max-age=300',
            },
            body: { name: 'Rookies', start_url: 'https://rookies.example/' },
          },
        },
        { name: 'its head', method: 'HEAD', path, expected: { status: 200, body: '' } },
        {
          name: 'another address',
          method: 'GET',
          path: '/a',
          expected: { status: 404, headers: cors, body: { code: 'NOT_FOUND' } },
        },
        {
          name: 'another method',
          path,
          body: 'x'.repeat(2_000_000),
          expected: { status: 405, headers: { allow: 'GET, HEAD' } },
        },
      ],
    },
    {
      title: 'site, while the API is down',
      secrets: { ...secrets, SUPABASE_URL: 'http://127.0.0.1:1' },
      calls: [
        {
          name: 'the manifest',
          method: 'GET',
          path,
          expected: { status: 502, body: { code: 'API_FAILED' } },
        },
      ],
    },
  ]
}
