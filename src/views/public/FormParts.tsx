import type { ReactNode } from 'react';
import type { Problem } from '../../machines/problem.ts';
import { m } from '../../paraglide/messages.js';
import n from '../../ui/native.module.css';
import s from '../login/LoginForm.module.css';
import { problemText } from '../shell/problemText.ts';

/** An error of the whole form, above the fields. A state with `focus: 'problem'` moves the focus here. */
export function FormProblem({ title, children, focus = 'problem' }: { title?: ReactNode; children?: ReactNode; focus?: string }) {
  return (
    <div className={s.problem} role="alert" tabIndex={-1} data-focus={focus}>
      {title ? <p>{title}</p> : null}
      {children ? <p className={s.detail}>{children}</p> : null}
    </div>
  );
}

/** Why a form was not accepted: the refusal, or that the server did not answer. Nothing if it was. */
export const FormFailure = ({ problem }: { problem: Problem | null }) =>
  problem ? <FormProblem>{problem.refused ? problemText(problem) : m.account_unreachable()}</FormProblem> : null;

/** The submit button of a public form; a press while busy does nothing. */
export function SubmitButton({ isBusy, busyLabel, children }: { isBusy: boolean; busyLabel: ReactNode; children: ReactNode }) {
  return (
    <button type="submit" className={`${n.button} ${n.primary} ${n.wide}`} aria-disabled={isBusy}>
      {isBusy ? busyLabel : children}
    </button>
  );
}
