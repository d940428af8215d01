import type { FunctionCaller } from '../functions'
import { list, object, string } from '../json'

/**
 * Returns the addresses of handed-in files by their paths, valid for an hour; files that the caller may not fetch are
 * left out (rules/assignments#files). Fails with a DataError.
 */
export async function readFileAddresses(
  { invoke }: FunctionCaller,
  { url }: { url: string },
  paths: readonly string[],
): Promise<{ addresses: Record<string, string> }> {
  const { files } = object(await invoke('sign-files', { paths: [...paths], bucket: 'work-files' }))
  const base = `${url.replace(/\/+$/, '')}/storage/v1`
  return {
    addresses: Object.fromEntries(
      list(files).map((file) => {
        const { path, address } = object(file)
        return [string(path), base + string(address)]
      }),
    ),
  }
}
