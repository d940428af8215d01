import { createHash, createHmac } from 'node:crypto'

/** Computes the digest that a project returns instead of a secret's value. */
export type Digest = (secret: string) => string

/** Returns the digest of secrets in Auth's settings, which the Supabase CLI compares too. */
export const keyedDigest =
  (ref: string): Digest =>
  (secret) =>
    createHmac('sha256', ref).update(secret).digest('hex')

export const plainDigest: Digest = (secret) => createHash('sha256').update(secret).digest('hex')
