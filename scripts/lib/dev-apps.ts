import { createServer as createHttpServer } from 'node:http'
import { fileURLToPath } from 'node:url'
import { createServer, type ViteDevServer } from 'vite'
import { type Apps, appForPath } from '../../supabase/local/src/gateway/apps'
import { alreadySent } from '../../supabase/local/src/gateway/http'

/**
 * Serves both apps from their sources with hot reload, at the addresses that they have in production. There is no
 * content security policy, because Vite's client needs inline styles and scripts.
 * @param hosts host names besides those of this machine, which Vite has to accept too
 */
export async function openDevApps(hosts: string[] = []): Promise<Apps> {
  // Vite expects a server whose WebSocket upgrades it handles. The gateway passes its upgrades on to this server.
  const sockets = createHttpServer()
  const open = (app: string) =>
    createServer({
      root: fileURLToPath(new URL(`../../apps/${app}`, import.meta.url)),
      appType: 'spa',
      clearScreen: false,
      server: { middlewareMode: true, allowedHosts: hosts, hmr: { server: sockets } },
    })
  const [learner, backoffice] = await Promise.all([open('learner'), open('backoffice')])
  const servers: Record<ReturnType<typeof appForPath>, ViteDevServer> = { learner, backoffice }

  return {
    handle({ env: { incoming: req, outgoing: res } }, path) {
      const app = appForPath(path)
      // The back-office's base is /admin/, but its pages also include /admin and everything below /moderator.
      if (app === 'backoffice' && !path.startsWith('/admin/')) req.url = '/admin/'
      servers[app].middlewares(req, res, () => {
        res.writeHead(404, { 'content-type': 'text/plain; charset=utf-8' })
        res.end(req.method === 'HEAD' ? undefined : 'Not found\n')
      })
      return alreadySent
    },
    upgrade(req, socket, head) {
      sockets.emit('upgrade', req, socket, head)
    },
    async close() {
      await Promise.all([learner.close(), backoffice.close()])
    },
  }
}
