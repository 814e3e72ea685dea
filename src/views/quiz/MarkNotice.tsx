import { m } from '../../paraglide/messages.js';
import { Html } from '../../ui/Html.tsx';
import { Notice } from '../../ui/Notice.tsx';

interface MarkNoticeProps {
  isRight: boolean;
  title?: string;
  /** HTML with the reason; empty if there is none. */
  explanation: string;
}

/** Feedback on an answer. For a wrong answer the explanation is folded, since it gives the right answer away. */
export function MarkNotice({ isRight, title = isRight ? m.check_right() : m.check_wrong(), explanation }: MarkNoticeProps) {
  return (
    <Notice tone={isRight ? 'success' : 'warning'} title={title} isSaid>
      {explanation === '' ? null : isRight ? (
        <Html html={explanation} />
      ) : (
        <details>
          <summary>{m.check_why()}</summary>
          <Html html={explanation} />
        </details>
      )}
    </Notice>
  );
}
