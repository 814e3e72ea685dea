import type { FormEvent } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { passwordResetMachine } from '../../machines/account/passwordResetMachine.ts';
import { m } from '../../paraglide/messages.js';
import n from '../../ui/native.module.css';
import s from '../login/LoginForm.module.css';
import { offer } from '../offer.ts';
import { FormFailure, FormProblem, SubmitButton } from '../public/FormParts.tsx';
import { PasswordPair } from '../public/PasswordPair.tsx';
import { PublicPage } from '../public/PublicPage.tsx';
import { fieldText } from '../shell/fieldText.ts';
import { useFields } from '../useFields.ts';

/** The user chooses a new password, once the server has accepted the link. */
export function ChoosePassword({ chart }: { chart: ActorRefFrom<typeof passwordResetMachine> }) {
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
