// Edge function: signs the addresses of lessons' files (rules/files#fetch). Every project sets SUPABASE_URL,
// SUPABASE_ANON_KEY and SUPABASE_SERVICE_ROLE_KEY.
import { serveCall, setting } from '../_shared/serve.ts'
import { signFiles } from './sign-files.ts'

serveCall((body, caller) =>
  signFiles(body, {
    ...caller,
    restUrl: `${setting('SUPABASE_URL')}/rest/v1`,
    storageUrl: `${setting('SUPABASE_URL')}/storage/v1`,
    serviceKey: setting('SUPABASE_SERVICE_ROLE_KEY'),
    log: (line) => console.error(line),
  }),
)
