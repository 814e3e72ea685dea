import { useSearchParams } from 'react-router-dom';
import { dayIn } from '../../../common/zone.ts';
import { administrators, wholeRoster } from '../../../contract/kit.ts';
import { type RosterJob, rostering } from '../../../contract/rostering.ts';
import { m } from '../../paraglide/messages.js';
import { getLocale } from '../../paraglide/runtime.js';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { DataTable, type TableColumn } from '../../ui/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { IconRefresh } from '../../ui/icons.ts';
import { Row, Text } from '../../ui/Layout.tsx';
import { Link, LinkButton } from '../../ui/Link.tsx';
import { NativeSelect } from '../../ui/NativeSelect.tsx';
import { readTableState, selectRows, writeTableState } from '../../ui/tableState.ts';
import { useApp } from '../app.ts';
import { useCollection } from '../collection.ts';
import { formatMoment } from '../dates.ts';
import { useReturn, useUser } from '../hooks.ts';
import { paths } from '../paths.ts';
import { LoadedPage } from '../shell/Loaded.tsx';
import { usePreferences } from '../shell/preferences.ts';
import { useAddressValue } from '../tableAddress.ts';
import { count, notTakenOf, rowsIn, stateNames } from './rosterWords.ts';

const year = 365 * 24 * 3_600_000;
const pageSize = 50;
const all = 'all';
/** States of imports as grouped in the filter. */
const standings: Readonly<Record<string, readonly [name: () => string, states: readonly RosterJob['state'][]]>> = {
  running: [m.rostering_standing_running, ['checking', 'confirmed', 'applying', 'undoing']],
  waiting: [m.rostering_standing_waiting, ['uploaded', 'validated', 'partial']],
  done: [m.rostering_state_done, ['done']],
  refused: [m.rostering_standing_refused, ['refused', 'failed']],
  undone: [m.rostering_state_rolledBack, ['rolledBack']],
  discarded: [m.rostering_state_cancelled, ['cancelled']],
};
const initial = { sort: { key: 'when', isDescending: true }, filter: '', hidden: [] };

/** Imports that the user may see, with their states (`oneRosterImportStatus`, and a teacher's own). */
export default function HistoryPage() {
  const { send, now } = useApp();
  const user = useUser();
  const { language } = usePreferences();
  const collection = useCollection((signal) =>
    send(rostering.rosterJobs, { userPuid: user.userPuid, from_date: dayIn(now() - year, user.time_zone) }, { signal }),
  );
  const { data, refresh } = collection;
  useReturn(refresh);
  const [standing] = useAddressValue('state', all);
  const [page, setPage] = useAddressValue('page', '1');
  const [params, setParams] = useSearchParams();
  const table = readTableState(params, initial);
  /** Changes the filters and goes back to the first page. */
  const list = (change: (params: URLSearchParams) => URLSearchParams) =>
    setParams(
      (now) => {
        const next = change(new URLSearchParams(now));
        next.delete('page');
        return next;
      },
      { replace: true },
    );
  const isAdministrator = administrators.some((one) => one === user.role);
  const isWhole = wholeRoster.some((one) => one === user.role);
  const screenOf = ({ check, options: { mode } }: RosterJob) => {
    if (check?.form === 'oneRoster' && isWhole) return 'oneRosterImport';
    return mode === 'activate' || mode === 'deactivate' ? 'batchActivation' : 'importUsers';
  };
  const placeOf = (job: RosterJob) =>
    isAdministrator ? paths.adminImport(screenOf(job), job.job_id) : `${paths.importStudents}?job=${job.job_id}`;
  const columns: TableColumn<RosterJob>[] = [
    {
      key: 'files',
      header: m.rostering_file(),
      value: (row) => row.files.map(({ name }) => name).join(', '),
      isRowHeader: true,
      width: 'l',
      look: (text, row) => <Link href={placeOf(row)}>{text}</Link>,
    },
    {
      key: 'state',
      header: m.rostering_state(),
      value: (row) => (notTakenOf(row) > 0 ? m.rostering_state_part() : stateNames[row.state][0]()),
      look: (text, row) => <Badge tone={notTakenOf(row) > 0 ? 'warning' : stateNames[row.state][1]}>{text}</Badge>,
    },
    {
      key: 'when',
      header: m.rostering_when(),
      value: (row) => row.created_at,
      text: (row) => formatMoment(row.created_at, language, user.time_zone),
    },
    {
      key: 'who',
      header: m.rostering_who(),
      value: (row) => (row.created_by_puid === user.userPuid ? m.rostering_who_you() : row.created_by),
    },
    {
      key: 'rows',
      header: m.rostering_rows_column(),
      value: rowsIn,
      text: (row) => {
        const left = notTakenOf(row);
        return left > 0 ? m.rostering_rows_part({ all: count(rowsIn(row)), left: count(left) }) : count(rowsIn(row));
      },
      align: 'end',
      width: 's',
    },
  ];
  const states = standings[standing]?.[1];
  const chosen = (data ?? []).filter(({ state }) => states?.includes(state) ?? true);
  const { rows } = selectRows(chosen, columns, table, getLocale());
  const pages = Math.max(1, Math.ceil(rows.length / pageSize));
  const at = Math.min(Math.max(1, Math.floor(Number(page)) || 1), pages);
  const from = (at - 1) * pageSize;
  const turn = (to: number) => setPage(String(to));
  return (
    <LoadedPage
      collection={collection}
      width="wide"
      title={m.rostering_history()}
      lead={m.rostering_history_lead()}
      breadcrumbs={[
        isAdministrator ? { label: m.rostering_home(), href: paths.rosters } : { label: m.rostering_students(), href: paths.students },
      ]}
      more={
        <Button icon={IconRefresh} onPress={refresh}>
          {m.rostering_refresh()}
        </Button>
      }
      action={
        <LinkButton variant="primary" href={isAdministrator ? paths.adminImport('importUsers') : paths.importStudents}>
          {m.rostering_import()}
        </LinkButton>
      }
    >
      <DataTable
        caption={m.rostering_history()}
        isCaptionHidden
        rows={rows.slice(from, from + pageSize)}
        columns={columns}
        rowKey={(row) => String(row.job_id)}
        state={table}
        onStateChange={(state) => list((next) => writeTableState(next, state, initial))}
        tools={
          <NativeSelect
            label={m.rostering_standing()}
            placeholder={m.rostering_standing()}
            value={standings[standing] ? standing : all}
            options={[
              { key: all, label: m.rostering_standing_all() },
              ...Object.entries(standings).map(([key, [name]]) => ({ key, label: name() })),
            ]}
            onChange={(key) =>
              list((next) => {
                if (key === all) next.delete('state');
                else next.set('state', key);
                return next;
              })
            }
          />
        }
        isLoading={data === undefined}
        fileName="imports"
        empty={
          data !== undefined && data.length > 0 ? (
            <EmptyState title={m.rostering_standing_none()} />
          ) : (
            <EmptyState title={m.rostering_history_none()}>{m.rostering_history_none_text()}</EmptyState>
          )
        }
      />
      {rows.length > pageSize ? (
        <nav aria-label={m.rostering_pages()}>
          <Row>
            <Button reason={at === 1 ? m.rostering_page_first() : null} onPress={() => turn(at - 1)}>
              {m.rostering_page_before()}
            </Button>
            <div role="status">
              <Text>
                {m.rostering_page({ from: count(from + 1), to: count(Math.min(from + pageSize, rows.length)), all: count(rows.length) })}
              </Text>
            </div>
            <Button reason={at === pages ? m.rostering_page_last() : null} onPress={() => turn(at + 1)}>
              {m.rostering_page_after()}
            </Button>
          </Row>
        </nav>
      ) : null}
    </LoadedPage>
  );
}
