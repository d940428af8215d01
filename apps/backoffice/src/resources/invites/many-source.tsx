import { DEFAULT_ROLE, ROLES, type Role, roleLabel } from '@rookies/data/access/roles'
import { readListFile } from '@rookies/data/invites/read-invite-list'
import { Alert, Button, Col, Form, Input, Row, Upload } from 'antd'
import { FileSpreadsheet } from 'lucide-react'
import { useId, useState } from 'react'
import { useMay } from '../../app/may'
import { useRead } from '../../app/use-read'
import { SelectField } from '../../ui/select-field'
import { CoursesField } from './courses-field'
import styles from './many-invites.module.css'

/** A list as it was written, and what holds for lines that say nothing themselves. */
export interface ManySourceValues {
  text: string
  role: Role
  /** Slugs. */
  courses: readonly string[]
}

export const EMPTY_SOURCE: ManySourceValues = { text: '', role: DEFAULT_ROLE, courses: [] }

/** Two thousand lines are a tenth of it; more is no list of people. */
const LARGEST_FILE = 2_000_000

interface ManySourceProps {
  values: ManySourceValues
  busy: boolean
  onChange: (values: Partial<ManySourceValues>) => void
}

/** Where a list of people comes from: pasted, or out of a file. */
export function ManySource({ values, busy, onChange }: ManySourceProps) {
  const mayGiveRole = useMay('invites', 'give_role')
  const titles = useRead('courses/titles')
  const id = useId()
  const [refused, setRefused] = useState<string | null>(null)

  const read = async (chosen: File) => {
    if (chosen.size > LARGEST_FILE) return setRefused(`${chosen.name} is too large for a list.`)
    try {
      onChange({ text: await readListFile(chosen) })
      setRefused(null)
    } catch {
      setRefused(`${chosen.name} could not be read.`)
    }
  }

  const courses = titles.data ?? []
  const selected = new Set(
    courses.filter(({ slug }) => values.courses.includes(slug)).map((course) => course.id),
  )
  const onSwitch = (courseId: string, on: boolean) => {
    const slug = courses.find((course) => course.id === courseId)?.slug
    if (slug === undefined) return
    const others = values.courses.filter((other) => other !== slug)
    onChange({ courses: on ? [...others, slug] : others })
  }

  return (
    <Form component={false} layout="vertical">
      <Row gutter={[32, 0]}>
        <Col xs={24} md={14}>
          <Form.Item
            label="People to invite"
            htmlFor={id}
            extra={
              <span id={`${id}-hint`}>
                One address a line, or a CSV with the columns <code>email</code>, <code>role</code>{' '}
                and <code>courses</code> (slugs, with spaces between); the last two may be missing.
              </span>
            }
          >
            <Input.TextArea
              id={id}
              className={styles.text ?? ''}
              aria-describedby={`${id}-hint`}
              autoSize={{ minRows: 8, maxRows: 16 }}
              spellCheck={false}
              placeholder={'ada@example.org\ngrace@example.org'}
              disabled={busy}
              value={values.text}
              onChange={({ target }) => onChange({ text: target.value })}
            />
          </Form.Item>
          <Form.Item>
            <Upload
              aria-label="CSV file"
              accept=".csv,.txt,.tsv,text/csv,text/plain"
              showUploadList={false}
              disabled={busy}
              beforeUpload={(chosen) => {
                void read(chosen)
                // It is read here, and goes nowhere.
                return false
              }}
            >
              <Button icon={<FileSpreadsheet aria-hidden="true" />} disabled={busy}>
                Choose CSV File
              </Button>
            </Upload>
          </Form.Item>
          {refused && <Alert type="error" message={refused} />}
        </Col>
        <Col xs={24} md={10}>
          {mayGiveRole && (
            <Form.Item label="Role of lines without one" htmlFor={`${id}-role`}>
              <SelectField
                id={`${id}-role`}
                label="Role of lines without one"
                value={values.role}
                options={ROLES.toReversed().map((value) => ({ value, label: roleLabel(value) }))}
                onChange={(role) => onChange({ role })}
              />
            </Form.Item>
          )}
          <CoursesField
            legend="Courses of lines without any"
            titles={titles}
            selected={selected}
            onSwitch={onSwitch}
          />
        </Col>
      </Row>
    </Form>
  )
}
