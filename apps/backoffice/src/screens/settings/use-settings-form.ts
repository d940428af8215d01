import { useUpdate } from '@refinedev/core'
import { hasCode, STALE } from '@rookies/data/refine/request-error'
import { accessKeys } from '@rookies/data/session/keys'
import { SETTINGS_TOASTS } from '@rookies/data/settings/messages'
import {
  changedColumns,
  changedSettings,
  mergeSettings,
  SETTINGS_ID,
  type SettingsRow,
  type SettingsText,
  type SettingsValues,
  settingError,
  settingsArrival,
  settingsBase,
} from '@rookies/data/settings/settings-form'
import { useState } from 'react'
import { useBackend } from '../../app/backend'
import { useToasts } from '../../app/toasts'

const TEXTS: readonly SettingsText[] = [
  'site_name',
  'contact_email',
  'site_description',
  'terms_text',
  'privacy_text',
]

/**
 * What is typed into the settings, and the version that it is an edit of: what another administrator
 * saves in between is neither written over nor allowed to wipe what was changed here. `refetch` reads
 * the row again, and fails when that fails.
 */
export function useSettingsForm(row: SettingsRow, refetch: () => Promise<void>) {
  const { queries } = useBackend()
  const toasts = useToasts()
  const [base, setBase] = useState(() => settingsBase(row))
  const [typed, setTyped] = useState(base.values)
  /** Errors are shown once the person tries to save. */
  const [tried, setTried] = useState(false)
  const [failed, setFailed] = useState(false)
  const { mutateAsync, mutation } = useUpdate<SettingsRow>()

  const news = settingsArrival(base, typed, row)
  if (news.kind === 'follow') {
    setTyped(mergeSettings(base, typed, row))
    setBase(settingsBase(row, base))
  }

  const changed = changedSettings(base.values, typed)
  const errorOf = (field: SettingsText) =>
    changed.includes(field) ? settingError(field, typed[field]) : null
  const valid = TEXTS.every((field) => errorOf(field) === null)

  const save = async () => {
    setFailed(false)
    try {
      const { data } = await mutateAsync({
        resource: 'settings',
        id: SETTINGS_ID,
        values: changedColumns(base.values, typed),
        meta: { select: '*', unchangedSince: base.version },
        // What was saved is the answer: a person who was just shut out sends no more requests.
        invalidates: [],
        successNotification: false,
        errorNotification: false,
      })
      setBase(settingsBase(data, base))
      setTyped(settingsBase(data).values)
      setTried(false)
      toasts.succeeded(SETTINGS_TOASTS.saved)
      // The shell and the guards live on the public part.
      await queries.invalidateQueries({ queryKey: accessKeys.all })
    } catch (error) {
      // What another person saved is said beside the form, once it is here.
      const read = hasCode(error, STALE)
        ? await refetch().then(
            () => true,
            () => false,
          )
        : false
      if (!read) fail()
    }
  }

  const fail = () => {
    setFailed(true)
    toasts.failed(SETTINGS_TOASTS.saveFailed)
  }

  const goOnWith = (values: SettingsValues) => {
    setTyped(values)
    setBase(settingsBase(row, base))
  }

  return {
    typed,
    changed,
    saved: base.values,
    edit: (values: Partial<SettingsValues>) => setTyped((before) => ({ ...before, ...values })),
    errorOf: (field: SettingsText) => (tried ? errorOf(field) : null),
    /** Whether it can be saved; what is wrong is said from now on. */
    check: () => {
      setTried(true)
      const wrong = TEXTS.find((field) => errorOf(field) !== null)
      return { valid, wrong }
    },
    saving: mutation.isPending,
    /** The last try to save did not work. */
    failed,
    fail,
    save,
    discard: () => {
      setFailed(false)
      setTyped(base.values)
      setTried(false)
    },
    /** What another person changed, while there is something to decide. */
    conflict: news.kind === 'conflict' ? news.theirs : null,
    keepMine: () => goOnWith(mergeSettings(base, typed, row)),
    takeTheirs: () => goOnWith(settingsBase(row).values),
  }
}
