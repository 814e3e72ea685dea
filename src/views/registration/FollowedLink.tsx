import type { FormEvent } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { Registration } from '../../../contract/registration.ts';
import type { registrationMachine } from '../../machines/registration/registrationMachine.ts';
import { m } from '../../paraglide/messages.js';
import type { Draft } from '../../services/kit/tabStorage.ts';
import { NativeField } from '../../ui/NativeField.tsx';
import n from '../../ui/native.module.css';
import s from '../login/LoginForm.module.css';
import { offer } from '../offer.ts';
import { useDraft } from '../public/draft.ts';
import { FormProblem, SubmitButton } from '../public/FormParts.tsx';
import { PasswordPair } from '../public/PasswordPair.tsx';
import { PublicPage } from '../public/PublicPage.tsx';
import { fieldText } from '../shell/fieldText.ts';
import { useFields } from '../useFields.ts';
import { registrationFailure } from './registrationFailure.ts';

interface FollowedLinkProps {
  chart: ActorRefFrom<typeof registrationMachine>;
  /** The link is an administrator's. */
  isActivation: boolean;
}

/** The link of a registration's email: the applicant creates the account, or an administrator activates it. */
export function FollowedLink({ chart, isActivation }: FollowedLinkProps) {
  const { isBusy, isDetailing, isSignedUp, isActivated, registration, problem } = useFields(chart, (snapshot) => ({
    isBusy: snapshot.hasTag('busy'),
    isDetailing: snapshot.hasTag('detailing'),
    isSignedUp: snapshot.hasTag('signedUp'),
    isActivated: snapshot.hasTag('activated'),
    registration: snapshot.context.registration,
    problem: snapshot.context.problem,
  }));
  const draft = useDraft('details', isSignedUp);
  if (registration && isActivated) {
    const name = `${registration.first_name} ${registration.last_name}`;
    return (
      <PublicPage title={m.account_activated({ name })}>
        <p role="status">{m.account_activated_text({ name })}</p>
      </PublicPage>
    );
  }
  if (registration && isSignedUp)
    return (
      <PublicPage title={m.account_signed_up()}>
        <p role="status">{m.account_signed_up_text({ school: registration.school_name })}</p>
      </PublicPage>
    );
  if (registration && isDetailing) return <Details chart={chart} registration={registration} draft={draft} />;
  return (
    <PublicPage
      title={isActivation ? m.account_activation_title() : m.account_confirm_title()}
      lead={isActivation ? m.account_activation_lead() : m.account_confirm_lead()}
    >
      {problem ? <FormProblem>{m.account_unreachable()}</FormProblem> : null}
      <button
        type="button"
        className={`${n.button} ${n.primary} ${n.wide}`}
        aria-disabled={isBusy}
        onClick={() => chart.send({ type: 'link.opened' })}
      >
        {isBusy ? m.account_link_checking() : isActivation ? m.account_activate() : m.account_confirm()}
      </button>
    </PublicPage>
  );
}

interface DetailsProps {
  chart: ActorRefFrom<typeof registrationMachine>;
  registration: Registration;
  draft: ReturnType<typeof useDraft>;
}

function Details({ chart, registration: { request_id, first_name, school_name }, draft: [drafted, keep] }: DetailsProps) {
  // Another link may have been opened in this tab meanwhile.
  const kept: Draft = drafted.request_id === request_id ? drafted : {};
  const { isBusy, isUnnamed, isTooShort, isDifferent, problem } = useFields(chart, (snapshot) => ({
    isBusy: snapshot.hasTag('busy'),
    isUnnamed: snapshot.hasTag('unnamed'),
    isTooShort: snapshot.hasTag('tooShort'),
    isDifferent: snapshot.hasTag('different'),
    problem: snapshot.context.problem,
  }));
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = new FormData(event.currentTarget);
    const text = (name: string) => String(typed.get(name) ?? '');
    chart.send({
      type: 'details.submitted',
      details: {
        user_name: text('user_name').trim(),
        grade: text('grade').trim() || null,
        password: text('password'),
        repeated: text('repeated'),
      },
    });
  };
  return (
    <PublicPage title={m.account_details_title({ name: first_name })} lead={m.account_details_lead({ school: school_name })}>
      <form
        className={s.form}
        onSubmit={submit}
        onChange={({ currentTarget }) => {
          keep(currentTarget, { request_id });
          offer(chart, { type: 'form.edited' });
        }}
        noValidate
        aria-busy={isBusy}
      >
        {problem ? <FormProblem>{registrationFailure(problem)}</FormProblem> : null}
        <NativeField
          label={m.account_user_name()}
          name="user_name"
          defaultValue={kept.user_name}
          data-focus="user_name"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={60}
          error={isUnnamed ? m.account_details_incomplete() : fieldText(problem, 'user_name')}
        />
        <NativeField
          label={m.account_grade()}
          name="grade"
          defaultValue={kept.grade}
          autoComplete="off"
          maxLength={20}
          description={m.account_no_grade()}
          error={fieldText(problem, 'grade')}
        />
        <PasswordPair
          passwordError={isTooShort ? m.account_password_too_short() : fieldText(problem, 'password')}
          repeatedError={isDifferent ? m.account_password_different() : null}
        />
        <SubmitButton isBusy={isBusy} busyLabel={m.account_saving()}>
          {m.account_sign_up()}
        </SubmitButton>
      </form>
    </PublicPage>
  );
}
