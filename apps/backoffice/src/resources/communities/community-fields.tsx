import { ACCESS_TYPES } from '@rookies/data/communities/community'
import {
  COMMUNITY_LIMITS,
  type CommunityFormValues,
  communityFormErrors,
  typedSlug,
} from '@rookies/data/communities/community-form'
import { Checkbox, Flex, Form, Input, Radio } from 'antd'
import { CourseSelect } from '../../kit/course-select'
import { judgedBy } from '../../kit/rules'
import cells from '../../ui/cells.module.css'
import { Optional } from '../../ui/optional'
import { ACCESS_DESCRIPTIONS, ACCESS_NAMES } from './access-names'

const rules = (field: keyof CommunityFormValues) => [judgedBy(communityFormErrors, field)]

export function CommunityFields() {
  const access = Form.useWatch('access', Form.useFormInstance<CommunityFormValues>())
  return (
    <>
      <Form.Item name="name" label="Name" rules={rules('name')}>
        <Input required autoComplete="off" />
      </Form.Item>
      <Form.Item name="slug" label="Slug" rules={rules('slug')} normalize={typedSlug}>
        <Input required autoComplete="off" spellCheck={false} prefix="/app/communities/" />
      </Form.Item>
      <Form.Item
        name="description"
        label={<Optional>Description</Optional>}
        rules={rules('description')}
      >
        <Input.TextArea
          autoSize={{ minRows: 2, maxRows: 8 }}
          count={{ show: true, max: COMMUNITY_LIMITS.description }}
        />
      </Form.Item>
      <Form.Item name="access" label="Access type">
        <Radio.Group aria-label="Access type">
          <Flex vertical gap="small">
            {ACCESS_TYPES.map((type) => (
              <Radio key={type} value={type}>
                {ACCESS_NAMES[type]}{' '}
                <span className={cells.second}>{ACCESS_DESCRIPTIONS[type]}</span>
              </Radio>
            ))}
          </Flex>
        </Radio.Group>
      </Form.Item>
      {(access === 'COURSE' || access === 'PAID') && <CourseField paid={access === 'PAID'} />}
      <Form.Item name="readOnly" valuePropName="checked" noStyle>
        <Checkbox>Read-only: only moderators can post</Checkbox>
      </Form.Item>
      <Form.Item name="cover" label={<Optional>Cover URL</Optional>} rules={rules('cover')}>
        <Input inputMode="url" autoComplete="off" placeholder="https://" />
      </Form.Item>
    </>
  )
}

function CourseField({ paid }: { paid: boolean }) {
  return (
    <Form.Item
      name="course"
      label={paid ? <Optional>Course</Optional> : 'Course'}
      rules={rules('course')}
      extra={
        paid && 'The course is only shown with the community. To join, people need a purchase.'
      }
    >
      <CourseSelect
        first={[{ value: '', label: paid ? 'No course' : 'Choose a course' }]}
        missing="Deleted course"
      />
    </Form.Item>
  )
}
