import { createHash, createHmac } from 'node:crypto'

/** Returns what a project tells of a secret instead of its value. */
export type Digest = (secret: string) => string

/** Returns how Auth's settings tell a secret: the Supabase CLI compares them so. */
export const keyedDigest =
  (ref: string): Digest =>
  (secret) =>
    createHmac('sha256', ref).update(secret).digest('hex')

export const plainDigest: Digest = (secret) => createHash('sha256').update(secret).digest('hex')
