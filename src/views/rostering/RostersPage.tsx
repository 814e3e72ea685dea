import { wholeRoster } from '../../../contract/kit.ts';
import { m } from '../../paraglide/messages.js';
import { Card } from '../../ui/Card.tsx';
import { IconClock } from '../../ui/icons.ts';
import { Grid, Text } from '../../ui/Layout.tsx';
import { LinkButton } from '../../ui/Link.tsx';
import { Page, PageHeader } from '../../ui/Page.tsx';
import { useUser } from '../hooks.ts';
import { paths } from '../paths.ts';
import { addressOf } from '../screen.ts';
import { connections } from './connections.screen.ts';
import { importKinds } from './importKinds.ts';
import { rosterSync } from './rosterSync.screen.ts';
import { rosterSyncStatus } from './rosterSyncStatus.screen.ts';
import { sessions } from './sessions.screen.ts';

const all = ['importUsers', 'bulkupdate', 'importMygroup', 'batchActivation', 'updateUserIds'];

/** The ways to import people and classes (`admin/manageUsers/oneRoster`). */
export default function RostersPage() {
  const { role } = useUser();
  const isDistrict = wholeRoster.some((one) => one === role);
  return (
    <Page width="wide">
      <PageHeader
        title={m.rostering_home()}
        lead={m.rostering_home_lead()}
        more={
          <LinkButton href={paths.importHistory(true)} icon={IconClock}>
            {m.rostering_history()}
          </LinkButton>
        }
      />
      <Grid min="m">
        {[...(isDistrict ? ['oneRosterImport'] : []), ...all].map((name) => (
          <Card key={name} level={2} title={importKinds[name]?.title()} href={paths.adminImport(name)}>
            <Text tone="soft">{importKinds[name]?.lead()}</Text>
          </Card>
        ))}
        {isDistrict ? (
          <Card level={2} title={m.connections_title()} href={addressOf(connections)}>
            <Text tone="soft">{m.connections_lead()}</Text>
          </Card>
        ) : null}
        {isDistrict ? (
          <Card level={2} title={m.rosterSync_title()} href={addressOf(rosterSync)}>
            <Text tone="soft">{m.rosterSync_lead()}</Text>
          </Card>
        ) : null}
        <Card level={2} title={m.rosterSync_status()} href={addressOf(rosterSyncStatus)}>
          <Text tone="soft">{m.rosterSync_status_lead()}</Text>
        </Card>
        <Card level={2} title={m.sessions_title()} href={addressOf(sessions)}>
          <Text tone="soft">{m.sessions_lead()}</Text>
        </Card>
        <Card level={2} title={m.groups_transfer_title()} href={paths.adminImport('transferMygroup')}>
          <Text tone="soft">{m.groups_transfer_page_lead()}</Text>
        </Card>
      </Grid>
    </Page>
  );
}
