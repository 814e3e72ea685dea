import { useEffect } from 'react';
import type { ActorRefFrom } from 'xstate';
import { sso } from '../../../contract/sso.ts';
import type { SignOnProvider, singleSignOnMachine } from '../../machines/sso/singleSignOnMachine.ts';
import { m } from '../../paraglide/messages.js';
import n from '../../ui/native.module.css';
import { useApp } from '../app.ts';
import { useCollection } from '../collection.ts';
import { FormProblem } from '../public/FormParts.tsx';
import s from '../public/public.module.css';
import { useFields } from '../useFields.ts';

const leave = (url: string) => window.location.assign(url);

/** A button for each configured single sign-on provider. */
export function Providers({
  chart,
  onLeave = leave,
}: {
  chart: ActorRefFrom<typeof singleSignOnMachine>;
  onLeave?: (url: string) => void;
}) {
  const { send } = useApp();
  const { data } = useCollection((signal) => send(sso.isCleverSsoEnable, {}, { signal, quiet: true }));
  const { isBusy, problem } = useFields(chart, (snapshot) => ({
    isBusy: snapshot.hasTag('busy'),
    problem: snapshot.context.problem,
  }));
  useEffect(() => {
    const opened = chart.on('address.opened', ({ url }) => onLeave(url));
    return () => opened.unsubscribe();
  }, [chart, onLeave]);

  const button = (provider: SignOnProvider, label: string) => (
    <button
      type="button"
      className={`${n.button} ${n.secondary} ${n.wide}`}
      aria-disabled={isBusy}
      onClick={() => chart.send({ type: 'provider.chosen', provider })}
    >
      {label}
    </button>
  );
  if (data && !data.roster && !data.classroom) return <p role="status">{m.login_sso_none()}</p>;
  if (!data) return null;
  return (
    <div className={s.buttons}>
      {problem ? <FormProblem>{m.login_sso_unavailable()}</FormProblem> : null}
      {data.roster ? button('roster', m.login_sso_roster()) : null}
      {data.classroom ? button('classroom', m.login_sso_classroom()) : null}
    </div>
  );
}
