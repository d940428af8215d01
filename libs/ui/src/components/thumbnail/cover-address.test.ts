import { afterEach, expect, test, vi } from 'vitest'
import { coverAddress } from './cover-address'

const COVER = 'covers/0b0c0d0e-0000-4000-8000-000000000001/tea.webp'

afterEach(() => vi.unstubAllEnvs())

test("an uploaded cover has an address in the project's storage", () => {
  vi.stubEnv('VITE_SUPABASE_URL', 'https://abc.supabase.co/')
  expect(coverAddress(COVER)).toBe(`https://abc.supabase.co/storage/v1/object/public/${COVER}`)
})

test('without a project the address is on the origin that served the page', () => {
  expect(coverAddress(COVER)).toBe(`/storage/v1/object/public/${COVER}`)
})

test.each(['https://example.org/covers/a.png', '/covers/a.png'])('%s stays as it is', (link) =>
  expect(coverAddress(link)).toBe(link),
)
