export type RestConfig = {
  databaseUrl: string
  jwtSecret: string
  schemas: string[]
  extraSearchPath: string[]
  maxRows: number
  /** The public address for the API's description: `http://localhost:4300/rest/v1`. */
  publicUrl: string
  port: number
  adminPort: number
}

/** Returns PostgREST's configuration file: the settings of a hosted project, on loopback. */
export function restConfigText(config: RestConfig): string {
  const settings: Record<string, string | number | boolean> = {
    'db-uri': config.databaseUrl,
    'db-schemas': config.schemas.join(','),
    'db-extra-search-path': config.extraSearchPath.join(','),
    'db-anon-role': 'anon',
    'db-max-rows': config.maxRows,
    // Enough for ten people, each with the two slots that the gateway gives at first.
    'db-pool': 20,
    'db-channel-enabled': true,
    'db-aggregates-enabled': false,
    'jwt-secret': config.jwtSecret,
    'server-host': '127.0.0.1',
    'server-port': config.port,
    'admin-server-port': config.adminPort,
    // Without this, the description of the API would contain the internal port.
    'openapi-server-proxy-uri': config.publicUrl,
    'log-level': 'error',
  }
  const lines = Object.entries(settings).map(([key, value]) => `${key} = ${JSON.stringify(value)}`)
  return `${lines.join('\n')}\n`
}
