import { exportStates } from '../../../contract/exportJob.ts';
import { dataExports } from '../../../contract/exports.ts';
import { m } from '../../paraglide/messages.js';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { IconRefresh } from '../../ui/icons.ts';
import { reportScreen } from '../reports/reportScreen.tsx';
import { addressOf } from '../screen.ts';
import { usageCrumbs } from '../usageReports/usageWords.ts';
import { dataExport } from './dataExport.screen.ts';
import { periodOf, placeOf, sizeOf, stateNames, tablesIn } from './exportWords.ts';
import { NewExport } from './NewExport.tsx';
import { usageReportDownload } from './usageReportDownload.screen.ts';

/** The reader's exports, newest first, and the form of a new one. */
export default reportScreen({
  ...dataExport,
  call: dataExports.getExports,
  input: () => ({}),
  rows: (jobs) => jobs,
  name: m.exports_title,
  back: usageCrumbs,
  lead: () => m.exports_lead(),
  file: () => 'exports',
  filters: {
    state: {
      of: ({ state }) => state,
      nameOf: (key) => {
        const state = exportStates.find((one) => one === key);
        return state ? stateNames[state][0]() : key;
      },
    },
  },
  rowKey: ({ job_id }) => job_id,
  caption: m.exports_own,
  columns: {
    tables: { header: m.exports_tables, value: tablesIn, isRowHeader: true, width: 'l' },
    state: {
      header: m.teacher_state,
      value: ({ state }) => stateNames[state][0](),
      width: 's',
      look: (text, { state }) => <Badge tone={stateNames[state][1]}>{text}</Badge>,
    },
    place: { header: m.exports_scope, value: placeOf, width: 's' },
    period: { header: m.exports_period, value: (job, { language }) => periodOf(job, language), width: 's' },
    names: { header: m.exports_names, value: ({ with_names }) => (with_names ? m.reports_yes() : m.reports_no()), width: 'xs' },
    when: { header: m.exports_started, value: ({ created_at }) => created_at, unit: 'moment', width: 's' },
    rows: { header: m.exports_rows, value: ({ rows_done }) => rows_done, unit: 'number', width: 'xs' },
    size: { header: m.exports_size, value: ({ bytes }) => bytes, unit: 'number', text: ({ bytes }) => sizeOf(bytes), width: 'xs' },
    until: { header: m.exports_until, value: ({ expires_at }) => expires_at, unit: 'moment', width: 's' },
  },
  drill: { to: ({ job_id }) => addressOf(usageReportDownload, job_id) },
  empty: { title: m.exports_none, text: m.exports_none_text },
  Parts: ({ page: { refresh }, children }) =>
    children({
      action: <NewExport />,
      more: (
        <Button icon={IconRefresh} onPress={refresh}>
          {m.rostering_refresh()}
        </Button>
      ),
    }),
});
