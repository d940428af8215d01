/** A refusal, as Supabase's storage service words it and storage-js reads it. */
export class StorageError extends Error {
  /** @param statusCode what the failure is; the answer itself is 400, as the service's own is */
  constructor(
    readonly statusCode: number,
    readonly error: string,
    message: string,
  ) {
    super(message)
  }

  get body(): { statusCode: string; error: string; message: string } {
    return { statusCode: String(this.statusCode), error: this.error, message: this.message }
  }
}

export const notFound = () => new StorageError(404, 'not_found', 'Object not found')
export const bucketNotFound = () => new StorageError(404, 'Bucket not found', 'Bucket not found')
export const badRequest = (message: string) => new StorageError(400, 'invalid_request', message)
export const invalidKey = (key: string) =>
  new StorageError(400, 'InvalidKey', `Invalid key: ${key}`)
export const invalidToken = (message: string) => new StorageError(400, 'InvalidJWT', message)
export const forbidden = () =>
  new StorageError(403, 'Unauthorized', 'new row violates row-level security policy')
export const duplicate = () => new StorageError(409, 'Duplicate', 'The resource already exists')
export const tooLarge = () =>
  new StorageError(413, 'Payload too large', 'The object exceeded the maximum allowed size')
export const wrongType = (type: string) =>
  new StorageError(415, 'invalid_mime_type', `mime type ${type} is not supported`)
