import { useSelector } from '@xstate/react';
import type { FormEvent } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import type { SnapshotFrom } from 'xstate';
import { passwordResetMachine } from '../../machines/account/passwordResetMachine.ts';
import { m } from '../../paraglide/messages.js';
import { passwordResetActors } from '../../services/account/account.ts';
import { NativeField } from '../../ui/NativeField.tsx';
import n from '../../ui/native.module.css';
import { useApp } from '../app.ts';
import { useNotices } from '../hooks.ts';
import s from '../login/LoginForm.module.css';
import { paths } from '../paths.ts';
import { useDraft } from '../public/draft.ts';
import { FormProblem, SubmitButton } from '../public/FormParts.tsx';
import { PasswordPair } from '../public/PasswordPair.tsx';
import { PublicPage } from '../public/PublicPage.tsx';
import { fieldText } from '../shell/fieldText.ts';
import { problemText } from '../shell/problemText.ts';
import { useChart } from '../useChart.ts';

const announcements = {
  account_email_missing: m.account_email_missing,
  account_link_sent: m.account_link_sent,
  account_password_too_short: m.account_password_too_short,
  account_password_different: m.account_password_different,
};

type State = SnapshotFrom<typeof passwordResetMachine>;

/** Password reset: requests a link or, opened by one, sets a new password. Driven by the `passwordReset` chart. */
export default function PasswordResetPage() {
  const { send } = useApp();
  const notices = useNotices();
  const navigate = useNavigate();
  const [parameters] = useSearchParams();
  const goHome = (kind: 'error' | 'success', text: string) => {
    notices.send({ type: 'notice.posted', kind, text });
    void navigate(paths.signIn, { replace: true });
  };
  const chart = useChart(passwordResetMachine, {
    actors: passwordResetActors(send),
    input: { linkId: parameters.get('Id') },
    announce: announcements,
    on: {
      'link.refused': ({ problem }) => goHome('error', problemText(problem)),
      'password.changed': () => goHome('success', m.account_password_changed()),
    },
  });
  const state = useSelector(chart, (snapshot) => snapshot);

  const [kept, keep] = useDraft('passwordReset', state.matches('sent'));

  if (state.hasTag('link'))
    return (
      <PublicPage title={m.account_choose_title()}>
        {state.matches('unvalidated') ? (
          <>
            <FormProblem title={m.account_link_unknown()}>{m.account_unreachable()}</FormProblem>
            <button type="button" className={`${n.button} ${n.primary} ${n.wide}`} onClick={() => chart.send({ type: 'link.retried' })}>
              {m.login_try_again()}
            </button>
          </>
        ) : (
          <p role="status">{m.account_link_checking()}</p>
        )}
      </PublicPage>
    );
  if (state.hasTag('choosing'))
    return (
      <NewPassword
        state={state}
        onSubmit={(password, repeated) => chart.send({ type: 'password.submitted', typed: { password, repeated } })}
        onEdit={() => chart.send({ type: 'form.edited' })}
      />
    );
  if (state.hasTag('sent'))
    return (
      <PublicPage
        title={
          <span tabIndex={-1} data-focus="sent">
            {m.account_link_sent()}
          </span>
        }
      >
        {state.matches({ sent: 'unsent' }) ? <FormProblem>{m.login_error()}</FormProblem> : null}
        <p>{m.account_link_sent_text({ email: state.context.email })}</p>
        {state.matches({ sent: 'again' }) ? <p role="status">{m.account_link_sent_again()}</p> : null}
        <button
          type="button"
          className={`${n.button} ${n.secondary} ${n.wide}`}
          aria-disabled={state.hasTag('busy')}
          onClick={() => chart.send({ type: 'link.requestedAgain' })}
        >
          {state.hasTag('busy') ? m.account_sending() : m.account_send_again()}
        </button>
      </PublicPage>
    );
  return (
    <RequestLink
      state={state}
      onSubmit={(email) => chart.send({ type: 'email.submitted', email })}
      email={kept.email}
      onEdit={(form) => {
        keep(form);
        if (state.matches({ requesting: 'incomplete' })) chart.send({ type: 'form.edited' });
      }}
    />
  );
}

interface RequestLinkProps {
  state: State;
  /** Typed before the page was reloaded. */
  email: string | undefined;
  onSubmit: (email: string) => void;
  onEdit: (form: HTMLFormElement) => void;
}

function RequestLink({ state, email, onSubmit, onEdit }: RequestLinkProps) {
  const isBusy = state.hasTag('busy');
  const isIncomplete = state.matches({ requesting: 'incomplete' });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    onSubmit(String(new FormData(event.currentTarget).get('email')));
  };
  return (
    <PublicPage title={m.account_forgot_title()} lead={m.account_forgot_lead()}>
      <form className={s.form} onSubmit={submit} onChange={({ currentTarget }) => onEdit(currentTarget)} noValidate aria-busy={isBusy}>
        {state.matches({ requesting: 'refused' }) && state.context.problem ? (
          <FormProblem>{problemText(state.context.problem)}</FormProblem>
        ) : null}
        {state.matches({ requesting: 'unreachable' }) ? <FormProblem>{m.account_unreachable()}</FormProblem> : null}
        <NativeField
          label={m.account_email()}
          name="email"
          defaultValue={email}
          type="email"
          data-focus="email"
          autoComplete="email"
          maxLength={254}
          error={
            isIncomplete
              ? m.account_email_missing()
              : state.matches({ requesting: 'refused' })
                ? fieldText(state.context.problem, 'email')
                : null
          }
        />
        <SubmitButton isBusy={isBusy} busyLabel={m.account_sending()}>
          {m.account_send_link()}
        </SubmitButton>
      </form>
    </PublicPage>
  );
}

interface NewPasswordProps {
  state: State;
  onSubmit: (password: string, repeated: string) => void;
  onEdit: () => void;
}

function NewPassword({ state, onSubmit, onEdit }: NewPasswordProps) {
  const isBusy = state.hasTag('busy');
  const isTooShort = state.matches({ choosing: 'tooShort' });
  const isDifferent = state.matches({ choosing: 'different' });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = new FormData(event.currentTarget);
    onSubmit(String(typed.get('password')), String(typed.get('repeated')));
  };
  return (
    <PublicPage title={m.account_choose_title()} lead={m.account_choose_lead({ name: state.context.userName })}>
      <form className={s.form} onSubmit={submit} onChange={() => (isTooShort || isDifferent) && onEdit()} noValidate aria-busy={isBusy}>
        {state.matches({ choosing: 'weak' }) && state.context.problem ? (
          <FormProblem>{problemText(state.context.problem)}</FormProblem>
        ) : null}
        {state.matches({ choosing: 'unreachable' }) ? <FormProblem>{m.account_unreachable()}</FormProblem> : null}
        <input type="hidden" name="username" autoComplete="username" value={state.context.userName} />
        <PasswordPair
          passwordError={
            isTooShort
              ? m.account_password_too_short()
              : state.matches({ choosing: 'weak' })
                ? fieldText(state.context.problem, 'password')
                : null
          }
          repeatedError={isDifferent ? m.account_password_different() : null}
        />
        <SubmitButton isBusy={isBusy} busyLabel={m.account_saving()}>
          {m.account_save_password()}
        </SubmitButton>
      </form>
    </PublicPage>
  );
}
