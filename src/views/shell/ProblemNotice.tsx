import type { Problem } from '../../machines/problem.ts';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/Button.tsx';
import { IconRefresh } from '../../ui/icons.ts';
import { Notice } from '../../ui/Notice.tsx';
import { problemText } from './problemText.ts';

interface ProblemNoticeProps {
  /** Default: it could not be loaded. */
  title?: string;
  problem: Problem | null;
  onRetry?: () => void;
  /** `data-focus` name, for states that move focus here. */
  focus?: string;
}

/** A failure: what happened, and Try again if that helps. */
export function ProblemNotice({ title = m.common_load_failed(), problem, onRetry, focus = 'problem' }: ProblemNoticeProps) {
  return (
    <div data-focus={focus} tabIndex={-1}>
      <Notice
        tone="error"
        title={title}
        action={
          onRetry ? (
            <Button size="small" icon={IconRefresh} onPress={onRetry}>
              {m.common_try_again()}
            </Button>
          ) : null
        }
      >
        {problem ? problemText(problem) : null}
      </Notice>
    </div>
  );
}
