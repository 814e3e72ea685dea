import { type ReactNode, useEffect } from 'react';
import { wholeRoster } from '../../../contract/kit.ts';
import type { RosterKind } from '../../../contract/rostering/job.ts';
import { rosterSync as calls, type RosterSyncRun } from '../../../contract/rosterSync.ts';
import { m } from '../../paraglide/messages.js';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { IconRefresh } from '../../ui/icons.ts';
import { LinkButton } from '../../ui/Link.tsx';
import { useApp } from '../app.ts';
import { paths } from '../paths.ts';
import type { OpenReport, ReportColumn, ReportParts, Say } from '../reports/declaration.ts';
import { reportScreen } from '../reports/reportScreen.tsx';
import { addressOf } from '../screen.ts';
import { rosterSync } from './rosterSync.screen.ts';
import { rosterSyncStatus } from './rosterSyncStatus.screen.ts';
import { runningStates, standingFilter, stateNames } from './rosterWords.ts';
import { stopWords } from './stopWords.ts';

const isOfDistrict = ({ reader: { role } }: Say) => wholeRoster.some((one) => one === role);

const stateText = ({ state, problem }: RosterSyncRun): string =>
  [stateNames[state][0](), problem && stopWords[problem]?.[0]()].filter(Boolean).join(': ');

/** How many rows of a kind a run adds, changes or ends. */
const counted = (kind: RosterKind, way: 'created' | 'updated' | 'deactivated', header: () => string): ReportColumn<RosterSyncRun> => ({
  header,
  value: ({ counts }) => counts?.[kind][way] ?? null,
  unit: 'number',
  width: 'xs',
});

/** How long a page waits before it looks again while a run is under way, in ms. */
const pause = 3_000;

/** Loads the runs again until none is under way, and leads to the settings. */
function Live({
  page: { data, say, refresh },
  children,
}: {
  page: OpenReport<readonly RosterSyncRun[]>;
  children: (parts: ReportParts) => ReactNode;
}) {
  const { clock = globalThis } = useApp().actorOptions;
  const isRunning = data?.some(({ state }) => runningStates.has(state)) ?? false;
  useEffect(() => {
    if (!isRunning || !data) return;
    const timer = clock.setTimeout(refresh, pause);
    return () => clock.clearTimeout(timer);
  }, [isRunning, data, refresh, clock]);
  return children({
    more: (
      <Button icon={IconRefresh} onPress={refresh}>
        {m.rostering_refresh()}
      </Button>
    ),
    action: isOfDistrict(say) ? <LinkButton href={addressOf(rosterSync)}>{m.rosterSync_title()}</LinkButton> : null,
  });
}

/** The runs of the secure sync with their states and counts (`admin/manageUsers/rosterSyncStatus`). Each opens its comparison or outcome. */
export default reportScreen({
  ...rosterSyncStatus,
  call: calls.rosterSyncStatus,
  input: ({ userPuid }) => ({ user_puid: userPuid }),
  rows: (runs) => runs,
  name: m.rosterSync_status,
  lead: () => m.rosterSync_status_lead(),
  file: () => 'sync',
  back: () => [{ label: m.rostering_home(), href: paths.rosters }],
  filters: { state: standingFilter },
  rowKey: ({ job_id }) => job_id,
  caption: m.rosterSync_status,
  sort: '-started',
  columns: {
    started: { header: m.rosterSync_started, value: ({ started_at }) => started_at, unit: 'moment', isRowHeader: true, width: 's' },
    ended: { header: m.rosterSync_ended, value: ({ ended_at }) => ended_at, unit: 'moment', width: 's' },
    state: {
      header: m.rostering_state,
      value: stateText,
      look: (text, { state }) => (
        <Badge tone={stateNames[state][1]} isLong>
          {text}
        </Badge>
      ),
    },
    night: {
      header: m.rosterSync_begun,
      value: ({ at_night }) => (at_night ? m.rosterSync_at_night() : m.rosterSync_by_hand()),
      width: 's',
    },
    rows: { header: m.rosterSync_rows, value: ({ rows }) => rows, unit: 'number', width: 'xs' },
    people_created: counted('users', 'created', m.rosterSync_people_created),
    people_updated: counted('users', 'updated', m.rosterSync_people_updated),
    people_ended: counted('users', 'deactivated', m.rosterSync_people_ended),
    classes_created: counted('classes', 'created', m.rosterSync_classes_created),
    classes_ended: counted('classes', 'deactivated', m.rosterSync_classes_ended),
    places_created: counted('enrollments', 'created', m.rosterSync_places_created),
    places_ended: counted('enrollments', 'deactivated', m.rosterSync_places_ended),
    errors: { header: m.rosterSync_errors, value: ({ errors }) => errors, unit: 'number', width: 'xs' },
    warnings: { header: m.rosterSync_warnings, value: ({ warnings }) => warnings, unit: 'number', width: 'xs' },
  },
  drill: { to: ({ job_id }, _, say) => (isOfDistrict(say) ? paths.adminImport('rosterSyncRun', job_id) : null) },
  empty: { title: m.rosterSync_no_runs, text: m.rosterSync_no_runs_text },
  Parts: Live,
});
