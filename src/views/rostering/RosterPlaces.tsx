import type { UserDetail } from '../../../contract/people.ts';
import { m } from '../../paraglide/messages.js';
import { DataTable, type TableColumn } from '../../ui/DataTable.tsx';
import { formatWholeDay } from '../../ui/dateFormats.ts';
import { Section } from '../../ui/Page.tsx';
import { usePreferences } from '../shell/preferences.ts';
import { roleName } from '../shell/roleName.ts';

type Place = UserDetail['places'][number];

/** The organizations and roles that the roster gives a person. */
export function RosterPlaces({ places }: Pick<UserDetail, 'places'>) {
  const { language } = usePreferences();
  const day = (text: string | null) => (text === null ? '' : formatWholeDay(text, language, 'UTC'));
  const columns: TableColumn<Place>[] = [
    { key: 'org', header: m.rostering_place_org(), value: ({ org_name }) => org_name, isRowHeader: true, width: 'l' },
    { key: 'role', header: m.account_column_role(), value: ({ role }) => roleName(role) },
  ];
  // OneRoster 1.1 says no more.
  if (places.some(({ is_primary }) => is_primary !== null))
    columns.push(
      {
        key: 'rank',
        header: m.rostering_place_rank(),
        value: ({ is_primary }) => (is_primary ? m.rostering_place_primary() : m.rostering_place_secondary()),
      },
      { key: 'from', header: m.rostering_start(), value: ({ begin_date }) => begin_date, text: ({ begin_date }) => day(begin_date) },
      { key: 'until', header: m.rostering_end(), value: ({ end_date }) => end_date, text: ({ end_date }) => day(end_date) },
    );
  return (
    <Section title={m.rostering_places()} lead={m.rostering_places_lead()}>
      <DataTable<Place>
        caption={m.rostering_places()}
        isCaptionHidden
        hasToolbar={false}
        fileName="roles"
        rows={places}
        rowKey={(place) => String(places.indexOf(place))}
        columns={columns}
        empty={null}
      />
    </Section>
  );
}
