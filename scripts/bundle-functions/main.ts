// The function `main` for Supabase's docker compose. The runtime starts it, and it starts the other functions. The
// product's functions check tokens themselves (supabase/config.toml), so `main` does not.

declare const Deno: {
  env: { toObject(): Record<string, string> }
  serve(handler: (request: Request) => Promise<Response>): void
}
declare const EdgeRuntime: {
  userWorkers: {
    create(options: object): Promise<{ fetch(request: Request): Promise<Response> }>
  }
}

/** The folder in which Docker Compose mounts the functions. */
const FOLDER = '/home/deno/functions'
/** `tick` may run as long as its caller waits for it (docs/deploy.md). */
const LONGEST_MS = 90_000
const MEMORY_MB = 256

Deno.serve(async (request) => {
  const [, name = ''] = new URL(request.url).pathname.split('/')
  if (!/^[a-z][a-z-]*$/.test(name) || name === 'main') return notFound()
  try {
    const worker = await EdgeRuntime.userWorkers.create({
      servicePath: `${FOLDER}/${name}`,
      memoryLimitMb: MEMORY_MB,
      workerTimeoutMs: LONGEST_MS,
      noModuleCache: false,
      envVars: Object.entries(Deno.env.toObject()),
    })
    return await worker.fetch(request)
  } catch (error) {
    console.error(`${name}: ${error instanceof Error ? error.message : error}`)
    return notFound()
  }
})

const notFound = () =>
  Response.json({ code: 'NOT_FOUND', message: 'There is no such function.' }, { status: 404 })
