/** The key that the Supabase CLI documents for local use. It is valid on no other machine. */
const LOCAL_KEY =
  'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJpc3MiOiJzdXBhYmFzZS1kZW1vIiwicm9sZSI6ImFub24iLCJleHAiOjE5ODM4MTI5OTZ9.CRXP1A7WOeoJeXxjNni43kdQwgnWNReilDMblYTn_I0'

export interface DataEnv {
  VITE_SUPABASE_URL?: string
  VITE_SUPABASE_KEY?: string
}

/**
 * Returns the project of a bundle: from the two settings of the build (rules/data#one-project), or else the origin that
 * served it, with the local key.
 */
export function dataProject(env: DataEnv, origin: string): { url: string; key: string } {
  return {
    url: env.VITE_SUPABASE_URL || origin,
    key: env.VITE_SUPABASE_KEY || LOCAL_KEY,
  }
}
