import type { userStates } from '../../../contract/account.ts';
import { type AdminHome, people } from '../../../contract/people.ts';
import { m } from '../../paraglide/messages.js';
import { Badge } from '../../ui/Badge.tsx';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Grid, Text } from '../../ui/Layout.tsx';
import { formatNumber } from '../../ui/numbers.ts';
import { Section } from '../../ui/Page.tsx';
import { manageUsers } from '../account/manageUsers.screen.ts';
import { useApp } from '../app.ts';
import { useCollection } from '../collection.ts';
import { useUser } from '../hooks.ts';
import { paths } from '../paths.ts';
import { saml } from '../saml/saml.screen.ts';
import { addressOf } from '../screen.ts';
import { LoadedPage } from '../shell/Loaded.tsx';
import { usePreferences } from '../shell/preferences.ts';
import { FindAnything } from './FindAnything.tsx';
import { adminWays, Ways } from './Ways.tsx';

type Waiting = AdminHome['waiting'];
interface Matter {
  key: keyof Waiting;
  name: () => string;
  todo: () => string;
  href: string;
}

const history = paths.importHistory(true);
const usersIn = (state: (typeof userStates)[number]) => `${addressOf(manageUsers)}?state=${state}`;
/** What can wait, the most urgent first. */
const matters: readonly Matter[] = [
  { key: 'messages', name: m.people_waiting_messages, todo: m.people_waiting_messages_text, href: paths.inbox },
  { key: 'registrations', name: m.people_waiting_registrations, todo: m.people_waiting_registrations_text, href: usersIn('registered') },
  { key: 'imports_failed', name: m.people_waiting_failed, todo: m.people_waiting_failed_text, href: history },
  { key: 'certificates', name: m.people_waiting_certificates, todo: m.people_waiting_certificates_text, href: addressOf(saml) },
  { key: 'imports_to_confirm', name: m.people_waiting_confirm, todo: m.people_waiting_confirm_text, href: history },
  { key: 'imports_running', name: m.people_waiting_running, todo: m.people_waiting_running_text, href: history },
  {
    key: 'unready',
    name: m.people_waiting_unready,
    todo: m.people_waiting_unready_text,
    href: usersIn('unready'),
  },
];

/** What waits for an administrator, and the way to everything they look after (`admin/adminHome`). */
export default function AdminHomePage() {
  const { send } = useApp();
  const { userPuid } = useUser();
  const { language } = usePreferences();
  const collection = useCollection((signal) => send(people.adminHome, { user_puid: userPuid }, { signal }));
  const waiting = collection.data && matters.filter(({ key }) => collection.data?.waiting[key]);
  return (
    <LoadedPage
      collection={collection}
      width="wide"
      title={m.people_admin_title()}
      lead={m.people_admin_lead()}
      shape="card"
      count={3}
      above={<FindAnything />}
      below={
        <Section title={m.people_places()}>
          <Ways ways={adminWays} />
        </Section>
      }
    >
      {waiting ? (
        <Section title={m.people_waiting()}>
          {waiting.length === 0 ? (
            <EmptyState title={m.people_waiting_none()}>{m.people_waiting_none_text()}</EmptyState>
          ) : (
            <Grid min="m">
              {waiting.map(({ key, name, todo, href }) => (
                <Card
                  key={key}
                  title={name()}
                  href={href}
                  end={
                    <Badge tone={key === 'imports_failed' || key === 'certificates' ? 'warning' : 'accent'}>
                      {formatNumber(collection.data?.waiting[key] ?? 0, language)}
                    </Badge>
                  }
                >
                  <Text tone="soft">{todo()}</Text>
                </Card>
              ))}
            </Grid>
          )}
        </Section>
      ) : null}
    </LoadedPage>
  );
}
