import type { ItemTerm } from '../../../contract/itemTerm.ts';
import { m } from '../../paraglide/messages.js';
import { Html } from '../../ui/Html.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Marked } from '../glossary/Marked.tsx';

interface MarkNoticeProps {
  isRight: boolean;
  title?: string;
  /** HTML with the reason; empty if there is none. */
  explanation: string;
  /** To mark in the explanation. */
  terms?: readonly ItemTerm[] | undefined;
}

/** Feedback on an answer. For a wrong answer the explanation is folded, since it gives the right answer away. */
export function MarkNotice({ isRight, title = isRight ? m.check_right() : m.check_wrong(), explanation, terms }: MarkNoticeProps) {
  const why = (
    <Marked html={explanation} terms={terms}>
      <Html html={explanation} />
    </Marked>
  );
  return (
    <Notice tone={isRight ? 'success' : 'warning'} title={title} isSaid>
      {explanation === '' ? null : isRight ? (
        why
      ) : (
        <details>
          <summary>{m.check_why()}</summary>
          {why}
        </details>
      )}
    </Notice>
  );
}
