import { requestError } from '@rookies/data/refine/request-error'
import { accessKeys } from '@rookies/data/session/keys'
import {
  changedColumns,
  changedSettings,
  SETTINGS_ID,
  SETTINGS_MESSAGES,
  type SettingsRow,
  type SettingsSwitch,
  type SettingsText,
  type SettingsValues,
  settingName,
  settingsValues,
} from '@rookies/data/settings/settings-form'
import {
  consequences,
  type SettingsPreview,
  switchEffect,
} from '@rookies/data/settings/settings-preview'
import { formatList } from '@rookies/data/wording'
import { Alert, Button, Card, Descriptions, Flex, Form, Skeleton } from 'antd'
import { TriangleAlert } from 'lucide-react'
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { useBackend } from '../../app/backend'
import { useRead } from '../../app/use-read'
import { FormFailure, FormFields } from '../../kit/form-fields'
import { MergeConflict, useMergingForm } from '../../kit/merging-form'
import cells from '../../ui/cells.module.css'
import { LeaveGuard } from '../../ui/leave-guard'
import { ZoneControl } from '../../ui/zone-control'
import { AccentField, Appearance } from './appearance'
import { ConsequencesDialog } from './consequences-dialog'
import { LogoField } from './logo-field'
import styles from './settings.module.css'
import { SwitchField, TextField } from './settings-fields'

interface SettingsWorkspaceProps {
  row: SettingsRow
  /** Reads the settings again; rejects if the read fails. */
  refetch: () => Promise<void>
}

/** The settings form: a card for each part, and a bar that saves all of them. */
export function SettingsWorkspace({ row, refetch }: SettingsWorkspaceProps) {
  const { queries } = useBackend()
  const sender = useRead('settings/sender')
  // The preview is always read again, because it has to count the people whom a switch affects now.
  const preview = useRead('settings/preview', { staleTime: 0 })
  const [asking, setAsking] = useState<SettingsPreview | null>(null)
  const closeAsking = useCallback(() => setAsking(null), [])
  const edit = useMergingForm({
    resource: 'settings',
    id: SETTINGS_ID,
    select: '*',
    row,
    refetch,
    valuesOf: settingsValues,
    changedFields: changedSettings,
    sent: changedColumns,
    done: SETTINGS_MESSAGES.saved,
    failed: SETTINGS_MESSAGES.saveFailed,
    // Only the public settings are refetched, which the menus and the guards use; the answer already contains the
    // saved row. A reader who was just locked out sends no other requests.
    onSaved: () => queries.invalidateQueries({ queryKey: accessKeys.all }),
  })
  const { saved, before, typed, dirty } = edit
  // The sender's name contains the name of the school, so it is read again after a save.
  const { refetch: readSender } = sender
  const nameInSender = useRef(before.site_name)
  useEffect(() => {
    if (nameInSender.current === before.site_name) return
    nameInSender.current = before.site_name
    void readSender()
  }, [before.site_name, readSender])

  const submit = async (values: SettingsValues) => {
    if (!dirty || edit.conflict || saved.saving) return
    const { data, error } = await preview.refetch()
    const figures = data?.data as SettingsPreview | undefined
    // The dialog needs the current number of people who would be locked out.
    if (error || !figures) saved.fail(error ?? requestError(null, null), values)
    else if (consequences(before, typed, figures).length > 0) setAsking(figures)
    else saved.save(values)
  }

  const text = (field: SettingsText, hint?: ReactNode) => (
    <TextField field={field} before={before[field]} hint={hint} />
  )
  const toggle = (field: SettingsSwitch) => (
    <SwitchField
      field={field}
      turned={typed[field] !== before[field]}
      effect={preview.data ? switchEffect(field, typed[field], preview.data) : null}
      failed={preview.isError}
    />
  )

  return (
    <FormFields
      saved={saved}
      id="settings"
      initial={before}
      wide
      className={styles.screen ?? ''}
      aria-label="Settings"
      onSubmit={submit}
    >
      <Flex wrap align="center" justify="space-between" gap="small" className={styles.bar}>
        <p role="status" className={cells.fact}>
          {state(edit.changed.map(settingName), edit.conflict !== null)}
        </p>
        <Flex wrap gap="small">
          {dirty && (
            <Button disabled={saved.saving} onClick={() => saved.form.resetFields()}>
              Discard Changes
            </Button>
          )}
          <Button
            type="primary"
            htmlType="submit"
            loading={saved.saving}
            disabled={!dirty || edit.conflict !== null}
          >
            {saved.saving ? 'Saving...' : 'Save Settings'}
          </Button>
        </Flex>
      </Flex>
      <MergeConflict
        edit={edit}
        heading="h2"
        title="Someone else changed the settings"
        nameOf={settingName}
        textOf={(field) => (field === 'logo' ? logoText(row.logo) : shown(row[field]))}
      />
      {dirty && <FormFailure saved={saved} />}
      <Part title="General">
        {text('site_name')}
        {text(
          'contact_email',
          "The support email on the sign-in and sign-up pages, and for people who can't get in.",
        )}
        {text('site_description')}
        <Form.Item
          name="time_zone"
          label={settingName('time_zone')}
          extra="Due dates of people without a cohort count there. A cohort has a time zone of its own."
        >
          <ZoneControl />
        </Form.Item>
      </Part>
      <Part title="Authentication">
        {toggle('allow_registration')}
        {toggle('require_email_verification')}
        {toggle('enable_two_factor')}
      </Part>
      <Part title="Roles">
        {toggle('creators_admin_panel')}
        {toggle('moderators_see_everybody')}
      </Part>
      <Part title="System">
        {toggle('maintenance_mode')}
        {typed.maintenance_mode && (
          <Alert
            role="status"
            type="warning"
            showIcon
            icon={<TriangleAlert aria-hidden="true" />}
            message={
              before.maintenance_mode
                ? 'Maintenance mode is on: only administrators can access the platform.'
                : 'Once this is saved, only administrators can access the platform.'
            }
          />
        )}
      </Part>
      <Part title="Email">
        <Descriptions
          bordered
          size="small"
          column={1}
          items={[
            {
              key: 'from',
              label: 'From',
              children: (
                <>
                  {sender.isPending && <Skeleton.Input active size="small" />}
                  {sender.isError && 'The sender could not be loaded'}
                  {sender.data && (sender.data.from ?? "Email isn't set up")}
                </>
              ),
            },
            {
              key: 'reply',
              label: 'Reply-to',
              children: typed.contact_email.trim() || 'No contact email yet',
            },
          ]}
        />
        <p className={cells.fact}>Replies go to the contact email.</p>
      </Part>
      <Part title="Terms and privacy">
        {text(
          'terms_text',
          <>
            Markdown. Shown at{' '}
            <a href="/terms" target="_blank" rel="noopener">
              /terms
            </a>
            ; people agree to it when they sign up.
          </>,
        )}
        {text(
          'privacy_text',
          <>
            Markdown. Shown at{' '}
            <a href="/privacy" target="_blank" rel="noopener">
              /privacy
            </a>
            .
          </>,
        )}
      </Part>
      <Part title="Appearance">
        <LogoField name={typed.site_name} />
        <AccentField />
        <Appearance />
      </Part>
      {asking && (
        <ConsequencesDialog
          consequences={consequences(before, typed, asking)}
          onClose={closeAsking}
          onConfirm={() => {
            setAsking(null)
            saved.save(typed)
          }}
        />
      )}
      <LeaveGuard when={dirty && !saved.saved} onLeave={saved.discard} />
    </FormFields>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = `settings-card-${title.toLowerCase().replaceAll(' ', '-')}`
  return (
    <Card role="region" aria-labelledby={id} title={<h2 id={id}>{title}</h2>}>
      <Flex vertical gap="middle">
        {children}
      </Flex>
    </Card>
  )
}

function state(names: readonly string[], conflict: boolean): string {
  if (conflict) return 'Choose below which values to keep, then save.'
  if (names.length === 0) return 'All changes are saved.'
  return `Not saved yet: ${formatList(names)}.`
}

const logoText = (logo: string) => (logo === '' ? 'No logo' : 'Another logo')

const LONGEST = 200

function shown(value: string | boolean): string {
  if (typeof value === 'boolean') return value ? 'On' : 'Off'
  return value.length > LONGEST ? `${value.slice(0, LONGEST)}…` : value
}
