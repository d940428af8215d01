import type { Role } from '../access/roles'
import type { DataClient } from '../client'
import { unwrap } from '../errors'

/**
 * Changes a person's role (rules/access#set-role). Throws DataError: `42501`, `PT409` with hint `OWN_ACCOUNT` or
 * `LAST_ADMIN` and the sentence to show, `PT404` if the account was deleted.
 */
export async function setRole(
  client: Pick<DataClient, 'rpc'>,
  personId: string,
  role: Role,
): Promise<void> {
  unwrap(await client.rpc('set_role', { user_id: personId, role }))
}

/** Disables a person's account, or enables it again (rules/access#disabled). Throws like `setRole`. */
export async function setDisabled(
  client: Pick<DataClient, 'rpc'>,
  personId: string,
  disabled: boolean,
): Promise<void> {
  unwrap(await client.rpc('set_disabled', { user_id: personId, disabled }))
}

/**
 * Removes a person's second factors and recovery codes and signs the person out everywhere. Throws DataError: `42501`,
 * `PT409` with hint `OWN_ACCOUNT` and the sentence to show, `PT404` if the account was deleted.
 */
export async function resetFactors(
  client: Pick<DataClient, 'rpc'>,
  personId: string,
): Promise<void> {
  unwrap(await client.rpc('reset_factors', { user_id: personId }))
}

/**
 * Allows mail again to a person whose mail bounced or was reported as spam (rules/due-work#ended-mail). Throws
 * DataError: `42501`, `PT404` if the account was deleted.
 */
export async function allowMail(client: Pick<DataClient, 'rpc'>, personId: string): Promise<void> {
  unwrap(await client.rpc('allow_mail', { user_id: personId }))
}
