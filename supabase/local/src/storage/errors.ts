/**
 * A refusal in the form of Supabase Storage, which storage-js reads. As there, the answer's HTTP status is 400, except
 * for the few errors that pass another `status`.
 */
export class StorageError extends Error {
  /**
   * @param statusCode the HTTP status that describes the failure, sent in the body
   * @param code the name by which a client recognizes the failure
   * @param error the older name of the failure, from before `code` existed
   * @param status the HTTP status of the answer
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

/** The object does not exist, or the caller may not see it. */
export const notFound = () => new StorageError(404, 'NoSuchKey', 'Object not found', 'not_found')
/** The bucket does not exist, or the caller may not see it. */
export const bucketNotFound = () =>
  new StorageError(404, 'NoSuchBucket', 'Bucket not found', 'Bucket not found')
export const invalidBucketName = () =>
  new StorageError(400, 'InvalidBucketName', 'Bucket name invalid', 'Invalid Input')
export const bucketNotEmpty = () =>
  new StorageError(409, 'ResourceNotEmpty', 'The bucket you tried to delete is not empty')
export const badRequest = (message: string) => new StorageError(400, 'InvalidRequest', message)
/** The name of an object could lead out of its folder, or contains characters that a hosted project refuses. */
export const invalidKey = (key: string) =>
  new StorageError(
    400,
    'InvalidKey',
    `Invalid key: ${encodeURIComponent(Buffer.from(key).toString())}`,
  )
/** The access token is forged or expired, or its rights do not suffice. */
export const accessDenied = (message: string) =>
  new StorageError(403, 'AccessDenied', message, 'Unauthorized')
/** The token of a signed address is forged or expired. */
export const invalidToken = (message: string) => new StorageError(400, 'InvalidJWT', message)
/** The token of a signed address belongs to another object or purpose. */
export const invalidSignature = (message = 'Invalid signature') =>
  new StorageError(400, 'InvalidSignature', message)
/** Row security refused the statement. */
export const forbidden = () => accessDenied('new row violates row-level security policy')
export const duplicate = () =>
  new StorageError(409, 'ResourceAlreadyExists', 'The resource already exists', 'Duplicate')
/** A record that the request refers to does not exist, such as the bucket that an object moves to. */
export const relatedNotFound = () =>
  new StorageError(404, 'InvalidRequest', 'The related resource does not exist')
/** The file has more bytes than the bucket accepts. */
export const tooLarge = () =>
  new StorageError(
    413,
    'EntityTooLarge',
    'The object exceeded the maximum allowed size',
    'Payload too large',
  )
/** The bucket does not accept the type of the file. */
export const wrongType = (type: string) =>
  new StorageError(
    415,
    'InvalidMimeType',
    `mime type ${type} is not supported`,
    'invalid_mime_type',
  )
/** The requested range lies behind the end of the file. */
export const invalidRange = () =>
  new StorageError(416, 'InvalidRange', 'invalid range provided', 'invalid_range', 416)
export const slowDown = () =>
  new StorageError(
    429,
    'SlowDown',
    'Too many of your requests are under way. Try again shortly.',
    'too_many_requests',
    429,
  )
/** The disk is full. Only the embedded backend answers this. */
export const noRoom = () =>
  new StorageError(
    507,
    'InsufficientStorage',
    'There is no room left on the disk of this server. Make room, then try again.',
    'no_room',
    507,
  )
