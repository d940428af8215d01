import { expect, onTestFinished } from 'vitest'
import { WebSocket } from 'ws'
import { localAnonKey } from '../gateway/local-keys'
import type { RealtimeServer } from './realtime-server'

export type Said = {
  joinRef: unknown
  ref: unknown
  topic: unknown
  event: unknown
  payload: Payload
}
type Payload = { status?: string; response?: { reason?: string }; message?: string }

/** Returns a client that sends exactly the given messages. */
export async function rawClient(
  server: RealtimeServer,
  options: { query?: string; headers?: Record<string, string> } = {},
) {
  const { query = `apikey=${localAnonKey}&vsn=2.0.0`, headers } = options
  const socket = new WebSocket(`ws://localhost:${server.port}/realtime/v1/websocket?${query}`, {
    headers,
  })
  const said: Said[] = []
  let code: number | undefined
  socket.on('message', (data: Buffer) => {
    const [joinRef, ref, topic, event, payload] = JSON.parse(data.toString())
    said.push({ joinRef, ref, topic, event, payload })
  })
  socket.on('close', (closeCode) => {
    code = closeCode
  })
  socket.on('error', () => {})
  onTestFinished(() => socket.terminate())
  await new Promise<void>((resolve, reject) => {
    socket.once('open', resolve)
    socket.once('unexpected-response', (_req, answer) => reject(new Error(`${answer.statusCode}`)))
    socket.once('error', reject)
  })
  const say = (...message: unknown[]) => socket.send(JSON.stringify(message))
  return {
    socket,
    said,
    say,
    code: () => code,
    join: (topic: string, payload: unknown, ref = '1') =>
      say(ref, ref, `realtime:${topic}`, 'phx_join', payload),
    async answerTo(ref: string): Promise<Payload> {
      await expect.poll(() => said.some((message) => message.ref === ref)).toBe(true)
      return said.find((message) => message.ref === ref)?.payload ?? {}
    },
  }
}
