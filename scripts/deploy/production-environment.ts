import { PlainError } from '../../supabase/local/src/plain-error'
import { readSettings, SETTINGS_FILE } from './settings'
import { openTarget, type Target } from './target'

/** Returns the environment in which other commands work on the project. */
export async function environmentOf(target: Target): Promise<NodeJS.ProcessEnv> {
  const { SUPABASE_ACCESS_TOKEN, SUPABASE_PROJECT_REF, SUPABASE_API_URL, SITE_URL } =
    target.settings
  return {
    SUPABASE_ACCESS_TOKEN,
    SUPABASE_PROJECT_REF,
    SUPABASE_API_URL,
    SITE_URL,
    DATABASE_URL: await target.databaseUrl(),
    VITE_SUPABASE_URL: target.url,
    VITE_SUPABASE_KEY: await target.publishableKey(),
  }
}

/**
 * Returns the same environment for the project that the variables and the settings file name.
 * @throws PlainError if settings are missing, or the project cannot be asked
 */
export async function productionEnvironment(
  env: NodeJS.ProcessEnv,
  file: string,
): Promise<NodeJS.ProcessEnv> {
  const { settings, lacks } = readSettings(env, file)
  if (lacks.length > 0)
    throw new PlainError(`${SETTINGS_FILE}:\n${lacks.join('\n')}\nSee docs/deploy.md.`)
  const target = openTarget(settings, env)
  try {
    return await environmentOf(target)
  } finally {
    target.close()
  }
}
