import { type FormEvent, lazy, Suspense, useRef, useState } from 'react';
import type { Challenge, UserData } from '../../../contract/login.ts';
import { type Credentials, loginMachine } from '../../machines/login/loginMachine.ts';
import type { Session } from '../../machines/login/sessionMachine.ts';
import type { Problem } from '../../machines/problem.ts';
import { m } from '../../paraglide/messages.js';
import { callActor } from '../../services/kit/callActor.ts';
import { NativeField } from '../../ui/NativeField.tsx';
import n from '../../ui/native.module.css';
import { useApp } from '../app.ts';
import { offer } from '../offer.ts';
import { useDraft } from '../public/draft.ts';
import { fieldText } from '../shell/fieldText.ts';
import { problemText } from '../shell/problemText.ts';
import { useChart } from '../useChart.ts';
import { useFields } from '../useFields.ts';
import s from './LoginForm.module.css';

interface LoginFormProps {
  /** Prefilled and fixed when the user signs in again after the session has expired. */
  user?: Pick<UserData, 'user_name' | 'districtID'>;
  onSignedIn: (session: Session) => void;
}

const ReplaceQuestion = lazy(() => import('./ReplaceQuestion.tsx'));
const SecondStep = lazy(() => import('../secondFactor/SecondStep.tsx'));
const DistrictField = lazy(() => import('./DistrictField.tsx'));

/** The district in the address (`/?district=1001`); empty if there is none. */
const districtOfAddress = () => /[?&]district=([1-9]\d{0,14})(?:&|$)/.exec(window.location.search)?.[1] ?? '';

/** The fixed refusal text does not say what to do next (specification, section 8). */
const whatToDo = (problem: Problem) => (problem.message && problem.reason !== 'loginFailed' ? problemText(problem) : m.login_failed_text());

const announcements = { login_checking: m.login_checking, login_incomplete: m.login_incomplete };

/** User name and password, driven by the `login` chart. */
export function LoginForm({ user, onSignedIn }: LoginFormProps) {
  'use no memo'; // Without the compiler's cache: it would cost the first screen more bytes than it saves work.
  const { authenticate } = useApp();
  const login = useChart(loginMachine, {
    actors: { authenticate: callActor<Session | Challenge, Credentials>(({ input, signal }) => authenticate(input, signal)) },
    announce: announcements,
    on: { 'login.succeeded': ({ session }) => onSignedIn(session) },
  });
  const { isBusy, isAsking, isIncomplete, isSignedIn, problem, challenge } = useFields(login, (snapshot) => ({
    isBusy: snapshot.hasTag('busy'),
    isAsking: snapshot.hasTag('asking'),
    isIncomplete: snapshot.hasTag('fieldError'),
    isSignedIn: snapshot.status === 'done',
    problem: snapshot.context.problem,
    challenge: snapshot.context.challenge,
  }));
  const [isPasswordVisible, showPassword] = useState(false);
  const [kept, keep] = useDraft('login', isSignedIn);
  const chosen = districtOfAddress() || (kept.district ?? '');
  const [isWithDistrict, askDistrict] = useState(chosen !== '');

  const form = useRef<HTMLFormElement>(null);
  const send = (type: 'login.submitted' | 'login.confirmed') => {
    const typed = new FormData(form.current as HTMLFormElement);
    const district_id = user?.districtID ?? Number(typed.get('district') ?? 0);
    login.send({
      type,
      credentials: {
        username: String(typed.get('username')).trim(),
        password: String(typed.get('password')),
        ...(district_id > 0 ? { district_id } : {}),
      },
    });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send('login.submitted');
  };
  const edit = () => {
    if (!user) keep(form.current as HTMLFormElement);
    offer(login, { type: 'form.edited' });
  };
  if (challenge)
    return (
      <Suspense>
        <SecondStep
          challenge={challenge}
          onPassed={(session) => login.send({ type: 'challenge.passed', session })}
          onLeft={() => login.send({ type: 'challenge.left' })}
          onEnded={(ended) => login.send({ type: 'challenge.ended', problem: ended })}
        />
      </Suspense>
    );
  return (
    <form ref={form} className={s.form} onSubmit={submit} onChange={edit} noValidate aria-busy={isBusy}>
      {problem && !isAsking ? (
        <div className={s.problem} role="alert" tabIndex={-1} data-focus="login-problem">
          <p>{m.login_failed()}</p>
          <p className={s.detail}>{problem.refused ? whatToDo(problem) : m.login_unreachable()}</p>
        </div>
      ) : null}
      {isAsking ? (
        <Suspense>
          <ReplaceQuestion
            problem={problem}
            onAnswer={(isConfirmed) => (isConfirmed ? send('login.confirmed') : login.send({ type: 'login.declined' }))}
          />
        </Suspense>
      ) : null}
      <div className={s.fields} hidden={isAsking}>
        <NativeField
          label={m.login_username()}
          name="username"
          data-focus="username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={254}
          defaultValue={user?.user_name ?? kept.username}
          readOnly={user !== undefined}
          error={isIncomplete ? m.login_incomplete() : fieldText(problem, 'username')}
        />
        <NativeField
          label={m.login_password()}
          name="password"
          type={isPasswordVisible ? 'text' : 'password'}
          autoComplete="current-password"
          maxLength={200}
          error={fieldText(problem, 'password')}
          action={
            <button type="button" className={s.quiet} aria-pressed={isPasswordVisible} onClick={() => showPassword(!isPasswordVisible)}>
              {m.login_show_password()}
            </button>
          }
        />
        {user ? null : isWithDistrict ? (
          <Suspense>
            <DistrictField chosen={chosen} />
          </Suspense>
        ) : (
          <button type="button" className={s.quiet} onClick={() => askDistrict(true)}>
            {m.login_district_choose()}
          </button>
        )}
        <button type="submit" className={`${n.button} ${n.primary} ${n.wide}`} aria-disabled={isBusy}>
          {isBusy ? m.login_checking() : m.login_submit()}
        </button>
      </div>
    </form>
  );
}
