import { useEffect, useRef } from 'react';
import type { Problem } from '../../machines/problem.ts';
import { m } from '../../paraglide/messages.js';
import n from '../../ui/native.module.css';
import s from '../public/public.module.css';
import { problemText } from '../shell/problemText.ts';

interface ReplaceQuestionProps {
  /** The reason: who is signed in here. */
  problem: Problem | null;
  onAnswer: (isConfirmed: boolean) => void;
}

/** Asks before a sign-in ends another user's session in this browser. */
export default function ReplaceQuestion({ problem, onAnswer }: ReplaceQuestionProps) {
  const question = useRef<HTMLDivElement>(null);
  // This part may load after the chart has moved the focus.
  useEffect(() => question.current?.focus(), []);
  return (
    <div className={s.question} role="alert" tabIndex={-1} ref={question} data-focus="replace-question">
      <p className={s.strong}>{problem ? problemText(problem) : null}</p>
      <p>{m.login_replace_text()}</p>
      <button type="button" className={`${n.button} ${n.primary} ${n.wide}`} onClick={() => onAnswer(false)}>
        {m.login_replace_decline()}
      </button>
      <button type="button" className={`${n.button} ${n.secondary} ${n.wide}`} onClick={() => onAnswer(true)}>
        {m.login_replace_confirm()}
      </button>
    </div>
  );
}
