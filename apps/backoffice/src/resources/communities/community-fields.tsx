import { ACCESS_TYPES } from '@rookies/data/communities/community'
import {
  COMMUNITY_LIMITS,
  type CommunityFormErrors,
  type CommunityFormValues,
  typedSlug,
} from '@rookies/data/communities/community-form'
import { Checkbox, Flex, Input, Radio } from 'antd'
import { useRead } from '../../app/use-read'
import cells from '../../ui/cells.module.css'
import { Field } from '../../ui/field'
import { SelectField } from '../../ui/select-field'
import { ACCESS_NAMES, ACCESS_SENTENCES } from './access-names'

interface CommunityFieldsProps {
  /** Begins the ids of the fields. */
  id: string
  values: CommunityFormValues
  errors: CommunityFormErrors
  onChange: (changed: Partial<CommunityFormValues>) => void
}

/** The fields of the community form. */
export function CommunityFields({ id, values, errors, onChange }: CommunityFieldsProps) {
  return (
    <>
      <Field id={`${id}-name`} label="Name" error={errors.name}>
        {(control) => (
          <Input
            {...control}
            value={values.name}
            required
            autoComplete="off"
            onChange={({ target }) => onChange({ name: target.value })}
          />
        )}
      </Field>
      <Field id={`${id}-slug`} label="Slug" error={errors.slug}>
        {(control) => (
          <Input
            {...control}
            value={values.slug}
            required
            autoComplete="off"
            spellCheck={false}
            prefix="/app/communities/"
            onChange={({ target }) => onChange({ slug: typedSlug(target.value) })}
          />
        )}
      </Field>
      <Field id={`${id}-description`} label="Description (optional)" error={errors.description}>
        {(control) => (
          <Input.TextArea
            {...control}
            value={values.description}
            autoSize={{ minRows: 2, maxRows: 8 }}
            count={{ show: true, max: COMMUNITY_LIMITS.description }}
            onChange={({ target }) => onChange({ description: target.value })}
          />
        )}
      </Field>
      <Field id={`${id}-access`} label="Access type">
        {(control) => (
          <Radio.Group
            id={control.id}
            aria-label="Access type"
            value={values.access}
            onChange={({ target }) => onChange({ access: target.value })}
          >
            <Flex vertical gap="small">
              {ACCESS_TYPES.map((access) => (
                <Radio key={access} value={access}>
                  {ACCESS_NAMES[access]}{' '}
                  <span className={cells.fact}>{ACCESS_SENTENCES[access]}</span>
                </Radio>
              ))}
            </Flex>
          </Radio.Group>
        )}
      </Field>
      {(values.access === 'COURSE' || values.access === 'PAID') && (
        <CourseField id={id} values={values} errors={errors} onChange={onChange} />
      )}
      <Checkbox
        checked={values.readOnly}
        onChange={({ target }) => onChange({ readOnly: target.checked })}
      >
        Read-only: only its moderators write
      </Checkbox>
      <Field id={`${id}-cover`} label="Cover URL (optional)" error={errors.cover}>
        {(control) => (
          <Input
            {...control}
            value={values.cover}
            inputMode="url"
            autoComplete="off"
            placeholder="https://"
            onChange={({ target }) => onChange({ cover: target.value })}
          />
        )}
      </Field>
    </>
  )
}

function CourseField({ id, values, errors, onChange }: CommunityFieldsProps) {
  const titles = useRead('courses/titles')
  const options = (titles.data ?? []).map((course) => ({ value: course.id, label: course.title }))
  // What is chosen may not be there yet, or be gone.
  const known = values.course === '' || options.some(({ value }) => value === values.course)
  return (
    <Field
      id={`${id}-course`}
      label={values.access === 'PAID' ? 'Course (optional)' : 'Course'}
      error={errors.course}
      hint={
        values.access === 'PAID' ? 'Named beside it; the purchase alone lets people in.' : undefined
      }
    >
      {(control) => (
        <SelectField
          id={control.id}
          label="Course"
          value={values.course}
          options={[
            { value: '', label: values.access === 'PAID' ? 'No course' : 'Choose a course' },
            ...options,
            ...(known
              ? []
              : [{ value: values.course, label: titles.data ? 'Deleted course' : '…' }]),
          ]}
          onChange={(course) => onChange({ course })}
        />
      )}
    </Field>
  )
}
