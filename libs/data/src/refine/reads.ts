import { readAuditChoices } from '../audit/audit-list'
import type { Source } from './source'

/**
 * What is read by its name, through Refine's `custom` with the method `get`: what is no list and no
 * record. Each says in its own module what it throws.
 */
export const READS = {
  'audit_logs/choices': ({ client, signal }: Source) => readAuditChoices(client, signal),
}

type Reads = typeof READS
export type ReadName = keyof Reads
export type ReadInput<N extends ReadName> = Parameters<Reads[N]>[1]
export type ReadAnswer<N extends ReadName> = Awaited<ReturnType<Reads[N]>>
