import type { Duplex } from 'node:stream'
import type { RawData, WebSocket } from 'ws'
import { errorMessage } from '../plain-error'
import { type Channel, joinChannel, RefusedJoin, type Service } from './channel'
import { type Message, readMessage, type Version, writeMessage } from './frames'
import { createMeter, type Limits } from './limits'
import { createThrottle } from './throttle'

/** A connected client. */
export type Client = {
  /** Disconnects the client if it was silent for too long. */
  checkSilence(): void
  /** Closes the connection, and disconnects a client that does not answer. */
  goodbye(): void
}

/** WebSocket close codes. */
const goingAway = 1001
const notUnderstood = 1007
const against = 1008

/** Speaks the protocol of Phoenix channels with one client, as `@supabase/realtime-js` expects it. */
export function serveClient(
  socket: WebSocket,
  options: {
    apiKey: string
    address: string | undefined
    connection: Duplex
    version: Version
    limits: Limits
    service: Service
  },
): Client {
  const { apiKey, address, connection, version, limits, service } = options
  const channels = new Map<string, { joinRef: string | null; channel: Channel }>()
  const mayTalk = createMeter(limits.messagesPerSecond)
  const mayJoin = createMeter(limits.joinsPerSecond)
  const throttle = createThrottle<string>({
    perSecond: limits.eventsPerSecond,
    waiting: limits.waitingEvents,
    write: send,
    // As on a hosted project, only the log mentions dropped messages.
    dropping: (topic) =>
      service.log(
        `MessagePerSecondRateLimitReached: Too many postgres changes messages per second (${topic})`,
      ),
  })
  let lastHeard = Date.now()
  /** Messages are handled one after the other. */
  let busy = Promise.resolve()

  function send(text: string): void {
    if (socket.readyState !== socket.OPEN) return
    // A client that does not read is disconnected, before its messages fill the memory.
    if (socket.bufferedAmount > limits.unreadBytes) socket.terminate()
    else socket.send(text)
  }

  function reply(message: Message, status: 'ok' | 'error', response: object): void {
    const { topic, ref } = message
    const joinRef = message.event === 'phx_join' ? ref : message.joinRef
    const payload = JSON.stringify({ status, response })
    send(writeMessage(version, { topic, joinRef, ref }, 'phx_reply', payload))
  }

  async function answer(message: Message): Promise<void> {
    const { topic, event } = message
    if (event === 'phx_join') return join(message)
    const joined = channels.get(topic)
    if (!joined) return reply(message, 'error', { reason: 'unmatched topic' })
    // The message belongs to an earlier join.
    if (message.joinRef !== null && message.joinRef !== joined.joinRef) return
    if (event === 'phx_leave') {
      leave(topic)
      reply(message, 'ok', {})
      const { joinRef } = joined
      send(writeMessage(version, { topic, joinRef, ref: joinRef }, 'phx_close', '{}'))
    } else if (event === 'access_token') {
      await joined.channel.renew(message.payload)
    } else if (event === 'broadcast' || event === 'presence') {
      reply(message, 'error', { reason: `The embedded backend offers no ${event}` })
    }
  }

  function leave(topic: string): void {
    const joined = channels.get(topic)
    channels.delete(topic)
    throttle.drop(topic)
    joined?.channel.end()
  }

  async function join(message: Message): Promise<void> {
    const { topic, ref: joinRef } = message
    const refuse = (reason: string) => reply(message, 'error', { reason })
    if (!topic.startsWith('realtime:')) return refuse('unmatched topic')
    if (topic === 'realtime:') {
      return refuse('TopicNameRequired: You must provide a topic name')
    }
    const before = channels.get(topic)
    if (before) {
      leave(topic)
      const address = { topic, joinRef: before.joinRef, ref: before.joinRef }
      send(writeMessage(version, address, 'phx_close', '{}'))
    }
    if (!mayJoin()) {
      refuse('ClientJoinRateLimitReached: Too many joins per second')
      return socket.close(against, 'Too many joins per second')
    }
    if (channels.size >= limits.channelsPerClient) {
      return refuse('ChannelRateLimitReached: Too many channels')
    }
    const wire = {
      apiKey,
      address,
      socket: connection,
      subscriptionsPerChannel: limits.subscriptionsPerChannel,
      write(event: string, payload: string) {
        const ref = event.startsWith('phx_') ? joinRef : null
        send(writeMessage(version, { topic, joinRef, ref }, event, payload))
      },
      throttled: (event: string, payload: string) =>
        throttle.send(topic, writeMessage(version, { topic, joinRef }, event, payload)),
      gone: () => {
        channels.delete(topic)
        throttle.drop(topic)
      },
    }
    try {
      const { channel, reply: response, announce } = await joinChannel(message, wire, service)
      if (socket.readyState !== socket.OPEN) return channel.end()
      channels.set(topic, { joinRef, channel })
      reply(message, 'ok', response)
      announce()
    } catch (error) {
      if (!(error instanceof RefusedJoin)) throw error
      refuse(error.message)
    }
  }

  socket.on('message', (data: RawData, isBinary: boolean) => {
    lastHeard = Date.now()
    if (socket.readyState !== socket.OPEN) return
    if (!mayTalk()) return socket.close(against, 'Too many messages per second')
    const message = readMessage(bufferOf(data), isBinary, version)
    if (!message) return socket.close(notUnderstood, 'Not a message of this protocol')
    // Heartbeats are answered at once, so that a client that waits for another answer does not take the
    // connection for dead.
    if (message.topic === 'phoenix') return reply(message, 'ok', {})
    busy = busy
      .then(() => answer(message))
      .catch((error: unknown) => {
        service.log(`Realtime, ${message.event}: ${errorMessage(error)}`)
        socket.close(1011, 'Unexpected failure')
      })
  })
  socket.on('close', () => {
    throttle.close()
    for (const topic of [...channels.keys()]) leave(topic)
  })
  // An error of the connection is followed by 'close'.
  socket.on('error', () => {})

  return {
    checkSilence() {
      if (Date.now() - lastHeard > limits.silence) socket.terminate()
    },
    goodbye() {
      socket.close(goingAway, 'The backend stops')
      const cut = setTimeout(() => socket.terminate(), 1_000)
      socket.once('close', () => clearTimeout(cut))
    },
  }
}

function bufferOf(data: RawData): Buffer {
  if (Array.isArray(data)) return Buffer.concat(data)
  return Buffer.isBuffer(data) ? data : Buffer.from(data)
}
