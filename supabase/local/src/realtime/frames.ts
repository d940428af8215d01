import { isObject } from '../auth/body'

/** The two versions of the protocol: messages as objects, and as arrays. */
export const versions = ['1.0.0', '2.0.0'] as const
export type Version = (typeof versions)[number]

export type Payload = Record<string, unknown>

/** A message of a client. `joinRef` names the join to which it belongs. */
export type Message = {
  joinRef: string | null
  ref: string | null
  topic: string
  event: string
  payload: Payload
}

/**
 * Reads a message of a client. Binary messages are broadcasts of the second version, of which only the
 * address is read.
 *
 * @returns undefined for an invalid message
 */
export function readMessage(
  data: Buffer,
  isBinary: boolean,
  version: Version,
): Message | undefined {
  if (isBinary) return version === '2.0.0' ? readBroadcast(data) : undefined
  let parsed: unknown
  try {
    parsed = JSON.parse(data.toString())
  } catch {
    return undefined
  }
  const [joinRef, ref, topic, event, payload] = fieldsOf(parsed, version)
  if (typeof topic !== 'string' || typeof event !== 'string') return undefined
  if (!isRef(joinRef) || !isRef(ref)) return undefined
  return {
    joinRef: joinRef ?? null,
    ref: ref ?? null,
    topic,
    event,
    payload: isObject(payload) ? payload : {},
  }
}

function fieldsOf(parsed: unknown, version: Version): unknown[] {
  if (version === '2.0.0') return Array.isArray(parsed) ? parsed : []
  if (!isObject(parsed)) return []
  return [parsed.join_ref, parsed.ref, parsed.topic, parsed.event, parsed.payload]
}

function isRef(value: unknown): value is string | null | undefined {
  return value === undefined || value === null || (typeof value === 'string' && value.length < 100)
}

const broadcastKind = 3

/** The bytes are: kind, five lengths, encoding, then join ref, ref, topic, event, metadata and payload. */
function readBroadcast(data: Buffer): Message | undefined {
  const [kind, joinRefLength = 0, refLength = 0, topicLength = 0] = data
  const start = 7
  if (kind !== broadcastKind || data.length < start + joinRefLength + refLength + topicLength) {
    return undefined
  }
  const text = (from: number, length: number) => data.toString('latin1', from, from + length)
  return {
    joinRef: text(start, joinRefLength) || null,
    ref: text(start + joinRefLength, refLength) || null,
    topic: text(start + joinRefLength + refLength, topicLength),
    event: 'broadcast',
    payload: {},
  }
}

/** The recipient of a message; `ref` is the message that it answers, if any. */
export type Address = { topic: string; joinRef: string | null; ref?: string | null }

/** Returns a message to a client. @param payload JSON */
export function writeMessage(
  version: Version,
  { topic, joinRef, ref = null }: Address,
  event: string,
  payload: string,
): string {
  if (version === '2.0.0') {
    return `[${JSON.stringify(joinRef)},${JSON.stringify(ref)},${JSON.stringify(topic)},${JSON.stringify(event)},${payload}]`
  }
  return `{"topic":${JSON.stringify(topic)},"event":${JSON.stringify(event)},"payload":${payload},"ref":${JSON.stringify(ref)}}`
}
