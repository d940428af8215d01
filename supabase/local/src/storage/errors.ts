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

/** No such object, or none for this caller. */
export const notFound = () => new StorageError(404, 'not_found', 'Object not found')
/** No such bucket. */
export const bucketNotFound = () => new StorageError(404, 'Bucket not found', 'Bucket not found')
/** A request that cannot be understood. */
export const badRequest = (message: string) => new StorageError(400, 'invalid_request', message)
/** A name that could leave its folder, or would not be found again. */
export const invalidKey = (key: string) =>
  new StorageError(400, 'InvalidKey', `Invalid key: ${key}`)
/** A signed address that is not for this, or whose time is over. */
export const invalidToken = (message: string) => new StorageError(400, 'InvalidJWT', message)
/** Refused by row security. */
export const forbidden = () =>
  new StorageError(403, 'Unauthorized', 'new row violates row-level security policy')
/** The name is taken. */
export const duplicate = () => new StorageError(409, 'Duplicate', 'The resource already exists')
/** More bytes than the bucket takes. */
export const tooLarge = () =>
  new StorageError(413, 'Payload too large', 'The object exceeded the maximum allowed size')
/** A type that the bucket does not take. */
export const wrongType = (type: string) =>
  new StorageError(415, 'invalid_mime_type', `mime type ${type} is not supported`)
