// The function `main` of Supabase's own docker compose: its runtime starts it, and it starts the others. No function
// uses a check of tokens before it runs (supabase/config.toml), so `main` makes none.

declare const Deno: {
  env: { toObject(): Record<string, string> }
  serve(handler: (request: Request) => Promise<Response>): void
}
declare const EdgeRuntime: {
  userWorkers: {
    create(options: object): Promise<{ fetch(request: Request): Promise<Response> }>
  }
}

/** Where the compose mounts the folder. */
const FOLDER = '/home/deno/functions'
/** `tick` may take as long as its caller waits (docs/deploy.md). */
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
