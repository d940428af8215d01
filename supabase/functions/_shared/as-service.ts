// This file uses neither Deno nor Node, because the edge functions and the embedded backend both run it.

export interface ServiceOptions {
  /** Address of the REST API, without a slash at the end. */
  restUrl: string
  /** The key of the service role. The database decides by the secret that the caller sends, not by a session. */
  serviceKey: string
  log: (line: string) => void
  /** Aborts the request. */
  signal?: AbortSignal
}

/** The form of a secret of 32 bytes in an address. */
export const SECRET_PATTERN = /^[0-9a-f]{64}$/

/**
 * Calls a database function as the service role.
 * @returns its answer; null for an empty one
 * @throws if the API does not answer, or refuses
 */
export async function askAsService(
  { restUrl, serviceKey, signal }: Omit<ServiceOptions, 'log'>,
  name: string,
  args: object,
): Promise<unknown> {
  const answer = await fetch(`${restUrl}/rpc/${name}`, {
    method: 'POST',
    headers: {
      apikey: serviceKey,
      authorization: `Bearer ${serviceKey}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify(args),
    ...(signal ? { signal } : {}),
  })
  if (!answer.ok) {
    await answer.body?.cancel()
    throw new Error(`${name}() answered ${answer.status}`)
  }
  const text = await answer.text()
  return text === '' ? null : JSON.parse(text)
}
