import { addDays } from '../../../common/day.ts';
import { administrators, wholeRoster } from '../../../contract/kit.ts';
import { isSelectionMode, type RosterJob } from '../../../contract/rostering/job.ts';
import { rostering } from '../../../contract/rostering.ts';
import { m } from '../../paraglide/messages.js';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { IconRefresh } from '../../ui/icons.ts';
import { LinkButton } from '../../ui/Link.tsx';
import { formatNumber } from '../../ui/numbers.ts';
import { paths } from '../paths.ts';
import type { ReportParts, Say } from '../reports/declaration.ts';
import { reportScreen } from '../reports/reportScreen.tsx';
import { rosterHistory } from './history.screen.ts';
import { notTakenOf, rowsIn, sourceOf, standingFilter, stateNames } from './rosterWords.ts';

const isAdministrator = ({ reader: { role } }: Say) => administrators.some((one) => one === role);

/** The screen that an import was made with. */
function pathOf({ job_id, check, connection_name, is_sync, options: { mode } }: RosterJob, say: Say): string {
  if (!isAdministrator(say)) return `${paths.importStudents}?job=${job_id}`;
  if (is_sync) return paths.adminImport('rosterSyncRun', job_id);
  if ((connection_name !== null || check?.form === 'oneRoster') && wholeRoster.some((one) => one === say.reader.role))
    return paths.adminImport('oneRosterImport', job_id);
  if (isSelectionMode(mode)) return paths.adminImport('userBatch', job_id);
  const screens: Partial<Record<typeof mode, string>> = {
    activate: 'batchActivation',
    deactivate: 'batchActivation',
    newIds: 'updateUserIds',
  };
  return paths.adminImport(screens[mode] ?? 'importUsers', job_id);
}

const rowsInWords = (job: RosterJob): string =>
  notTakenOf(job) > 0
    ? m.rostering_rows_part({ all: formatNumber(rowsIn(job)), left: formatNumber(notTakenOf(job)) })
    : formatNumber(rowsIn(job));

/** Imports that the user may see, with their states: an administrator's scope, or a teacher's own. */
export default reportScreen({
  ...rosterHistory,
  call: rostering.rosterJobs,
  input: ({ userPuid, today }) => ({ userPuid, from_date: addDays(today, -365) }),
  rows: (jobs) => jobs,
  name: m.rostering_history,
  lead: () => m.rostering_history_lead(),
  file: () => 'imports',
  back: (_, say) => [
    isAdministrator(say) ? { label: m.rostering_home(), href: paths.rosters } : { label: m.rostering_students(), href: paths.students },
  ],
  filters: { state: standingFilter },
  rowKey: ({ job_id }) => job_id,
  caption: m.rostering_history,
  sort: '-when',
  columns: {
    files: {
      header: m.rostering_from,
      value: sourceOf,
      isRowHeader: true,
      width: 'l',
    },
    state: {
      header: m.rostering_state,
      value: (job) => (notTakenOf(job) > 0 ? m.rostering_state_part() : stateNames[job.state][0]()),
      look: (text, job) => <Badge tone={notTakenOf(job) > 0 ? 'warning' : stateNames[job.state][1]}>{text}</Badge>,
    },
    when: { header: m.rostering_when, value: ({ created_at }) => created_at, unit: 'moment' },
    who: {
      header: m.rostering_who,
      value: ({ created_by_puid, created_by }, { reader }) => (created_by_puid === reader.userPuid ? m.rostering_who_you() : created_by),
    },
    rows: { header: m.rostering_rows_column, value: rowsIn, unit: 'number', text: rowsInWords },
  },
  drill: { to: (job, _, say) => pathOf(job, say) },
  empty: { title: m.rostering_history_none, text: m.rostering_history_none_text },
  Parts: ({ page: { say, refresh }, children }) => children(partsOf(say, refresh)),
});

const partsOf = (say: Say, refresh: () => void): ReportParts => ({
  more: (
    <Button icon={IconRefresh} onPress={refresh}>
      {m.rostering_refresh()}
    </Button>
  ),
  action: (
    <LinkButton variant="primary" href={isAdministrator(say) ? paths.adminImport('importUsers') : paths.importStudents}>
      {m.rostering_import()}
    </LinkButton>
  ),
});
