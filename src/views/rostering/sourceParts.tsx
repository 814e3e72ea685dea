import type { RosterConnection } from '../../../contract/oneRosterApi.ts';
import type { FieldRule } from '../../../contract/resource.ts';
import { m } from '../../paraglide/messages.js';
import { noHour } from '../../services/rostering/connections.ts';
import { Badge } from '../../ui/Badge.tsx';
import type { TableColumn } from '../../ui/DataTable.tsx';
import { formatMoment } from '../../ui/dateFormats.ts';
import { Link } from '../../ui/Link.tsx';
import { paths } from '../paths.ts';
import { stateNames } from './rosterWords.ts';
import { stopWords } from './stopWords.ts';

/** The parts of a source as a list shows them. */
type Shown = Pick<RosterConnection, 'next_at' | 'synced_at' | 'last'> & { school_ids: string; nightly_hour: string };

/** An hour of the night as a clock shows it. */
const hourName = (hour: number, language: string) =>
  new Intl.DateTimeFormat(language, { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' }).format(new Date(Date.UTC(2030, 0, 1, hour)));
const scheduleName = ({ nightly_hour }: Shown, language: string) =>
  nightly_hour === noHour ? m.connections_hour_never() : hourName(Number(nightly_hour), language);

/** The choice of the hour at which a roster is read. */
export const hourRule = (language: string): FieldRule => ({
  kind: 'choice',
  isRequired: true,
  initial: noHour,
  options: [
    { key: noHour, label: m.connections_hour_never() },
    ...Array.from({ length: 24 }, (_, hour) => ({ key: String(hour), label: hourName(hour, language) })),
  ],
});

export const textRule = (most: number, isRequired: boolean) => ({ kind: 'text', most, isRequired, isUnique: false }) as const;

/** State of the latest import, and why it stopped. */
const lastText = ({ last }: Shown) =>
  last ? [stateNames[last.state][0](), last.problem && stopWords[last.problem]?.[0]()].filter(Boolean).join(': ') : '';

/** The columns that every source of a roster has. `screen`: the last segment of the address of its imports. */
export function sourceColumns<Row extends Shown>(screen: string, zone: string, language: string): TableColumn<Row>[] {
  const moment = (key: 'next_at' | 'synced_at', header: string): TableColumn<Row> => ({
    key,
    header,
    value: (row) => row[key],
    text: ({ [key]: at }) => (at === null ? '' : formatMoment(at, language, zone)),
    width: 's',
  });
  return [
    { key: 'schools', header: m.connections_schools(), value: ({ school_ids }) => school_ids || m.connections_all() },
    { key: 'nightly_hour', header: m.connections_hour(), value: (row) => scheduleName(row, language), isUnsortable: true, width: 's' },
    moment('next_at', m.connections_next()),
    {
      key: 'last',
      header: m.connections_last(),
      value: lastText,
      look: (text, { last }) =>
        last ? (
          <Link look="plain" href={paths.adminImport(screen, last.job_id)}>
            <Badge tone={stateNames[last.state][1]}>{text}</Badge>
          </Link>
        ) : null,
    },
    moment('synced_at', m.connections_synced()),
  ];
}
