import type { Role } from '../access/roles'
import { acts, byId } from '../records/named'
import { allowMail, resetFactors, setDisabled, setRole } from './change-account'
import { type Contact, correctContact } from './correct-contact'
import { type AccessChange, saveAccess } from './member-access'

export const MEMBER_ACTS = acts(['profiles'], {
  'access/change':
    () =>
    (client, { id, change }: { id: string; change: AccessChange }) =>
      saveAccess(client, id, change),
  'profiles/allow_mail': () => byId(allowMail),
  'profiles/correct':
    () =>
    (client, { id, change }: { id: string; change: Partial<Contact> }) =>
      correctContact(client, id, change),
  'profiles/disable': () => byId((client, id) => setDisabled(client, id, true)),
  'profiles/enable': () => byId((client, id) => setDisabled(client, id, false)),
  'profiles/reset_factors': () => byId(resetFactors),
  'profiles/set_role':
    () =>
    (client, { id, role }: { id: string; role: Role }) =>
      setRole(client, id, role),
})
