import type { OpenSocket, SocketListener } from './live-connection'
import type { PageEnvironment, PageEvent } from './page-environment'

/** Creates a page environment in which a test sets the connection and the visibility. */
export function fakePageEnvironment() {
  const listeners = new Set<(event: PageEvent) => void>()
  let online = true
  let visible = true
  const happen = (event: PageEvent) => {
    if (event === 'online' || event === 'offline') online = event === 'online'
    if (event === 'shown' || event === 'hidden') visible = event === 'shown'
    for (const listener of listeners) listener(event)
  }
  const environment: PageEnvironment = {
    isOnline: () => online,
    isVisible: () => visible,
    watch: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  return { environment, happen, watched: () => listeners.size }
}

/** Creates sockets whose events a test sends. The last one is the current one. */
export function fakeSockets<Change>() {
  const opened: { listener: SocketListener<Change>; closed: boolean }[] = []
  let refuse = false
  const open: OpenSocket<Change> = async (listener) => {
    const socket = { listener, closed: false }
    opened.push(socket)
    if (refuse) throw new Error('refused')
    return {
      close: () => {
        socket.closed = true
      },
    }
  }
  const last = () => {
    const socket = opened.at(-1)
    if (!socket) throw new Error('No socket was opened')
    return socket
  }
  return {
    open,
    opened,
    last,
    refuse: (now: boolean) => {
      refuse = now
    },
  }
}
