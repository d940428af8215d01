import { DEFAULT_ROLE, ROLES, type Role, roleLabel } from '@rookies/data/access/roles'
import { readListFile } from '@rookies/data/invites/read-invite-list'
import { Alert, Button, Col, Form, Input, Row, Upload } from 'antd'
import { FileSpreadsheet } from 'lucide-react'
import { useState } from 'react'
import { useMay } from '../../app/may'
import { CohortSelect } from '../../kit/cohort-select'
import { PiecesFields, type PiecesInput } from '../../kit/pieces-dialog'
import { CoursesField } from '../../people/courses-field'
import { Optional } from '../../ui/optional'
import { SelectField } from '../../ui/select-field'
import { DaysField } from './days-field'
import styles from './many-invites.module.css'

/** The pasted list, and default values for lines that do not set them. */
export interface ManySourceValues {
  text: string
  role: Role
  /** Slugs of courses. */
  courses: readonly string[]
  /** Slug of the cohort. */
  cohort: string | null
  /** How many days the invites are valid; null for the default. */
  days: number | null
}

export const EMPTY_SOURCE: ManySourceValues = {
  text: '',
  role: DEFAULT_ROLE,
  courses: [],
  cohort: null,
  days: null,
}

/** Largest size of a file in bytes. Two thousand lines take a tenth of it, so a larger file is no list of people. */
const LARGEST_FILE = 2_000_000

interface ManySourceProps {
  input: PiecesInput<ManySourceValues>
  busy: boolean
  /** Whether all people are added to one cohort, so that the other choices are hidden. */
  forCohort: boolean
  onChange: (values: Partial<ManySourceValues>) => void
}

/** Takes a list of people as pasted text or as a file. */
export function ManySource({ input, busy, forCohort, onChange }: ManySourceProps) {
  const mayGiveRole = useMay('invites', 'give_role')
  const mayAdd = useMay('cohort_members', 'create')
  const [refused, setRefused] = useState<string | null>(null)

  const read = async (chosen: File) => {
    if (chosen.size > LARGEST_FILE) return setRefused(`${chosen.name} is too large for a list.`)
    try {
      const text = await readListFile(chosen)
      input.form.setFieldsValue({ text })
      onChange({ text })
      setRefused(null)
    } catch {
      setRefused(`${chosen.name} could not be read.`)
    }
  }

  return (
    <PiecesFields input={input} onValuesChange={onChange}>
      <Row gutter={[32, 0]}>
        <Col xs={24} md={forCohort ? 24 : 14}>
          <Form.Item
            name="text"
            label={forCohort ? 'People to add' : 'People to invite'}
            extra={
              forCohort ? (
                'One email a line, or a CSV with a column of emails. Members join at once; the others get an invite.'
              ) : (
                <>
                  One email a line, or a CSV with the columns <code>email</code>, <code>role</code>
                  {mayAdd && (
                    <>
                      , <code>cohort</code> (a slug)
                    </>
                  )}{' '}
                  and <code>courses</code> (slugs separated by spaces). Only the first is needed.
                </>
              )
            }
          >
            <Input.TextArea
              className={styles.text ?? ''}
              autoSize={{ minRows: 8, maxRows: 16 }}
              spellCheck={false}
              placeholder={'ada@example.org\ngrace@example.org'}
              disabled={busy}
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
                // The file is read in the browser, so antd must not upload it.
                return false
              }}
            >
              <Button icon={<FileSpreadsheet aria-hidden="true" />} disabled={busy}>
                Choose CSV File
              </Button>
            </Upload>
          </Form.Item>
          {refused && <Alert type="error" message={refused} />}
          <DaysField name="days" />
        </Col>
        {!forCohort && (
          <Col xs={24} md={10}>
            {mayGiveRole && (
              <Form.Item name="role" label="Role for lines without one">
                <SelectField
                  label="Role for lines without one"
                  options={ROLES.toReversed().map((value) => ({ value, label: roleLabel(value) }))}
                />
              </Form.Item>
            )}
            {mayAdd && (
              <Form.Item name="cohort" label={<Optional>Cohort for lines without one</Optional>}>
                <CohortSelect by="slug" />
              </Form.Item>
            )}
            <CoursesField name="courses" legend="Courses for lines without any" by="slug" />
          </Col>
        )}
      </Row>
    </PiecesFields>
  )
}
