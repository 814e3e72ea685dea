import { type FormEvent, useRef, useState } from 'react';
import type { ActorRefFrom } from 'xstate';
import { isEmail } from '../../../common/isEmail.ts';
import type { registrationMachine } from '../../machines/registration/registrationMachine.ts';
import { m } from '../../paraglide/messages.js';
import type { Draft } from '../../services/kit/tabStorage.ts';
import { Link } from '../../ui/Link.tsx';
import { NativeField } from '../../ui/NativeField.tsx';
import n from '../../ui/native.module.css';
import { Select } from '../../ui/Select.tsx';
import s from '../login/LoginForm.module.css';
import { offer } from '../offer.ts';
import { paths } from '../paths.ts';
import { useDraft } from '../public/draft.ts';
import { FormProblem, SubmitButton } from '../public/FormParts.tsx';
import { LinkSent } from '../public/LinkSent.tsx';
import { NameField } from '../public/NameField.tsx';
import { PublicPage } from '../public/PublicPage.tsx';
import { fieldText } from '../shell/fieldText.ts';
import { useFields } from '../useFields.ts';
import { registrationFailure } from './registrationFailure.ts';

/** The teacher requests an account. */
export function RequestAccount({ chart }: { chart: ActorRefFrom<typeof registrationMachine> }) {
  const { isBusy, isUnloaded, isSent, isAgain, email, problem } = useFields(chart, (snapshot) => ({
    isBusy: snapshot.hasTag('busy'),
    isUnloaded: snapshot.hasTag('unloaded'),
    isSent: snapshot.hasTag('sent'),
    isAgain: snapshot.hasTag('again'),
    email: snapshot.context.applicant.email,
    problem: snapshot.context.problem,
  }));
  const draft = useDraft('registration', isSent);
  if (isSent)
    return (
      <LinkSent
        text={m.account_registration_sent_text({ email })}
        isBusy={isBusy}
        isAgain={isAgain}
        hasFailed={problem !== null}
        onAgain={() => chart.send({ type: 'link.requestedAgain' })}
      />
    );
  if (isUnloaded)
    return (
      <PublicPage title={m.account_registration_title()}>
        <FormProblem title={m.account_places_failed()}>{m.account_unreachable()}</FormProblem>
        <button type="button" className={`${n.button} ${n.primary} ${n.wide}`} onClick={() => chart.send({ type: 'places.retried' })}>
          {m.login_try_again()}
        </button>
      </PublicPage>
    );
  return <Applying chart={chart} draft={draft} />;
}

interface ApplyingProps {
  chart: ActorRefFrom<typeof registrationMachine>;
  draft: ReturnType<typeof useDraft>;
}

function Applying({ chart, draft: [kept, keep] }: ApplyingProps) {
  const { isBusy, isIncomplete, isKnown, places, applicant, problem } = useFields(chart, (snapshot) => ({
    isBusy: snapshot.hasTag('busy'),
    isIncomplete: snapshot.hasTag('fieldError'),
    isKnown: snapshot.hasTag('known'),
    places: snapshot.context.places,
    applicant: snapshot.context.applicant,
    problem: snapshot.context.problem,
  }));
  const [district, setDistrict] = useState(kept.district_id ?? null);
  const [school, setSchool] = useState(kept.school_id ?? null);
  const form = useRef<HTMLFormElement>(null);
  const edited = (chosen: Draft = { ...(district ? { district_id: district } : {}), ...(school ? { school_id: school } : {}) }) => {
    keep(form.current as HTMLFormElement, chosen);
    offer(chart, { type: 'form.edited' });
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
  const name = (key: 'first_name' | 'last_name') => (
    <NameField name={key} defaultValue={kept[key]} error={missing(applicant[key]) ?? fieldText(problem, key)} />
  );
  return (
    <PublicPage title={m.account_registration_title()} lead={m.account_registration_lead()}>
      <form ref={form} className={s.form} onSubmit={submit} onChange={() => edited()} noValidate aria-busy={isBusy}>
        {isIncomplete ? <FormProblem>{m.account_registration_incomplete()}</FormProblem> : null}
        {isKnown ? (
          <FormProblem title={m.account_email_exists()}>
            {m.account_email_exists_text()} <Link href={paths.retrievePassword}>{m.login_forgot()}</Link>
          </FormProblem>
        ) : problem ? (
          <FormProblem>{registrationFailure(problem)}</FormProblem>
        ) : null}
        {name('first_name')}
        {name('last_name')}
        <NativeField
          label={m.account_email()}
          name="email"
          defaultValue={kept.email}
          type="email"
          autoComplete="email"
          maxLength={254}
          error={isIncomplete && !isEmail(applicant.email) ? m.account_email_missing() : fieldText(problem, 'email')}
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
