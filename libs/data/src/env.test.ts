import { expect, it } from 'vitest'
import { dataProject } from './env'

it('uses the project in the two build settings, or this origin if they are missing', () => {
  const settings = { VITE_SUPABASE_URL: 'https://x.supabase.co', VITE_SUPABASE_KEY: 'k' }
  expect(dataProject(settings, 'http://here')).toEqual({ url: 'https://x.supabase.co', key: 'k' })
  expect(dataProject({ VITE_SUPABASE_URL: '' }, 'http://here').url).toBe('http://here')
})
