import { splitCode } from '@rookies/data/communities/post-code'
import { TextWithCode } from '@rookies/ui/components/text-with-code/text-with-code'
import { Linked } from '../../ui/linked-text'

/** The text of a post, in which code is shown as code, and addresses are links (rules/communities#code). */
export function PostText({ text }: { text: string }) {
  return <TextWithCode parts={splitCode(text)} linked={(part) => <Linked text={part} />} />
}
