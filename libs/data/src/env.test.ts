import { expect, it } from 'vitest'
import { dataProject } from './env'

it('uses the two settings of the build, or this origin without them', () => {
  const settings = { VITE_SUPABASE_URL: 'https://x.supabase.co', VITE_SUPABASE_KEY: 'k' }
  expect(dataProject(settings, 'http://here')).toEqual({ url: 'https://x.supabase.co', key: 'k' })
  expect(dataProject({ VITE_SUPABASE_URL: '' }, 'http://here').url).toBe('http://here')
})
