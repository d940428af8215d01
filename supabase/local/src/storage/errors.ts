/**
 * A refusal, as Supabase's storage service words it and storage-js reads it. Answered with 400, as there, but for
 * what has a status of its own.
 */
export class StorageError extends Error {
  /**
   * @param statusCode what the failure is
   * @param code the name that a client tells it by
   * @param error what it was called before it had a code
   * @param status of the answer
   */
  constructor(
    readonly statusCode: number,
    readonly code: string,
    message: string,
    readonly error = code,
    readonly status: 400 | 416 | 429 | 507 = 400,
  ) {
    super(message)
  }

  get body(): { statusCode: string; code: string; error: string; message: string } {
    const { code, error, message } = this
    return { statusCode: String(this.statusCode), code, error, message }
  }
}

/** No such object, or none for this caller. */
export const notFound = () => new StorageError(404, 'NoSuchKey', 'Object not found', 'not_found')
/** No such bucket, or none for this caller. */
export const bucketNotFound = () =>
  new StorageError(404, 'NoSuchBucket', 'Bucket not found', 'Bucket not found')
/** A name that no bucket may have. */
export const invalidBucketName = () =>
  new StorageError(400, 'InvalidBucketName', 'Bucket name invalid', 'Invalid Input')
/** A bucket that is to go, and holds objects. */
export const bucketNotEmpty = () =>
  new StorageError(409, 'ResourceNotEmpty', 'The bucket you tried to delete is not empty')
/** A request that cannot be understood. */
export const badRequest = (message: string) => new StorageError(400, 'InvalidRequest', message)
/** A name that could leave its folder, or would not be found again. */
export const invalidKey = (key: string) =>
  new StorageError(
    400,
    'InvalidKey',
    `Invalid key: ${encodeURIComponent(Buffer.from(key).toString())}`,
  )
/** An access token that is none of ours, or whose time is over. */
export const accessDenied = (message: string) =>
  new StorageError(403, 'AccessDenied', message, 'Unauthorized')
/** A signed address that is none of ours, or whose time is over. */
export const invalidToken = (message: string) => new StorageError(400, 'InvalidJWT', message)
/** A signed address that is for something else. */
export const invalidSignature = (message = 'Invalid signature') =>
  new StorageError(400, 'InvalidSignature', message)
/** Refused by row security. */
export const forbidden = () => accessDenied('new row violates row-level security policy')
/** The name is taken. */
export const duplicate = () =>
  new StorageError(409, 'ResourceAlreadyExists', 'The resource already exists', 'Duplicate')
/** What is named beside it is not there, as the bucket that an object is moved to. */
export const relatedNotFound = () =>
  new StorageError(404, 'InvalidRequest', 'The related resource does not exist')
/** More bytes than the bucket takes. */
export const tooLarge = () =>
  new StorageError(
    413,
    'EntityTooLarge',
    'The object exceeded the maximum allowed size',
    'Payload too large',
  )
/** A type that the bucket does not take. */
export const wrongType = (type: string) =>
  new StorageError(
    415,
    'InvalidMimeType',
    `mime type ${type} is not supported`,
    'invalid_mime_type',
  )
/** A part of a file that lies behind its end. */
export const invalidRange = () =>
  new StorageError(416, 'InvalidRange', 'invalid range provided', 'invalid_range', 416)
/** Too many of a caller's requests are under way. */
export const slowDown = () =>
  new StorageError(
    429,
    'SlowDown',
    'Too many of your requests are under way. Try again shortly.',
    'too_many_requests',
    429,
  )
/** The disk is full. A hosted project's never is. */
export const noRoom = () =>
  new StorageError(
    507,
    'InsufficientStorage',
    'There is no room left on the disk of this server. Make room, then try again.',
    'no_room',
    507,
  )
