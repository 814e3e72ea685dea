import type { FormEvent } from 'react';
import type { Session } from '../../machines/login/sessionMachine.ts';
import type { Problem } from '../../machines/problem.ts';
import { factorEnrollmentMachine } from '../../machines/secondFactor/factorEnrollmentMachine.ts';
import { m } from '../../paraglide/messages.js';
import { canUsePasskeys, enrollmentActors } from '../../services/secondFactor.ts';
import n from '../../ui/native.module.css';
import { QrCode } from '../../ui/QrCode.tsx';
import { useApp } from '../app.ts';
import s from '../login/LoginForm.module.css';
import { offer } from '../offer.ts';
import { FormProblem, SubmitButton } from '../public/FormParts.tsx';
import p from '../public/public.module.css';
import { problemText } from '../shell/problemText.ts';
import { useChart } from '../useChart.ts';
import { useFields } from '../useFields.ts';
import { CodeField } from './CodeField.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';

interface EnrollFactorProps {
  /** Secret of the enrollment challenge. */
  challenge: string;
  /** The reason, when the user did not start this. */
  lead?: string;
  /** Gets the session if a sign-in waited for the enrollment. */
  onFinished: (session: Session | null) => void;
  onLeft: () => void;
  onEnded: (problem: Problem) => void;
}

const announcements = { login_second_missing: m.login_second_missing };

/** Sets up an authenticator app or a passkey, driven by the `factorEnrollment` chart. */
export default function EnrollFactor({ challenge, lead, onFinished, onLeft, onEnded }: EnrollFactorProps) {
  const { send, toSession } = useApp();
  const names = { app: m.login_enroll_app_name(), passkey: m.login_enroll_passkey_name() };
  const chart = useChart(factorEnrollmentMachine, {
    actors: enrollmentActors(send, toSession, names),
    input: { challenge, canUsePasskeys: canUsePasskeys() },
    announce: announcements,
    on: {
      'enrollment.finished': ({ session }) => onFinished(session),
      'step.left': onLeft,
      'step.ended': ({ problem }) => onEnded(problem),
    },
  });
  const { isBusy, isIncomplete, isUnloaded, isDismissed, shown, setup, codes, problem, canUsePasskey } = useFields(chart, (snapshot) => ({
    isBusy: snapshot.hasTag('busy'),
    isIncomplete: snapshot.hasTag('fieldError'),
    isUnloaded: snapshot.hasTag('unloaded'),
    isDismissed: snapshot.hasTag('dismissed'),
    shown: (['code', 'passkey', 'codes'] as const).find((part) => snapshot.hasTag(part)),
    setup: snapshot.context.offer?.totp,
    codes: snapshot.context.enrollment?.recovery_codes,
    problem: snapshot.context.problem,
    canUsePasskey: snapshot.can({ type: 'passkey.chosen' }),
  }));
  if (shown === 'codes') return <RecoveryCodes codes={codes ?? []} onKept={() => chart.send({ type: 'codes.kept' })} />;
  const cancel = (
    <button type="button" className={s.quiet} onClick={() => chart.send({ type: 'step.left' })}>
      {m.login_enroll_cancel()}
    </button>
  );
  const said = problem ? problemText(problem) : null;
  if (isUnloaded)
    return (
      <div className={s.form}>
        <FormProblem focus="second-problem" title={m.common_load_failed()}>
          {said}
        </FormProblem>
        <button type="button" className={`${n.button} ${n.primary} ${n.wide}`} onClick={() => chart.send({ type: 'enrollment.retried' })}>
          {m.common_try_again()}
        </button>
        {cancel}
      </div>
    );
  if (shown === 'passkey') {
    const words = isDismissed ? m.login_enroll_passkey_dismissed() : said;
    return (
      <div className={s.form} aria-busy={isBusy}>
        <h2 data-focus="enroll-title" tabIndex={-1}>
          {m.login_enroll_passkey_title()}
        </h2>
        {words ? <FormProblem focus="second-problem">{words}</FormProblem> : null}
        <p>{m.login_enroll_passkey_text()}</p>
        <button
          type="button"
          className={`${n.button} ${n.primary} ${n.wide}`}
          aria-disabled={isBusy}
          onClick={() => chart.send({ type: 'passkey.asked' })}
        >
          {m.login_enroll_passkey()}
        </button>
        <button type="button" className={s.quiet} onClick={() => chart.send({ type: 'code.chosen' })}>
          {m.login_enroll_use_app()}
        </button>
        {cancel}
      </div>
    );
  }
  if (!setup || !shown) return <div className={s.form} aria-busy="true" />;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    chart.send({ type: 'code.submitted', code: String(new FormData(event.currentTarget).get('code')) });
  };
  return (
    <form className={s.form} onSubmit={submit} onChange={() => offer(chart, { type: 'form.edited' })} noValidate aria-busy={isBusy}>
      <h2 data-focus="enroll-title" tabIndex={-1}>
        {m.login_enroll_app_title()}
      </h2>
      {lead ? <p>{lead}</p> : null}
      {said ? <FormProblem focus="second-problem">{said}</FormProblem> : null}
      <p>{m.login_enroll_app_scan()}</p>
      <QrCode text={setup.uri} label={m.login_enroll_qr()} />
      <p>
        {m.login_enroll_app_secret()} <code className={p.secret}>{setup.secret.replace(/(.{4})(?!$)/g, '$1 ')}</code>
      </p>
      <CodeField label={m.login_enroll_app_code()} inputMode="numeric" maxLength={20} isMissing={isIncomplete} problem={problem} />
      <SubmitButton isBusy={isBusy} busyLabel={m.login_checking()}>
        {m.login_enroll_submit()}
      </SubmitButton>
      {canUsePasskey ? (
        <button type="button" className={s.quiet} onClick={() => chart.send({ type: 'passkey.chosen' })}>
          {m.login_enroll_use_passkey()}
        </button>
      ) : null}
      {cancel}
    </form>
  );
}
