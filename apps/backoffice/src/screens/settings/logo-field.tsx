import { settingName } from '@rookies/data/settings/settings-form'
import { isAppIcon } from '@rookies/ui/components/logo/app-icon'
import { Logo } from '@rookies/ui/components/logo/logo'
import { logoSize } from '@rookies/ui/components/logo/logo-size'
import { colors } from '@rookies/ui/tokens/tokens'
import { Alert, Button, Flex, Form } from 'antd'
import { Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { PictureButton } from '../../kit/picture/picture-button'
import { PictureRefused } from '../../kit/picture/picture-refused'
import { sendingError, useSendPicture } from '../../kit/picture/use-send-picture'
import cells from '../../ui/cells.module.css'
import { SaveFailed } from '../../ui/save-failed'
import styles from './settings.module.css'

/** The code that decodes and draws pictures loads with the first chosen picture. */
const make = async (file: File) => (await import('./make-logo')).makeLogo(file)

/** The school's logo with a preview in both themes (rules/settings#logo). Saving the form stores the logo. */
export function LogoField({ name }: { name: string }) {
  return (
    <fieldset>
      <legend className={cells.name}>{settingName('logo')}</legend>
      <p className={cells.fact}>
        PNG, JPEG or WebP with a transparent or white ground. If it is at least twice as wide as
        high, it stands in place of the name.
      </p>
      <Form.Item name="logo" noStyle>
        <LogoControl name={name} />
      </Form.Item>
    </fieldset>
  )
}

interface LogoControlProps {
  name: string
  /** Passed by Form.Item. */
  value?: string
  onChange?: (logo: string) => void
}

function LogoControl({ name, value = '', onChange }: LogoControlProps) {
  const choose = useRef<HTMLButtonElement>(null)
  const [several, setSeveral] = useState(false)
  const sending = useSendPicture(make, (logo) => onChange?.(logo))
  const size = logoSize(value)

  const take = ([file, ...others]: readonly File[]) => {
    sending.reset()
    setSeveral(others.length > 0)
    if (file && others.length === 0) sending.mutate(file)
  }
  const remove = () => {
    sending.reset()
    onChange?.('')
    choose.current?.focus()
  }
  const { variables: sent } = sending

  return (
    <Flex vertical gap="small" className={styles.logo}>
      {size && (
        <Flex wrap gap="small">
          {(['light', 'dark'] as const).map((theme) => (
            <div
              key={theme}
              role="img"
              aria-label={`${settingName('logo')}, ${theme}`}
              data-theme={theme}
              className={styles.plate}
              style={{ background: colors[theme].surfaceRaised, color: colors[theme].text }}
            >
              <Logo name={name} logo={value} />
            </div>
          ))}
        </Flex>
      )}
      <Flex wrap gap="small">
        <PictureButton
          ref={choose}
          label={size ? 'Replace Logo' : 'Choose Logo'}
          field={settingName('logo')}
          loading={sending.isPending}
          onFiles={take}
        />
        {size && (
          <Button
            icon={<Trash2 aria-hidden="true" />}
            disabled={sending.isPending}
            onClick={remove}
          >
            Remove Logo
          </Button>
        )}
      </Flex>
      {several && <Alert type="error" message="A school has only one logo." />}
      {sending.error instanceof PictureRefused && (
        <Alert type="error" message={sending.error.message} />
      )}
      {sending.isError && sent && !(sending.error instanceof PictureRefused) && (
        <SaveFailed
          title="Failed to upload the logo"
          text={sendingError(sending.error)}
          busy={sending.isPending}
          onRetry={() => sending.mutate(sent)}
        />
      )}
      <p role="status" className={cells.fact}>
        {size && iconSentence(isAppIcon(size))}
      </p>
    </Flex>
  )
}

const iconSentence = (isIcon: boolean) =>
  isIcon
    ? 'It is the icon of the installed app too.'
    : 'The installed app keeps its icon: only a square logo of at least 192 by 192 pixels replaces it.'
