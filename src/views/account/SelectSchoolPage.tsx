import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { type SchoolAccount, sso } from '../../../contract/sso.ts';
import type { Problem } from '../../machines/problem.ts';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Grid, Text } from '../../ui/Layout.tsx';
import { Page, PageHeader } from '../../ui/Page.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useApp } from '../app.ts';
import { useCollection } from '../collection.ts';
import { useSession, useUser } from '../hooks.ts';
import { homeOf } from '../paths.ts';
import { ProblemNotice } from '../shell/ProblemNotice.tsx';
import { roleName } from '../shell/roleName.ts';

/** School choice after single sign-on, for people with accounts in several schools (specification, section 2). */
export default function SelectSchoolPage() {
  const { send, toSession } = useApp();
  const session = useSession();
  const user = useUser();
  const navigate = useNavigate();
  const { data, state, retry } = useCollection((signal) => send(sso.getSchools, { user_puid: user.userPuid }, { signal }));
  const [opening, setOpening] = useState<SchoolAccount | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);

  const open = async (account: SchoolAccount) => {
    if (opening) return;
    const isOwn = account.user_puid === user.userPuid && account.district_id === user.districtID;
    if (isOwn) return navigate(homeOf(user.role), { replace: true });
    setOpening(account);
    setProblem(null);
    try {
      const chosen = { user_puid: user.userPuid, school_user_puid: account.user_puid, school_district_id: account.district_id };
      session.send({ type: 'session.opened', session: await toSession(await send(sso.selectSchool, chosen)) });
      await navigate(homeOf(account.role), { replace: true });
    } catch (error) {
      setProblem(error as Problem);
      setOpening(null);
    }
  };

  return (
    <Page>
      <PageHeader title={m.login_school_title()} lead={m.login_school_lead()} />
      {state.hasTag('failed') ? <ProblemNotice title={m.common_load_failed()} problem={state.context.problem} onRetry={retry} /> : null}
      {problem ? <ProblemNotice title={m.login_school_failed()} problem={problem} /> : null}
      {data === undefined && !state.hasTag('failed') ? <Skeleton shape="card" count={2} /> : null}
      {data?.length === 0 ? <EmptyState title={m.common_not_found()} /> : null}
      <Grid>
        {data?.map((account) => (
          <Card
            key={`${account.district_id}.${account.user_puid}`}
            title={account.school_name ?? account.district_name}
            eyebrow={account.district_name}
          >
            <Text tone="soft">{`${account.name} · ${roleName(account.role)}`}</Text>
            <Button variant="primary" isPending={opening === account} onPress={() => void open(account)}>
              {m.login_school_open()}
            </Button>
          </Card>
        ))}
      </Grid>
    </Page>
  );
}
