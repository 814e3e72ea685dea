import { m } from '../../paraglide/messages.js';
import { Html } from '../../ui/Html.tsx';
import { Notice } from '../../ui/Notice.tsx';

interface MarkNoticeProps {
  isRight: boolean;
  title?: string;
  /** HTML: why; empty where nothing is to be said of it. */
  explanation: string;
}

/** What was said of an answer; why it is not right is a press away, since it tells what is. */
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
