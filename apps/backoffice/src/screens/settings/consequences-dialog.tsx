import { settingName } from '@rookies/data/settings/settings-form'
import type { Consequence } from '@rookies/data/settings/settings-preview'
import { Alert, Descriptions, Flex } from 'antd'
import { Question } from '../../kit/question'

interface ConsequencesDialogProps {
  consequences: readonly Consequence[]
  onConfirm: () => void
  onClose: () => void
}

/** Asks for confirmation before a setting locks people out, and says who they are, including the reader. */
export function ConsequencesDialog(props: ConsequencesDialogProps) {
  const { consequences, ...answers } = props
  return (
    <Question {...answers} size="form" title="Save these settings?" confirm="Save and Apply" danger>
      <Descriptions
        layout="vertical"
        column={1}
        colon={false}
        items={consequences.map(({ field, sentence, toMe }) => ({
          key: field,
          label: settingName(field),
          children: (
            <Flex vertical gap="small">
              <p>{sentence}</p>
              {toMe && <Alert role="note" type="warning" message={toMe} />}
            </Flex>
          ),
        }))}
      />
    </Question>
  )
}
