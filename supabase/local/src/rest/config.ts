export type RestConfig = {
  databaseUrl: string
  jwtSecret: string
  schemas: string[]
  extraSearchPath: string[]
  maxRows: number
  /** Where callers reach it, for the description of the API: `http://localhost:4300/rest/v1`. */
  publicUrl: string
  port: number
  adminPort: number
}

/** PostgREST's configuration file for this backend: what a hosted project has, on loopback. */
export function restConfigText(config: RestConfig): string {
  const settings: Record<string, string | number | boolean> = {
    'db-uri': config.databaseUrl,
    'db-schemas': config.schemas.join(','),
    'db-extra-search-path': config.extraSearchPath.join(','),
    'db-anon-role': 'anon',
    'db-max-rows': config.maxRows,
    // Ten people with the two turns that the gateway gives everybody at first.
    'db-pool': 20,
    'db-channel-enabled': true,
    'db-aggregates-enabled': false,
    'jwt-secret': config.jwtSecret,
    'server-host': '127.0.0.1',
    'server-port': config.port,
    'admin-server-port': config.adminPort,
    // Else the description of the API shows the port above, which callers need not know.
    'openapi-server-proxy-uri': config.publicUrl,
    'log-level': 'error',
  }
  const lines = Object.entries(settings).map(([key, value]) => `${key} = ${JSON.stringify(value)}`)
  return `${lines.join('\n')}\n`
}
