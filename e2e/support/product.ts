import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

/** A running product. */
export interface Product {
  stop: () => Promise<void>
  /** Stops the product and starts it again with the same data and port. */
  restart: () => Promise<void>
}

/** Starts the product with new data, and stores its addresses in the environment, from which the fixtures read them. */
export async function startProduct(): Promise<Product> {
  const server = spawn(
    process.execPath,
    ['--import', 'tsx', fileURLToPath(new URL('serve.ts', import.meta.url))],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  )
  const ended = once(server, 'exit')
  const lines = createInterface({ input: server.stdout })

  /** Waits for the line with the product's addresses. */
  async function takeAddresses(): Promise<void> {
    const line = new Promise<string>((resolve) => {
      const read = (text: string) => {
        if (!text.startsWith('{')) return
        lines.off('line', read)
        resolve(text)
      }
      lines.on('line', read)
    })
    const failed = ended.then(() => {
      throw new Error('The product did not start; see the lines above.')
    })
    Object.assign(process.env, JSON.parse(await Promise.race([line, failed])))
    failed.catch(() => undefined)
  }

  await takeAddresses()
  return {
    async stop() {
      // Closing its input stops the server; Windows has no signals that a program can handle.
      server.stdin.end()
      await ended
    },
    async restart() {
      server.stdin.write('restart\n')
      await takeAddresses()
    },
  }
}
