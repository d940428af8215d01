import { SETTINGS_TOASTS } from '@rookies/data/settings/messages'
import {
  type SettingsRow,
  type SettingsSwitch,
  type SettingsText,
  settingName,
} from '@rookies/data/settings/settings-form'
import {
  consequences,
  type SettingsPreview,
  switchEffect,
} from '@rookies/data/settings/settings-preview'
import { formatList } from '@rookies/data/wording'
import { Alert, Button, Card, Descriptions, Flex, Skeleton } from 'antd'
import { TriangleAlert } from 'lucide-react'
import { type ReactNode, useCallback, useState } from 'react'
import { useRead } from '../../app/use-read'
import cells from '../../ui/cells.module.css'
import { LeaveGuard } from '../../ui/leave-guard'
import { SaveFailed } from '../../ui/save-failed'
import { AccentField, Appearance } from './appearance'
import { ConsequencesDialog } from './consequences-dialog'
import styles from './settings.module.css'
import { SettingsConflict } from './settings-conflict'
import { SwitchField, TextField } from './settings-fields'
import { useSettingsForm } from './use-settings-form'

interface SettingsWorkspaceProps {
  row: SettingsRow
  /** Reads the row again; fails when that fails. */
  refetch: () => Promise<void>
}

/** The form: a card for each part, and the bar that saves all of it. */
export function SettingsWorkspace({ row, refetch }: SettingsWorkspaceProps) {
  const sender = useRead('settings/sender')
  const form = useSettingsForm(row, refetch)
  // What is said before a switch is turned has to be what holds now.
  const preview = useRead('settings/preview', { staleTime: 0 })
  const [asking, setAsking] = useState<SettingsPreview | null>(null)
  const closeAsking = useCallback(() => setAsking(null), [])
  const dirty = form.changed.length > 0

  const submit = async () => {
    const { valid, wrong } = form.check()
    if (!valid) {
      if (wrong) document.getElementById(`settings-${wrong}`)?.focus()
      return
    }
    const { data, isError } = await preview.refetch()
    const figures = data?.data as SettingsPreview | undefined
    // Whom it would shut out has to be known, and to be what holds now.
    if (isError || !figures) form.fail()
    else if (consequences(form.saved, form.typed, figures).length > 0) setAsking(figures)
    else await form.save()
  }

  const text = (field: SettingsText, hint?: ReactNode) => (
    <TextField
      field={field}
      value={form.typed[field]}
      error={form.errorOf(field)}
      hint={hint}
      onChange={(value) => form.edit({ [field]: value })}
    />
  )
  const toggle = (field: SettingsSwitch) => (
    <SwitchField
      field={field}
      on={form.typed[field]}
      turned={form.typed[field] !== form.saved[field]}
      words={preview.data ? switchEffect(field, form.typed[field], preview.data) : null}
      failed={preview.isError}
      onChange={(on) => form.edit({ [field]: on })}
    />
  )

  return (
    <form
      className={styles.screen}
      noValidate
      aria-label="Settings"
      onSubmit={(event) => {
        event.preventDefault()
        if (dirty && !form.conflict && !form.saving) void submit()
      }}
    >
      <Flex wrap align="center" justify="space-between" gap="small" className={styles.bar}>
        <p role="status" className={cells.fact}>
          {state(form.changed.map(settingName), form.conflict !== null)}
        </p>
        <Flex wrap gap="small">
          {dirty && (
            <Button disabled={form.saving} onClick={form.discard}>
              Discard Changes
            </Button>
          )}
          <Button
            type="primary"
            htmlType="submit"
            loading={form.saving}
            disabled={!dirty || form.conflict !== null}
          >
            {form.saving ? 'Saving...' : 'Save Settings'}
          </Button>
        </Flex>
      </Flex>
      {form.conflict && (
        <SettingsConflict
          row={row}
          fields={form.conflict}
          onKeepMine={form.keepMine}
          onTakeTheirs={form.takeTheirs}
        />
      )}
      {form.failed && dirty && (
        <SaveFailed
          title={SETTINGS_TOASTS.saveFailed.text}
          busy={form.saving}
          onRetry={() => void submit()}
        />
      )}
      <Part title="General">
        {text('site_name')}
        {text(
          'contact_email',
          'The support address at the foot of sign-in and sign-up, and for people who are shut out.',
        )}
        {text('site_description')}
      </Part>
      <Part title="Authentication">
        {toggle('allow_registration')}
        {toggle('require_email_verification')}
        {toggle('enable_two_factor')}
      </Part>
      <Part title="Roles">{toggle('creators_admin_panel')}</Part>
      <Part title="System">
        {toggle('maintenance_mode')}
        {form.typed.maintenance_mode && (
          <Alert
            role="status"
            type="warning"
            showIcon
            icon={<TriangleAlert aria-hidden="true" />}
            message={
              form.saved.maintenance_mode
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
                  {sender.isError && 'The address could not be read'}
                  {sender.data && (sender.data.from ?? 'No mailer is set up')}
                </>
              ),
            },
            {
              key: 'reply',
              label: 'Reply-to',
              children: form.typed.contact_email.trim() || 'No contact email yet',
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
        <AccentField value={form.typed.accent} onChange={(accent) => form.edit({ accent })} />
        <Appearance />
      </Part>
      <ConsequencesDialog
        open={asking !== null}
        consequences={asking ? consequences(form.saved, form.typed, asking) : []}
        onClose={closeAsking}
        onConfirm={() => {
          setAsking(null)
          void form.save()
        }}
      />
      <LeaveGuard when={dirty} />
    </form>
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
  if (conflict) return 'Decide below what is to hold, then save.'
  if (names.length === 0) return 'All changes are saved.'
  return `Not saved yet: ${formatList(names)}.`
}
