import type { FormEvent } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { passwordResetMachine } from '../../machines/account/passwordResetMachine.ts';
import { m } from '../../paraglide/messages.js';
import { NativeField } from '../../ui/NativeField.tsx';
import s from '../login/LoginForm.module.css';
import { offer } from '../offer.ts';
import { useDraft } from '../public/draft.ts';
import { FormFailure, SubmitButton } from '../public/FormParts.tsx';
import { LinkSent } from '../public/LinkSent.tsx';
import { PublicPage } from '../public/PublicPage.tsx';
import { fieldText } from '../shell/fieldText.ts';
import { useFields } from '../useFields.ts';

/** The user requests an email with a link to choose a new password. */
export function RequestLink({ chart }: { chart: ActorRefFrom<typeof passwordResetMachine> }) {
  const { isBusy, isIncomplete, isSent, isAgain, email, problem } = useFields(chart, (snapshot) => ({
    isBusy: snapshot.hasTag('busy'),
    isIncomplete: snapshot.hasTag('fieldError'),
    isSent: snapshot.hasTag('sent'),
    isAgain: snapshot.hasTag('again'),
    email: snapshot.context.email,
    problem: snapshot.context.problem,
  }));
  const [kept, keep] = useDraft('passwordReset', isSent);
  if (isSent)
    return (
      <LinkSent
        text={m.account_link_sent_text({ email })}
        isBusy={isBusy}
        isAgain={isAgain}
        hasFailed={problem !== null}
        onAgain={() => chart.send({ type: 'link.requestedAgain' })}
      />
    );
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    chart.send({ type: 'email.submitted', email: String(new FormData(event.currentTarget).get('email')) });
  };
  const edit = (form: HTMLFormElement) => {
    keep(form);
    offer(chart, { type: 'form.edited' });
  };
  return (
    <PublicPage title={m.account_forgot_title()} lead={m.account_forgot_lead()}>
      <form className={s.form} onSubmit={submit} onChange={({ currentTarget }) => edit(currentTarget)} noValidate aria-busy={isBusy}>
        <FormFailure problem={problem} />
        <NativeField
          label={m.account_email()}
          name="email"
          defaultValue={kept.email}
          type="email"
          data-focus="email"
          autoComplete="email"
          maxLength={254}
          error={isIncomplete ? m.account_email_missing() : fieldText(problem, 'email')}
        />
        <SubmitButton isBusy={isBusy} busyLabel={m.account_sending()}>
          {m.account_send_link()}
        </SubmitButton>
      </form>
    </PublicPage>
  );
}
