import { type AdminHome, people } from '../../../contract/people.ts';
import { m } from '../../paraglide/messages.js';
import { DataTable } from '../../ui/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Link } from '../../ui/Link.tsx';
import { Section } from '../../ui/Page.tsx';
import { useApp } from '../app.ts';
import { useCollection } from '../collection.ts';
import { useUser } from '../hooks.ts';
import { paths } from '../paths.ts';
import { LoadedPage } from '../shell/Loaded.tsx';
import { roleName } from '../shell/roleName.ts';
import { FindAnything } from './FindAnything.tsx';
import { numbers, usersWith } from './usersWith.ts';
import { peopleWays, Ways } from './Ways.tsx';

/** The users and schools of an administrator in numbers, and a search over everything (`admin/manageUsers`). */
export default function PeopleHomePage() {
  const { send } = useApp();
  const { userPuid } = useUser();
  const collection = useCollection((signal) => send(people.adminHome, { user_puid: userPuid }, { signal }));
  return (
    <LoadedPage
      collection={collection}
      width="wide"
      title={m.people_home_title()}
      breadcrumbs={[{ label: m.people_admin_title(), href: paths.adminHome }]}
      lead={m.people_home_lead()}
      shape="row"
      count={5}
      above={<FindAnything />}
      below={
        <Section title={m.people_places()}>
          <Ways ways={peopleWays} />
        </Section>
      }
    >
      {({ roles, schools }) => (
        <>
          <Section title={m.people_by_role()}>
            <DataTable<AdminHome['roles'][number]>
              caption={m.people_by_role()}
              isCaptionHidden
              hasToolbar={false}
              fileName={m.people_by_role()}
              rows={roles}
              rowKey={({ role }) => String(role)}
              columns={[
                {
                  key: 'role',
                  header: m.account_column_role(),
                  value: ({ role }) => role,
                  text: ({ role }) => roleName(role),
                  look: (text, { role }) => (
                    <Link look="plain" href={usersWith({ role: String(role) })}>
                      {text}
                    </Link>
                  ),
                  isRowHeader: true,
                  width: 'l',
                },
                { key: 'active', header: m.people_column_active(), value: ({ active }) => active, ...numbers },
                { key: 'inactive', header: m.people_column_inactive(), value: ({ inactive }) => inactive, ...numbers },
              ]}
              empty={<EmptyState title={m.account_users_none()}>{m.account_users_none_text()}</EmptyState>}
            />
          </Section>
          <Section title={m.people_by_school()}>
            <DataTable<AdminHome['schools'][number]>
              caption={m.people_by_school()}
              isCaptionHidden
              hasToolbar={schools.length > 10}
              fileName={m.people_by_school()}
              rows={schools}
              rowKey={({ school_id }) => String(school_id)}
              columns={[
                {
                  key: 'school',
                  header: m.account_school(),
                  value: ({ name }) => name ?? m.people_no_school(),
                  look: (text, { school_id }) =>
                    school_id === null ? (
                      text
                    ) : (
                      <Link look="plain" href={usersWith({ school_id: String(school_id) })}>
                        {text}
                      </Link>
                    ),
                  isRowHeader: true,
                  width: 'l',
                },
                { key: 'students', header: m.people_column_students(), value: ({ students }) => students, ...numbers },
                { key: 'staff', header: m.people_column_staff(), value: ({ staff }) => staff, ...numbers },
              ]}
              empty={<EmptyState title={m.account_users_none()}>{m.account_users_none_text()}</EmptyState>}
            />
          </Section>
        </>
      )}
    </LoadedPage>
  );
}
