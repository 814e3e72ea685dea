import type { ReactNode } from 'react';
import { type Found, people } from '../../../contract/people.ts';
import { m } from '../../paraglide/messages.js';
import { DataTable, type TableColumn } from '../../ui/DataTable.tsx';
import { formatMoment } from '../../ui/dateFormats.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Stack } from '../../ui/Layout.tsx';
import { Link } from '../../ui/Link.tsx';
import { formatNumber } from '../../ui/numbers.ts';
import { Section } from '../../ui/Page.tsx';
import { useApp } from '../app.ts';
import { useCollection } from '../collection.ts';
import { useUser } from '../hooks.ts';
import { paths } from '../paths.ts';
import { addressOf } from '../screen.ts';
import { LoadState } from '../shell/Loaded.tsx';
import { usePreferences } from '../shell/preferences.ts';
import { roleName } from '../shell/roleName.ts';
import { nameOf } from '../words.ts';
import { user as userScreen } from './user.screen.ts';
import { numbers, usersWith } from './usersWith.ts';

/** What a search over everything finds, by kind. */
export default function FoundAnything({ search }: { search: string }) {
  const { send } = useApp();
  const { userPuid } = useUser();
  const collection = useCollection((signal) => send(people.findAnything, { user_puid: userPuid, search }, { signal }));
  const { data } = collection;
  const count = data ? data.users.total + data.schools.total + data.classes.total + data.imports.total : 0;
  return (
    <Section title={m.people_found({ text: search })}>
      <LoadState collection={collection} shape="row" count={3} />
      {data && count === 0 ? (
        <EmptyState art="search" title={m.people_found_none({ text: search })}>
          {m.people_found_none_text()}
        </EmptyState>
      ) : null}
      {data && count > 0 ? <Kinds found={data} search={search} /> : null}
    </Section>
  );
}

function Kinds({ found: { users, schools, classes, imports }, search }: { found: Found; search: string }) {
  const { language } = usePreferences();
  const { time_zone } = useUser();
  return (
    <Stack gap={5}>
      <Kind<Found['users']['rows'][number]>
        found={users}
        caption={m.people_found_users}
        rowKey={({ district_id, user_puid }) => `${district_id}.${user_puid}`}
        all={usersWith({ filter: search })}
        columns={[
          {
            ...linkedTo((row) => addressOf(userScreen, row.district_id, row.user_puid)),
            ...{ key: 'name', header: m.account_column_name(), value: nameOf },
          },
          { key: 'userName', header: m.account_user_name(), value: ({ user_name }) => user_name },
          { key: 'role', header: m.account_column_role(), value: ({ role }) => roleName(role) },
          { key: 'school', header: m.account_school(), value: ({ school_name }) => school_name ?? '' },
        ]}
      />
      <Kind<Found['schools']['rows'][number]>
        found={schools}
        caption={m.people_found_schools}
        rowKey={({ school_id }) => String(school_id)}
        columns={[
          {
            ...linkedTo(({ school_id }) => usersWith({ school_id: String(school_id) })),
            ...{ key: 'name', header: m.account_school(), value: ({ name }) => name },
          },
          { key: 'people', header: m.people_column_people(), value: (row) => row.people, ...numbers },
        ]}
      />
      <Kind<Found['classes']['rows'][number]>
        found={classes}
        caption={m.people_found_classes}
        rowKey={({ group_puid }) => String(group_puid)}
        columns={[
          {
            ...linkedTo(({ group_puid }) => paths.group(group_puid)),
            ...{ key: 'name', header: m.people_column_class(), value: ({ name }) => name },
          },
          { key: 'school', header: m.account_school(), value: ({ school_name }) => school_name },
          { key: 'state', header: m.account_column_state(), value: ({ active }) => (active ? m.account_active() : m.groups_archived()) },
        ]}
      />
      <Kind<Found['imports']['rows'][number]>
        found={imports}
        caption={m.people_found_imports}
        rowKey={({ job_id }) => String(job_id)}
        all={paths.importHistory(true)}
        columns={[
          { key: 'files', header: m.people_column_files(), value: ({ files }) => files.join(', '), isRowHeader: true, width: 'l' },
          { key: 'by', header: m.people_column_by(), value: ({ created_by }) => created_by },
          {
            key: 'when',
            header: m.people_column_when(),
            value: ({ created_at }) => created_at,
            text: ({ created_at }) => formatMoment(created_at, language, time_zone),
          },
        ]}
      />
    </Stack>
  );
}

/** A row's name, which leads to the row. */
const linkedTo = <Row,>(to: (row: Row) => string): Pick<TableColumn<Row>, 'look' | 'isRowHeader' | 'width'> => ({
  look: (text, row) => (
    <Link look="plain" href={to(row)}>
      {text}
    </Link>
  ),
  isRowHeader: true,
  width: 'l',
});

interface KindProps<Row> {
  found: { total: number; rows: readonly Row[] };
  caption: (inputs: { count: string }) => string;
  rowKey: (row: Row) => string;
  columns: readonly TableColumn<Row>[];
  /** Where all of them are. */
  all?: string;
}

/** The first of what was found of a kind. */
function Kind<Row>({ found: { total, rows }, caption, rowKey, columns, all }: KindProps<Row>): ReactNode {
  const { language } = usePreferences();
  const count = formatNumber(total, language);
  if (total === 0) return null;
  return (
    <Stack gap={2}>
      <DataTable
        caption={caption({ count })}
        hasToolbar={false}
        fileName={caption({ count })}
        rows={rows}
        rowKey={rowKey}
        columns={columns}
        empty={null}
      />
      {all && total > rows.length ? <Link href={all}>{m.people_found_all({ count })}</Link> : null}
    </Stack>
  );
}
