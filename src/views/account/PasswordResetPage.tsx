import type { FormEvent } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { passwordResetMachine } from '../../machines/account/passwordResetMachine.ts';
import { m } from '../../paraglide/messages.js';
import { passwordResetActors } from '../../services/account/account.ts';
import n from '../../ui/native.module.css';
import { useApp } from '../app.ts';
import { useNotices } from '../hooks.ts';
import s from '../login/LoginForm.module.css';
import { offer } from '../offer.ts';
import { paths } from '../paths.ts';
import { FormFailure, FormProblem, SubmitButton } from '../public/FormParts.tsx';
import { PasswordPair } from '../public/PasswordPair.tsx';
import { PublicPage } from '../public/PublicPage.tsx';
import { fieldText } from '../shell/fieldText.ts';
import { problemText } from '../shell/problemText.ts';
import { useChart } from '../useChart.ts';
import { useFields } from '../useFields.ts';
import { ResetLinkPage } from './ResetLinkPage.tsx';

const announcements = {
  account_password_too_short: m.account_password_too_short,
  account_password_different: m.account_password_different,
};

/** Password reset: without a link it requests one, with a link it sets a new password. */
export default function PasswordResetPage() {
  const linkId = useSearchParams()[0].get('Id');
  return linkId === null ? <ResetLinkPage /> : <NewPassword linkId={linkId} />;
}

/** Sets a new password, driven by the `passwordReset` chart. */
function NewPassword({ linkId }: { linkId: string }) {
  const { send } = useApp();
  const notices = useNotices();
  const navigate = useNavigate();
  const goHome = (kind: 'error' | 'success', text: string) => {
    notices.send({ type: 'notice.posted', kind, text });
    void navigate(paths.signIn, { replace: true });
  };
  const chart = useChart(passwordResetMachine, {
    actors: passwordResetActors(send),
    input: { linkId },
    announce: announcements,
    on: {
      'link.refused': ({ problem }) => goHome('error', problemText(problem)),
      'password.changed': () => goHome('success', m.account_password_changed()),
    },
  });
  const { isBusy, isChoosing, isUnvalidated, isTooShort, isDifferent, userName, problem } = useFields(chart, (snapshot) => ({
    isBusy: snapshot.hasTag('busy'),
    isChoosing: snapshot.hasTag('choosing'),
    isUnvalidated: snapshot.can({ type: 'link.retried' }),
    isTooShort: snapshot.hasTag('tooShort'),
    isDifferent: snapshot.hasTag('different'),
    userName: snapshot.context.userName,
    problem: snapshot.context.problem,
  }));

  if (isUnvalidated)
    return (
      <PublicPage title={m.account_choose_title()}>
        <FormProblem title={m.account_link_unknown()}>{m.account_unreachable()}</FormProblem>
        <button type="button" className={`${n.button} ${n.primary} ${n.wide}`} onClick={() => chart.send({ type: 'link.retried' })}>
          {m.login_try_again()}
        </button>
      </PublicPage>
    );
  if (!isChoosing)
    return (
      <PublicPage title={m.account_choose_title()}>
        <p role="status">{m.account_link_checking()}</p>
      </PublicPage>
    );
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = new FormData(event.currentTarget);
    const text = (name: string) => String(typed.get(name));
    chart.send({ type: 'password.submitted', typed: { password: text('password'), repeated: text('repeated') } });
  };
  return (
    <PublicPage title={m.account_choose_title()} lead={m.account_choose_lead({ name: userName })}>
      <form className={s.form} onSubmit={submit} onChange={() => offer(chart, { type: 'form.edited' })} noValidate aria-busy={isBusy}>
        <FormFailure problem={problem} />
        <input type="hidden" name="username" autoComplete="username" value={userName} />
        <PasswordPair
          passwordError={isTooShort ? m.account_password_too_short() : fieldText(problem, 'password')}
          repeatedError={isDifferent ? m.account_password_different() : null}
        />
        <SubmitButton isBusy={isBusy} busyLabel={m.account_saving()}>
          {m.account_save_password()}
        </SubmitButton>
      </form>
    </PublicPage>
  );
}
