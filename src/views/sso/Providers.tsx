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

/** Where a sign-in by SAML begins: the server sends the browser on. */
const beginSaml = '/api/lms/ssoLogin/saml/login/';
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
  const { data } = useCollection(async (signal) => {
    const quietly = { signal, quiet: true };
    // The other ways stay when a server does not know these.
    const [ways, districts, saml] = await Promise.all([
      send(sso.isCleverSsoEnable, {}, quietly),
      send(sso.signOns, {}, quietly).catch(() => []),
      send(sso.samlSignOns, {}, quietly).catch(() => []),
    ]);
    return { roster: ways.roster, classroom: ways.classroom, districts, saml };
  });
  const { isBusy, problem } = useFields(chart, (snapshot) => ({
    isBusy: snapshot.hasTag('busy'),
    problem: snapshot.context.problem,
  }));
  useEffect(() => {
    const opened = chart.on('address.opened', ({ url }) => onLeave(url));
    return () => opened.unsubscribe();
  }, [chart, onLeave]);

  const labels = { roster: m.login_sso_roster(), classroom: m.login_sso_classroom() };
  /** A button for each district with such a service. The district is named if there are several. */
  const buttons = (
    provider: SignOnProvider,
    districts: readonly { kind: SignOnProvider; district_id: number; district_name: string }[],
  ) => {
    const those = districts.filter(({ kind }) => kind === provider);
    const choices = those.length > 0 ? those : [{ district_id: null, district_name: '' }];
    return choices.map(({ district_id, district_name }) => (
      <button
        key={`${provider} ${district_id}`}
        type="button"
        className={`${n.button} ${n.secondary} ${n.wide}`}
        aria-disabled={isBusy}
        onClick={() => chart.send({ type: 'provider.chosen', provider, district_id })}
      >
        {choices.length > 1 ? `${labels[provider]} · ${district_name}` : labels[provider]}
      </button>
    ));
  };
  if (data && !data.roster && !data.classroom && data.saml.length === 0) return <p role="status">{m.login_sso_none()}</p>;
  if (!data) return null;
  return (
    <div className={s.buttons}>
      {problem ? <FormProblem>{m.login_sso_unavailable()}</FormProblem> : null}
      {data.roster ? buttons('roster', data.districts) : null}
      {data.classroom ? buttons('classroom', data.districts) : null}
      {data.saml.map(({ provider_id, name, district_name }) => (
        <a key={provider_id} className={`${n.button} ${n.secondary} ${n.wide}`} href={`${beginSaml}${provider_id}`}>
          {name === district_name ? name : `${name} · ${district_name}`}
        </a>
      ))}
    </div>
  );
}
