import { useSelector } from '@xstate/react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { singleSignOnMachine } from '../../machines/sso/singleSignOnMachine.ts';
import { m } from '../../paraglide/messages.js';
import { singleSignOnActors } from '../../services/sso.ts';
import n from '../../ui/native.module.css';
import { useApp } from '../app.ts';
import { useSession } from '../hooks.ts';
import ReplaceQuestion from '../login/ReplaceQuestion.tsx';
import { homeOf, paths } from '../paths.ts';
import { FormProblem } from '../public/FormParts.tsx';
import { PublicPage } from '../public/PublicPage.tsx';
import { useChart } from '../useChart.ts';
import { Providers } from './Providers.tsx';

const announcements = { login_checking: m.login_checking };

/** Landing page after an external sign-in, driven by the `singleSignOn` chart. */
export default function SingleSignOnPage({ onLeave }: { onLeave?: (url: string) => void }) {
  const { send, toSession } = useApp();
  const session = useSession();
  const navigate = useNavigate();
  const [parameters] = useSearchParams();
  const chart = useChart(singleSignOnMachine, {
    actors: singleSignOnActors(send, toSession),
    input: { code: parameters.get('code'), hasFailed: parameters.has('error') },
    announce: announcements,
    on: {
      'signOn.succeeded': ({ result }) => {
        const { returnTo } = session.getSnapshot().context;
        session.send({ type: 'session.opened', session: result.session });
        const home = result.mustSelectSchool ? paths.selectSchool : (returnTo ?? homeOf(result.session.user.role));
        void navigate(home, { replace: true });
      },
      'signOn.declined': () => void navigate(paths.signIn, { replace: true }),
    },
  });
  const state = useSelector(chart, (snapshot) => snapshot);
  const isChoosing = state.hasTag('choosing');
  const isRefused = state.hasTag('refused');

  const retry = (
    <button type="button" className={`${n.button} ${n.primary} ${n.wide}`} onClick={() => chart.send({ type: 'signOn.retried' })}>
      {m.login_try_again()}
    </button>
  );
  return (
    <PublicPage title={isChoosing ? m.login_sso() : m.login_sso_title()} {...(isChoosing ? { lead: m.login_sso_choose() } : {})}>
      {state.matches('exchanging') ? <p role="status">{m.login_sso_lead()}</p> : null}
      {state.hasTag('asking') ? (
        <ReplaceQuestion
          problem={state.context.problem}
          onConfirm={() => chart.send({ type: 'replacement.confirmed' })}
          onDecline={() => chart.send({ type: 'replacement.declined' })}
        />
      ) : null}
      {isRefused ? (
        <>
          <FormProblem title={m.login_invalid_credentials()}>{m.login_sso_refused_text()}</FormProblem>
          {retry}
        </>
      ) : null}
      {state.matches('unreachable') ? (
        <>
          <FormProblem>{m.login_unreachable()}</FormProblem>
          {retry}
        </>
      ) : null}
      {isChoosing ? <Providers chart={chart} {...(onLeave ? { onLeave } : {})} /> : null}
    </PublicPage>
  );
}
