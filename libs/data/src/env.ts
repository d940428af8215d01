/** The local key in the documentation of the Supabase CLI. Hosted projects do not accept it. */
const LOCAL_KEY =
  'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJpc3MiOiJzdXBhYmFzZS1kZW1vIiwicm9sZSI6ImFub24iLCJleHAiOjE5ODM4MTI5OTZ9.CRXP1A7WOeoJeXxjNni43kdQwgnWNReilDMblYTn_I0'

export interface DataEnv {
  VITE_SUPABASE_URL?: string
  VITE_SUPABASE_KEY?: string
}

/**
 * Returns the project that a bundle uses: that in the two build settings (rules/data#one-project), otherwise the origin
 * that served the bundle, with the local key.
 */
export function dataProject(env: DataEnv, origin: string): { url: string; key: string } {
  return {
    url: env.VITE_SUPABASE_URL || origin,
    key: env.VITE_SUPABASE_KEY || LOCAL_KEY,
  }
}
