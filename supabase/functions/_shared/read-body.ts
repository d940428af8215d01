// This file uses neither Deno nor Node, because the edge functions and the embedded backend both run it.

/** Returns the bytes of a request; null as soon as there are more than `most` bytes. */
export async function readBody(
  request: Request,
  most: number,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const reader = request.body?.getReader()
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
    size += read.value.length
    if (size > most) {
      await reader?.cancel()
      return null
    }
    chunks.push(read.value)
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer())
}

/** Returns the parsed JSON of a body; null if the body is no JSON. */
export function readJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return null
  }
}
