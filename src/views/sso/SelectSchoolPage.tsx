import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { selectSchoolMachine } from '../../machines/sso/selectSchoolMachine.ts';
import { m } from '../../paraglide/messages.js';
import { selectSchoolActors } from '../../services/sso.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Grid, Text } from '../../ui/Layout.tsx';
import { Link } from '../../ui/Link.tsx';
import { Page, PageHeader } from '../../ui/Page.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useApp } from '../app.ts';
import { useSession, useUser } from '../hooks.ts';
import { homeOf } from '../paths.ts';
import { ProblemNotice } from '../shell/ProblemNotice.tsx';
import { roleName } from '../shell/roleName.ts';
import { useChart } from '../useChart.ts';
import { useFields } from '../useFields.ts';

const announcements = { login_school_failed: m.login_school_failed };

/** School selection after single sign-on, driven by the `selectSchool` chart. */
export default function SelectSchoolPage() {
  const { send, toSession } = useApp();
  const session = useSession();
  const navigate = useNavigate();
  const user = useUser();
  // The user who opened the page: the choice itself signs in another account.
  const [{ userPuid, districtID, role }] = useState(user);
  const chart = useChart(selectSchoolMachine, {
    actors: selectSchoolActors(send, toSession, userPuid),
    input: { own: { userPuid, districtID } },
    announce: announcements,
    on: {
      'school.kept': () => void navigate(homeOf(role), { replace: true }),
      'school.opened': ({ session: next }) => {
        session.send({ type: 'session.opened', session: next });
        void navigate(homeOf(next.user.role), { replace: true });
      },
    },
  });
  const { isLoading, isUnloaded, isAlone, opening, accounts, problem } = useFields(chart, (snapshot) => ({
    isLoading: snapshot.hasTag('loading'),
    isUnloaded: snapshot.hasTag('unloaded'),
    isAlone: snapshot.hasTag('alone'),
    opening: snapshot.hasTag('opening') ? snapshot.context.chosen : null,
    accounts: snapshot.context.accounts,
    problem: snapshot.context.problem,
  }));

  const home = <Link href={homeOf(role)}>{m.common_back_home()}</Link>;
  return (
    <Page>
      <PageHeader title={m.login_school_title()} lead={isAlone ? null : m.login_school_lead()} />
      {isUnloaded ? (
        <>
          <ProblemNotice problem={problem} onRetry={() => chart.send({ type: 'schools.retried' })} />
          {home}
        </>
      ) : problem ? (
        <ProblemNotice title={m.login_school_failed()} problem={problem} />
      ) : null}
      {isLoading ? <Skeleton shape="card" count={2} /> : null}
      {isAlone ? (
        <EmptyState title={m.login_school_alone()} action={home}>
          {m.login_school_alone_text()}
        </EmptyState>
      ) : null}
      <Grid>
        {accounts.map((account) => (
          <Card
            key={`${account.district_id}.${account.user_puid}`}
            level={2}
            title={account.school_name ?? account.district_name}
            eyebrow={account.district_name}
          >
            <Text tone="soft">{`${account.name} · ${roleName(account.role)}`}</Text>
            <Button variant="primary" isPending={opening === account} onPress={() => chart.send({ type: 'school.chosen', account })}>
              {m.login_school_open()}
            </Button>
          </Card>
        ))}
      </Grid>
    </Page>
  );
}
