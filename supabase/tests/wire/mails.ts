import { raw } from './rest'

/** Returns the text and the links of the newest mail to an email; throws if there is none. */
export async function lastMailTo(address: string): Promise<string> {
  const { body } = await raw(`/_mail.json?to=${encodeURIComponent(address)}`)
  const newest: unknown = Array.isArray(body) ? body[0] : undefined
  if (newest === undefined) throw new Error(`nothing was sent to ${address}`)
  return JSON.stringify(newest)
}
