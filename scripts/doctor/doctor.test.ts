import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { readConfig } from '../../supabase/local/src/config'
import { compareAddresses, compareSettings, ownersAuth, publicAuth } from './auth'
import { compareLists, differs, failed, isRed, ok, report, unknown } from './finding'

const { auth } = readConfig(fileURLToPath(new URL('../../supabase/config.toml', import.meta.url)))

describe('report of the doctor', () => {
  test('the report shows each finding on a line and counts the findings', () => {
    const findings = [
      ok('a', 'fine'),
      differs('longer', 'not fine'),
      failed('c', 'no answer'),
      unknown('b', 'no key'),
    ]
    expect(report(findings)).toBe(
      [
        'ok       a       fine',
        'differs  longer  not fine',
        'failed   c       no answer',
        'unknown  b       no key',
        '',
        '1 ok, 1 differ, 1 failed, 1 unknown',
        'What is unknown was not checked. Set what is named above to check it.',
      ].join('\n'),
    )
    expect(report([ok('a', 'fine')])).toBe(
      'ok       a  fine\n\n1 ok, 0 differ, 0 failed, 0 unknown',
    )
  })

  test('the report is red for differences and failed checks, but not for missing keys', () => {
    expect(isRed([ok('a', ''), unknown('b', '')])).toBe(false)
    expect(isRed([ok('a', ''), differs('b', '')])).toBe(true)
    expect(isRed([ok('a', ''), failed('b', '')])).toBe(true)
  })

  test('the report distinguishes missing and additional entries, and shortens long lists', () => {
    expect(compareLists('x', ['a', 'b'], ['b', 'a'])).toEqual(ok('x', '2 as expected'))
    expect(compareLists('x', ['a', 'b'], ['b', 'c'])).toEqual(
      differs('x', 'missing: a. not expected: c'),
    )
    const many = Array.from({ length: 8 }, (_, i) => `r${i}`)
    expect(compareLists('x', [], many).text).toBe('not expected: r0; r1; r2; r3; r4 and 3 more')
  })
})

describe('comparing the settings of Auth', () => {
  const good = {
    disable_signup: false,
    mailer_autoconfirm: false,
    external: { email: true, anonymous_users: false, phone: false },
  }

  test('settings of Auth without differences are reported in one line', () => {
    expect(compareSettings('auth', publicAuth(auth), good)).toEqual([ok('auth', '5 as expected')])
  })

  test('each setting of Auth that lets strangers in is reported', () => {
    const open = { ...good, mailer_autoconfirm: true, external: { ...good.external, phone: true } }
    expect(compareSettings('auth', publicAuth(auth), open)).toEqual([
      differs('auth', 'mailer_autoconfirm is true, expected false'),
      differs('auth', 'external.phone is true, expected false'),
    ])
    expect(compareSettings('auth', publicAuth(auth), null)).toHaveLength(5)
  })

  test("the owner's settings of Auth must have the hook and the second factor", () => {
    expect(ownersAuth(auth)).toMatchObject({
      hook_before_user_created_enabled: true,
      hook_before_user_created_uri: 'pg-functions://postgres/public/before_user_created',
      mfa_totp_verify_enabled: true,
      mailer_autoconfirm: false,
    })
  })

  const site = 'https://learn.example.org'
  const hosted = { siteUrl: site, redirectUrls: [`${site}/login`, `${site}/reset-password`] }

  test.each([
    ['http://localhost:3000', '', 'differs'],
    [undefined, '', 'differs'],
    [site, `${site}/login`, 'differs'],
    [site, `${site}/login,${site}/reset-password,${site}/**`, 'differs'],
    [site, '**', 'differs'],
    [site, `${site}/reset-password, ${site}/login`, 'ok'],
  ])(
    'the doctor finds that mail links of a project at %s with redirects to "%s" are: %s',
    (site_url, uri_allow_list, state) => {
      expect(compareAddresses('mails', hosted, { site_url, uri_allow_list }).state).toBe(state)
    },
  )

  test('the doctor reports that mails of a project without its own block would link to this machine', () => {
    expect(compareAddresses('mails', auth, { site_url: site, uri_allow_list: '' })).toEqual(
      differs(
        'mails',
        'a push of config.toml would lead them to http://localhost:4300: set SITE_URL to the address of the product',
      ),
    )
  })
})
