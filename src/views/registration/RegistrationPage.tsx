import { useSelector } from '@xstate/react';
import { type FormEvent, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import { isEmail } from '../../machines/formRules.ts';
import { type RegistrationInput, registrationMachine } from '../../machines/registration/registrationMachine.ts';
import { m } from '../../paraglide/messages.js';
import type { Draft } from '../../services/kit/tabStorage.ts';
import { registrationActors } from '../../services/registration.ts';
import { Link } from '../../ui/Link.tsx';
import { NativeField } from '../../ui/NativeField.tsx';
import n from '../../ui/native.module.css';
import { Select } from '../../ui/Select.tsx';
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
  account_registration_incomplete: m.account_registration_incomplete,
  account_details_incomplete: m.account_details_incomplete,
  account_password_too_short: m.account_password_too_short,
  account_link_sent: m.account_link_sent,
};

type Chart = ActorRefFrom<typeof registrationMachine>;
interface PartProps {
  state: SnapshotFrom<typeof registrationMachine>;
  chart: Chart;
}
interface FormProps extends PartProps {
  draft: ReturnType<typeof useDraft>;
}

/** A teacher requests an account or confirms the address, or an administrator activates it. Driven by the `registration` chart. */
function RegistrationPage({ purpose }: { purpose: RegistrationInput['purpose'] }) {
  const { send } = useApp();
  const notices = useNotices();
  const navigate = useNavigate();
  const [parameters] = useSearchParams();
  const input: RegistrationInput = purpose === 'register' ? { purpose } : { purpose, linkId: parameters.get('Id') ?? '' };
  const chart = useChart(registrationMachine, {
    actors: registrationActors(send),
    input,
    announce: announcements,
    on: {
      'link.refused': ({ problem }) => {
        notices.send({ type: 'notice.posted', kind: 'error', text: problemText(problem) });
        void navigate(paths.signIn, { replace: true });
      },
      'registration.failed': () => notices.send({ type: 'notice.posted', kind: 'error', text: m.account_registration_failed() }),
    },
  });
  const state = useSelector(chart, (snapshot) => snapshot);

  const applicantDraft = useDraft('registration', state.matches('waiting'));
  const detailsDraft = useDraft('details', state.matches('signedUp'));
  const part = { state, chart };
  if (state.hasTag('ended')) return <Ended {...part} />;
  if (state.hasTag('detailing')) return <Details {...part} draft={detailsDraft} />;
  if (state.hasTag('waiting')) return <Waiting {...part} />;
  if (purpose !== 'register') return <OpenedLink {...part} isActivation={purpose === 'activate'} />;
  return <Applying {...part} draft={applicantDraft} />;
}

export const RegisterPage = () => <RegistrationPage purpose="register" />;
export const ConfirmPage = () => <RegistrationPage purpose="confirm" />;
export const ActivationPage = () => <RegistrationPage purpose="activate" />;

/** Error text of a failed call of this chart: the server's text, or "Registration failed". */
const failureText = ({ context: { problem } }: PartProps['state']) =>
  problem?.message ? problemText(problem) : m.account_registration_failed();

function Applying({ state, chart, draft: [kept, keep] }: FormProps) {
  const { places, applicant } = state.context;
  const [district, setDistrict] = useState(kept.district_id ?? null);
  const [school, setSchool] = useState(kept.school_id ?? null);
  const form = useRef<HTMLFormElement>(null);
  const applying = (name: 'incomplete' | 'known' | 'refused' | 'unreachable') => state.matches({ applying: name });
  const isIncomplete = applying('incomplete');
  const refusal = applying('refused') ? state.context.problem : null;
  const isBusy = state.hasTag('busy');
  const edited = (chosen: Draft = { ...(district ? { district_id: district } : {}), ...(school ? { school_id: school } : {}) }) => {
    keep(form.current as HTMLFormElement, chosen);
    if (isIncomplete) chart.send({ type: 'form.edited' });
  };
  const missing = (value: string | number) => (isIncomplete && !value ? m.account_field_missing() : null);
  const schools = places.districts.find(({ district_id }) => String(district_id) === district)?.schools ?? [];

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = new FormData(event.currentTarget);
    const text = (name: string) => String(typed.get(name) ?? '').trim();
    chart.send({
      type: 'applicant.submitted',
      applicant: {
        email: text('email'),
        first_name: text('first_name'),
        last_name: text('last_name'),
        district_id: Number(district ?? 0),
        school_id: Number(school ?? 0),
      },
    });
  };
  if (state.matches('unloaded'))
    return (
      <PublicPage title={m.account_registration_title()}>
        <FormProblem title={m.account_places_failed()}>{m.account_unreachable()}</FormProblem>
        <button type="button" className={`${n.button} ${n.primary} ${n.wide}`} onClick={() => chart.send({ type: 'places.retried' })}>
          {m.login_try_again()}
        </button>
      </PublicPage>
    );
  return (
    <PublicPage title={m.account_registration_title()} lead={m.account_registration_lead()}>
      <form ref={form} className={s.form} onSubmit={submit} onChange={() => edited()} noValidate aria-busy={isBusy}>
        {isIncomplete ? <FormProblem>{m.account_registration_incomplete()}</FormProblem> : null}
        {applying('known') ? (
          <FormProblem title={m.account_email_exists()}>
            {m.account_email_exists_text()} <Link href={paths.retrievePassword}>{m.login_forgot()}</Link>
          </FormProblem>
        ) : null}
        {applying('refused') || applying('unreachable') ? <FormProblem>{failureText(state)}</FormProblem> : null}
        <NativeField
          label={m.account_first_name()}
          name="first_name"
          defaultValue={kept.first_name}
          autoComplete="given-name"
          maxLength={60}
          error={missing(applicant.first_name) ?? fieldText(refusal, 'first_name')}
        />
        <NativeField
          label={m.account_last_name()}
          name="last_name"
          defaultValue={kept.last_name}
          autoComplete="family-name"
          maxLength={60}
          error={missing(applicant.last_name) ?? fieldText(refusal, 'last_name')}
        />
        <NativeField
          label={m.account_email()}
          name="email"
          defaultValue={kept.email}
          type="email"
          autoComplete="email"
          maxLength={254}
          error={isIncomplete && !isEmail(applicant.email) ? m.account_email_missing() : fieldText(refusal, 'email')}
        />
        <Select
          label={m.account_district()}
          value={district}
          placeholder={m.account_choose()}
          options={places.districts.map(({ district_id, name }) => ({ key: String(district_id), label: name }))}
          onChange={(key) => {
            setDistrict(key);
            setSchool(null);
            edited({ district_id: key });
          }}
          error={missing(applicant.district_id)}
        />
        <Select
          label={m.account_school()}
          value={school}
          placeholder={m.account_choose()}
          reason={district === null ? m.account_district_first() : null}
          options={schools.map(({ school_id, name }) => ({ key: String(school_id), label: name }))}
          onChange={(key) => {
            setSchool(key);
            edited({ district_id: district as string, school_id: key });
          }}
          error={district === null ? null : missing(applicant.school_id)}
        />
        <SubmitButton isBusy={isBusy} busyLabel={m.account_sending()}>
          {m.account_register()}
        </SubmitButton>
      </form>
    </PublicPage>
  );
}

function Waiting({ state, chart }: PartProps) {
  const isBusy = state.hasTag('busy');
  return (
    <PublicPage
      title={
        <span tabIndex={-1} data-focus="sent">
          {m.account_link_sent()}
        </span>
      }
    >
      {state.matches({ waiting: 'unsent' }) ? <FormProblem>{m.login_error()}</FormProblem> : null}
      <p>{m.account_registration_sent_text({ email: state.context.applicant.email })}</p>
      {state.matches({ waiting: 'again' }) ? <p role="status">{m.account_link_sent_again()}</p> : null}
      <button
        type="button"
        className={`${n.button} ${n.secondary} ${n.wide}`}
        aria-disabled={isBusy}
        onClick={() => chart.send({ type: 'link.requestedAgain' })}
      >
        {isBusy ? m.account_sending() : m.account_send_again()}
      </button>
    </PublicPage>
  );
}

function OpenedLink({ state, chart, isActivation }: PartProps & { isActivation: boolean }) {
  const isBusy = state.hasTag('busy');
  return (
    <PublicPage
      title={isActivation ? m.account_activation_title() : m.account_confirm_title()}
      lead={isActivation ? m.account_activation_lead() : m.account_confirm_lead()}
    >
      {state.matches({ opened: 'unreachable' }) ? <FormProblem>{m.account_unreachable()}</FormProblem> : null}
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

function Details({ state, chart, draft: [drafted, keep] }: FormProps) {
  const { registration } = state.context;
  const request_id = registration?.request_id ?? '';
  // Another link may have been opened in this tab meanwhile.
  const kept: Draft = drafted.request_id === request_id ? drafted : {};
  const detailing = (name: 'incomplete' | 'tooShort' | 'refused' | 'unreachable') => state.matches({ detailing: name });
  const isBusy = state.hasTag('busy');
  const refusal = detailing('refused') ? state.context.problem : null;
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
    <PublicPage
      title={m.account_details_title({ name: registration?.first_name ?? '' })}
      lead={m.account_details_lead({ school: registration?.school_name ?? '' })}
    >
      <form
        className={s.form}
        onSubmit={submit}
        onChange={({ currentTarget }) => {
          keep(currentTarget, { request_id });
          if (detailing('incomplete') || detailing('tooShort')) chart.send({ type: 'form.edited' });
        }}
        noValidate
        aria-busy={isBusy}
      >
        {detailing('incomplete') ? <FormProblem>{m.account_details_incomplete()}</FormProblem> : null}
        {detailing('refused') || detailing('unreachable') ? <FormProblem>{failureText(state)}</FormProblem> : null}
        <NativeField
          label={m.account_user_name()}
          name="user_name"
          defaultValue={kept.user_name}
          data-focus="user_name"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={60}
          error={fieldText(refusal, 'user_name')}
        />
        <NativeField
          label={m.account_grade()}
          name="grade"
          defaultValue={kept.grade}
          autoComplete="off"
          maxLength={20}
          description={m.account_no_grade()}
          error={fieldText(refusal, 'grade')}
        />
        <PasswordPair
          passwordError={detailing('tooShort') ? m.account_password_too_short() : fieldText(refusal, 'password')}
          repeatedError={null}
        />
        <SubmitButton isBusy={isBusy} busyLabel={m.account_saving()}>
          {m.account_sign_up()}
        </SubmitButton>
      </form>
    </PublicPage>
  );
}

function Ended({ state }: PartProps) {
  const { registration } = state.context;
  const name = `${registration?.first_name} ${registration?.last_name}`;
  return state.matches('activated') ? (
    <PublicPage title={m.account_activated({ name })}>
      <p role="status">{m.account_activated_text({ name })}</p>
    </PublicPage>
  ) : (
    <PublicPage title={m.account_signed_up()}>
      <p role="status">{m.account_signed_up_text({ school: registration?.school_name ?? '' })}</p>
    </PublicPage>
  );
}
