import { useNavigate, useSearchParams } from 'react-router-dom';
import type { Opens } from '../../../contract/sso.ts';
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
import { useFields } from '../useFields.ts';
import { Providers } from './Providers.tsx';

const announcements = { login_checking: m.login_checking };

/** A place in the signed-in area that the address names, for a sign-in that began elsewhere; null for any other address. */
const placeIn = (path: string | null) => (path?.startsWith('/authenticated/') ? path : null);

/** Where a launch from a learning platform leads. */
const placeOf = (opens: Opens): string => {
  if (opens.kind === 'lesson') return paths.openLesson(opens.lesson_id, opens.assignment_id);
  return opens.kind === 'preview' ? paths.preview(opens.lesson_id) : paths.chooseForPlatform(opens.choice_id);
};

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
        const { mustSelectSchool, opens } = result;
        const own = mustSelectSchool
          ? paths.selectSchool
          : (returnTo ?? placeIn(parameters.get('returnTo')) ?? homeOf(result.session.user.role));
        const home = opens ? placeOf(opens) : own;
        void navigate(home, { replace: true });
      },
      'signOn.declined': () => void navigate(paths.signIn, { replace: true }),
    },
  });
  const { isChoosing, isExchanging, isAsking, isRefused, isUnreachable, problem } = useFields(chart, (snapshot) => ({
    isChoosing: snapshot.hasTag('choosing'),
    isExchanging: snapshot.hasTag('exchanging'),
    isAsking: snapshot.hasTag('asking'),
    isRefused: snapshot.hasTag('refused'),
    isUnreachable: snapshot.hasTag('unreachable'),
    problem: snapshot.context.problem,
  }));

  const retry = (
    <button type="button" className={`${n.button} ${n.primary} ${n.wide}`} onClick={() => chart.send({ type: 'signOn.retried' })}>
      {m.login_try_again()}
    </button>
  );
  return (
    <PublicPage title={isChoosing ? m.login_sso() : m.login_sso_title()} {...(isChoosing ? { lead: m.login_sso_choose() } : {})}>
      {isExchanging ? <p role="status">{m.login_sso_lead()}</p> : null}
      {isAsking ? (
        <ReplaceQuestion
          problem={problem}
          onAnswer={(isConfirmed) => chart.send({ type: isConfirmed ? 'replacement.confirmed' : 'replacement.declined' })}
        />
      ) : null}
      {isRefused ? (
        <>
          <FormProblem title={m.login_invalid_credentials()}>{m.login_sso_refused_text()}</FormProblem>
          {retry}
        </>
      ) : null}
      {isUnreachable ? (
        <>
          <FormProblem>{m.login_unreachable()}</FormProblem>
          {retry}
        </>
      ) : null}
      {isChoosing ? <Providers chart={chart} {...(onLeave ? { onLeave } : {})} /> : null}
    </PublicPage>
  );
}
