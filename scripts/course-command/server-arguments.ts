import { PlainError } from '../../supabase/local/src/plain-error'

/** The address of the server, and the account to sign in with. */
export interface ServerArguments {
  url: string
  key: string | undefined
  email: string | undefined
  password: string | undefined
}

const text = { type: 'string' } as const

/** Options for `parseArgs` that all commands about courses share. */
export const SERVER_OPTIONS = { url: text, key: text, email: text, password: text } as const

export const SERVER_USAGE = `  --url <address>       the server; http://localhost:4300 otherwise
  --key <key>           its publishable key, needed for other machines
  --email <address>     who signs in: an administrator or a creator
  --password <text>     better left to the prompt or to ROOKIES_PASSWORD

ROOKIES_EMAIL, ROOKIES_PASSWORD, VITE_SUPABASE_URL and VITE_SUPABASE_KEY can be set instead of the options.`

/** Reads the server and the account from the options and the environment. */
export function serverArguments(
  values: { [K in keyof typeof SERVER_OPTIONS]?: string | undefined },
  env: NodeJS.ProcessEnv,
): ServerArguments {
  return {
    url: values.url ?? (env.VITE_SUPABASE_URL || `http://localhost:${env.PORT || 4300}`),
    key: values.key ?? (env.VITE_SUPABASE_KEY || undefined),
    email: values.email ?? (env.ROOKIES_EMAIL || undefined),
    password: values.password ?? (env.ROOKIES_PASSWORD || undefined),
  }
}

/** Returns the result of `parse`. @throws PlainError with the usage if an option is unknown */
export function orUsage<T>(parse: () => T, usage: string): T {
  try {
    return parse()
  } catch (error) {
    const [said = ''] = error instanceof Error ? error.message.split('. ') : []
    throw new PlainError(`${said.replace(/\.$/, '')}.\n\n${usage}`)
  }
}

/** Returns the only folder in the arguments. @throws PlainError with the usage for none or several */
export function oneFolder(positionals: string[], none: string, usage: string): string {
  const [folder, ...more] = positionals
  if (folder === undefined || folder === '') throw new PlainError(`${none}\n\n${usage}`)
  if (more.length > 0) {
    throw new PlainError(
      `Name only one folder. Besides ${folder}, there is: ${more.join(' ')}\n\n${usage}`,
    )
  }
  return folder
}
