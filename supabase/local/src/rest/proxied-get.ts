import { type IncomingMessage, request as overHttp } from 'node:http'
import { request as overHttps } from 'node:https'
import type { Socket } from 'node:net'
import { connect as overTls } from 'node:tls'
import { PlainError } from '../plain-error'

export type GetOptions = {
  headers?: Record<string, string>
  /** Names the proxy: HTTPS_PROXY, HTTP_PROXY and NO_PROXY, also in lower case. */
  env: NodeJS.ProcessEnv
  /** Milliseconds without a byte after which the connection ends. */
  stallMs: number
}

/**
 * Sends a GET request, through a tunnel of the proxy that the environment names: Node.js 20 leads neither
 * `fetch` nor `https` through one. @throws PlainError if the proxy refuses
 */
export async function proxiedGet(address: URL, options: GetOptions): Promise<IncomingMessage> {
  const { headers, env, stallMs } = options
  const proxy = proxyFor(address, env)
  const tunnel = proxy && (await openTunnel(proxy, address, stallMs))
  const isSecure = address.protocol === 'https:'
  const createConnection =
    tunnel &&
    (() => (isSecure ? overTls({ socket: tunnel, servername: address.hostname }) : tunnel))
  return new Promise((resolve, reject) => {
    const sent = (isSecure ? overHttps : overHttp)(address, {
      // Through a tunnel, Node.js would add port 80 to the name.
      headers: { host: address.host, ...headers },
      createConnection,
    })
    sent.setTimeout(stallMs, () => sent.destroy(stalled(stallMs)))
    sent.on('response', resolve).on('error', reject).end()
  })
}

/** Returns the proxy for an address by the variables that curl knows; undefined for a direct connection. */
export function proxyFor(address: URL, env: NodeJS.ProcessEnv): URL | undefined {
  const value = variable(env, `${address.protocol.slice(0, -1)}_proxy`)
  const isDirect = (variable(env, 'no_proxy') ?? '').split(/[\s,]+/).some((entry) => {
    const name = entry.replace(/^\*?\.(?=.)/, '')
    const host = name.includes(':') ? address.host : address.hostname
    return name === '*' || (name !== '' && (host === name || host.endsWith(`.${name}`)))
  })
  if (value === undefined || isDirect) return undefined
  const given = value.includes('://') ? value : `http://${value}`
  if (URL.canParse(given) && /^https?:/.test(given)) return new URL(given)
  throw new PlainError(`The proxy "${value}" is no address of the form http://host:port.`)
}

function variable(env: NodeJS.ProcessEnv, name: string): string | undefined {
  return env[name] || env[name.toUpperCase()] || undefined
}

function openTunnel(proxy: URL, { hostname, port, protocol }: URL, stallMs: number) {
  const path = `${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`
  const account = decodeURIComponent(`${proxy.username}:${proxy.password}`)
  const headers: Record<string, string> = { host: path }
  if (account !== ':') {
    headers['proxy-authorization'] = `Basic ${Buffer.from(account).toString('base64')}`
  }
  return new Promise<Socket>((resolve, reject) => {
    const send = proxy.protocol === 'https:' ? overHttps : overHttp
    const sent = send(proxy, { method: 'CONNECT', path, headers, auth: undefined })
    sent.setTimeout(stallMs, () => sent.destroy(stalled(stallMs)))
    sent.on('error', reject)
    sent.on('connect', ({ statusCode }, socket) => {
      if (statusCode === 200) return resolve(socket)
      socket.destroy()
      reject(
        new PlainError(`The proxy ${proxy.host} refused to connect to ${path}: ${statusCode}.`),
      )
    })
    sent.end()
  })
}

const stalled = (ms: number) => new Error(`nothing came for ${ms / 1000} seconds`)
