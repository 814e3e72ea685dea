import { type FormEvent, lazy, Suspense, useEffect } from 'react';
import type { Challenge } from '../../../contract/login.ts';
import type { Session } from '../../machines/login/sessionMachine.ts';
import type { Problem } from '../../machines/problem.ts';
import { secondStepMachine } from '../../machines/secondFactor/secondStepMachine.ts';
import { m } from '../../paraglide/messages.js';
import { canUsePasskeys, secondStepActors } from '../../services/secondFactor.ts';
import n from '../../ui/native.module.css';
import { useApp } from '../app.ts';
import { focusElement } from '../hooks.ts';
import s from '../login/LoginForm.module.css';
import { offer } from '../offer.ts';
import { FormProblem, SubmitButton } from '../public/FormParts.tsx';
import { problemText } from '../shell/problemText.ts';
import { useChart } from '../useChart.ts';
import { useFields } from '../useFields.ts';
import { CodeField } from './CodeField.tsx';

interface SecondStepProps {
  challenge: Challenge;
  onPassed: (session: Session) => void;
  onLeft: () => void;
  /** This sign-in attempt is over. */
  onEnded: (problem: Problem) => void;
}

const EnrollFactor = lazy(() => import('./EnrollFactor.tsx'));
const announcements = { login_second_missing: m.login_second_missing, login_checking: m.login_checking };

/** Follows an administrator's correct password: the second step, or its setup where it is required. */
export default function SecondStep({ challenge, onPassed, onLeft, onEnded }: SecondStepProps) {
  if (challenge.ways.length > 0) return <Answer challenge={challenge} onPassed={onPassed} onLeft={onLeft} onEnded={onEnded} />;
  return (
    <Suspense>
      <EnrollFactor
        challenge={challenge.challenge}
        lead={m.login_enroll_required()}
        onFinished={(session) => session && onPassed(session)}
        onLeft={onLeft}
        onEnded={onEnded}
      />
    </Suspense>
  );
}

/** The second step, driven by the `secondStep` chart. */
function Answer({ challenge, onPassed, onLeft, onEnded }: SecondStepProps) {
  const { send, toSession } = useApp();
  const chart = useChart(secondStepMachine, {
    actors: secondStepActors(send, toSession),
    input: { challenge, canUsePasskeys: canUsePasskeys() },
    announce: announcements,
    on: { 'step.passed': ({ session }) => onPassed(session), 'step.left': onLeft, 'step.ended': ({ problem }) => onEnded(problem) },
  });
  const { isBusy, isIncomplete, isDismissed, isByPasskey, canUsePasskey, problem } = useFields(chart, (snapshot) => ({
    isBusy: snapshot.hasTag('busy'),
    isIncomplete: snapshot.hasTag('fieldError'),
    isDismissed: snapshot.hasTag('dismissed'),
    isByPasskey: snapshot.hasTag('passkey'),
    canUsePasskey: snapshot.can({ type: 'passkey.chosen' }),
    problem: snapshot.context.problem,
  }));

  // It replaces the form that had the focus.
  useEffect(() => focusElement(chart.getSnapshot().hasTag('passkey') ? 'passkey' : 'second-code'), [chart]);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    chart.send({ type: 'code.submitted', code: String(new FormData(event.currentTarget).get('code')) });
  };
  const back = (
    <button type="button" className={s.quiet} onClick={() => chart.send({ type: 'step.left' })}>
      {m.login_second_back()}
    </button>
  );
  const said = isDismissed ? m.login_second_passkey_dismissed() : problem ? problemText(problem) : null;
  const trouble = said ? <FormProblem focus="second-problem">{said}</FormProblem> : null;
  if (isByPasskey)
    return (
      <div className={s.form} aria-busy={isBusy}>
        <h2>{m.login_second_title()}</h2>
        {trouble}
        <p>{m.login_second_passkey_text()}</p>
        <button
          type="button"
          className={`${n.button} ${n.primary} ${n.wide}`}
          data-focus="passkey"
          aria-disabled={isBusy}
          onClick={() => chart.send({ type: 'passkey.asked' })}
        >
          {isBusy ? m.login_checking() : m.login_second_passkey()}
        </button>
        <button type="button" className={s.quiet} onClick={() => chart.send({ type: 'code.chosen' })}>
          {m.login_second_use_code()}
        </button>
        {back}
      </div>
    );
  return (
    <form className={s.form} onSubmit={submit} onChange={() => offer(chart, { type: 'form.edited' })} noValidate aria-busy={isBusy}>
      <h2>{m.login_second_title()}</h2>
      {trouble}
      <CodeField
        label={m.login_second_code()}
        autoCapitalize="none"
        spellCheck={false}
        maxLength={60}
        description={challenge.ways.includes('totp') ? m.login_second_code_hint() : m.login_second_recovery_hint()}
        isMissing={isIncomplete}
        problem={problem}
      />
      <SubmitButton isBusy={isBusy} busyLabel={m.login_checking()}>
        {m.login_second_submit()}
      </SubmitButton>
      {canUsePasskey ? (
        <button type="button" className={s.quiet} onClick={() => chart.send({ type: 'passkey.chosen' })}>
          {m.login_second_use_passkey()}
        </button>
      ) : null}
      {back}
    </form>
  );
}
