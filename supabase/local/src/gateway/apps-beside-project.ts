import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { builtApps } from './built-apps'
import { safeHeaders } from './gateway'
import { createHostCheck } from './host-check'
import { decodedPath, type NodeEnv, rawPath, unreadable } from './http'
import { listen } from './listen'

const projectDir = fileURLToPath(new URL('../../../../', import.meta.url))

/**
 * Serves the built apps with their headers while another project answers their requests.
 * @param options.projectUrl address of the project for which the apps were built
 * @param options.mailUrl where /_mail leads
 * @param options.appsDir folder that contains `learner/dist` and `backoffice/dist`; the project's own by default
 * @returns a function that stops serving
 */
export async function serveAppsBeside(options: {
  port: number
  hosts?: string[]
  projectUrl: string
  mailUrl: string
  appsDir?: string
}): Promise<() => Promise<void>> {
  const { appsDir = join(projectDir, 'apps'), projectUrl } = options
  const apps = builtApps({ appsDir, projectUrl })
  const routes = new Hono<NodeEnv>({ getPath: rawPath })
  routes.use(safeHeaders)
  for (const path of ['/_mail', '/_mail/*']) routes.get(path, (c) => c.redirect(options.mailUrl))
  routes.all('*', (c) => {
    const path = decodedPath(c)
    return path === undefined ? unreadable(c) : apps.handle(c, path)
  })
  const listener = await listen(options.port, createHostCheck(options.hosts))
  listener.serve(getRequestListener(routes.fetch))
  return async () => {
    await listener.close()
    await apps.close()
  }
}
