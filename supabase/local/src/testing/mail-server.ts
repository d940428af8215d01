import { createServer } from 'node:http'
import type { AddressInfo, Server } from 'node:net'
import { SMTPServer } from 'smtp-server'

/** A mail in the format of the provider's API. */
type ProvidedMail = { to: string[]; subject: string; html: string; text: string }

/** Starts a mail provider that takes JSON and a mail server on this machine; both record what they receive. */
export async function startMailServers() {
  const provided: ProvidedMail[] = []
  const provider = createServer(async (req, res) => {
    const chunks: Buffer[] = []
    for await (const chunk of req) chunks.push(Buffer.from(chunk))
    // A wrong key is refused before the mail is read.
    const refused = req.headers.authorization !== 'Bearer a-key'
    if (!refused) provided.push(JSON.parse(Buffer.concat(chunks).toString()))
    res.writeHead(refused ? 401 : 200, { 'content-type': 'application/json' }).end('{}')
  })
  const posted: { to: string[]; text: string }[] = []
  const smtp = new SMTPServer({
    authOptional: true,
    hideSTARTTLS: true,
    async onData(stream, session, done) {
      const chunks: Buffer[] = []
      for await (const chunk of stream) chunks.push(Buffer.from(chunk))
      posted.push({
        to: session.envelope.rcptTo.map(({ address }) => address),
        text: Buffer.concat(chunks).toString(),
      })
      done()
    },
  })
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve))
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve))
  const portOf = (server: Server) => (server.address() as AddressInfo).port
  return {
    apiUrl: `http://127.0.0.1:${portOf(provider)}/emails`,
    apiKey: 'a-key',
    smtpUrl: `smtp://127.0.0.1:${portOf(smtp.server)}`,
    provided,
    posted,
    async stop() {
      provider.closeAllConnections()
      await Promise.all([
        new Promise((resolve) => provider.close(resolve)),
        new Promise<void>((resolve) => smtp.close(() => resolve())),
      ])
    },
  }
}
