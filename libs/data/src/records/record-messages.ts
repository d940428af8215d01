import { failure, type Toast } from '../toasts'
import { capitalized } from '../wording'

/** The texts of a generated resource's screens (rules/interface#messages). */
export interface RecordMessages {
  one: string
  many: string
  listFailed: Toast
  loadFailed: Toast
  notFound: Toast
  created: Toast
  createFailed: Toast
  saved: Toast
  saveFailed: Toast
  deleted: Toast
  deleteFailed: Toast
}

/** Takes the singular and the plural, such as `coupon` and `coupons`. */
export function recordMessages(one: string, many: string): RecordMessages {
  const name = capitalized(one)
  return {
    one,
    many,
    listFailed: failure(`Failed to load ${many}`),
    loadFailed: failure(`Failed to load ${one}`),
    notFound: failure(`${name} not found`),
    created: { text: `${name} created` },
    createFailed: failure(`Failed to create ${one}`),
    saved: { text: `${name} updated` },
    saveFailed: failure(`Failed to update ${one}`),
    deleted: { text: `${name} deleted` },
    deleteFailed: failure(`Failed to delete ${one}`),
  }
}
