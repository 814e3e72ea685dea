// @vitest-environment jsdom

import { m } from '../../src/paraglide/messages.js';
import Exports from '../../src/views/exports/dataExport.report.tsx';
import { usageReportDownload } from '../../src/views/exports/usageReportDownload.screen.ts';
import { addressOf } from '../../src/views/screen.ts';
import { ids } from '../server/fixtureSchool.ts';
import { days, hours } from '../server/testServer.ts';
import { describeReport } from './kit/describeReport.tsx';
import { exportRow, inState, putExports } from './kit/exports.tsx';
import { installNetwork } from './kit/network.ts';

installNetwork();

describeReport(Exports, {
  as: 'dan',
  prepare: async (backend) => {
    const { now } = backend.clock;
    await putExports(backend, [
      exportRow(now, { job_id: 6, created_at: now - hours(1) }),
      exportRow(now, {
        ...inState('ready', now - days(1)),
        ...{ job_id: 5, created_at: now - days(1), school_id: ids.school, with_names: 0, bytes: 2_340_000, from_date: '2030-01-01' },
      }),
      exportRow(now, { ...inState('failed', now), job_id: 4, tables: '["people"]', created_at: now - days(2), to_date: '2030-01-10' }),
      exportRow(now, {
        ...inState('ready', now - days(9)),
        job_id: 3,
        created_at: now - days(9),
        from_date: '2030-01-01',
        to_date: '2030-01-05',
      }),
      // Somebody else's.
      exportRow(now, { job_id: 2, created_by: ids.sue }),
    ]);
    return [];
  },
  heading: m.exports_title(),
  table: [
    [
      ...[m.exports_tables(), m.teacher_state(), m.exports_scope(), m.exports_period(), m.exports_names()],
      ...[m.exports_started(), m.exports_rows(), m.exports_size(), m.exports_until()],
    ],
    ['Results, Answers', 'Running', 'Whole district', 'all days', 'yes', 'Tue, Jan 15, 8:00 AM', '1,200', '34 kB', '–'],
    ['Results, Answers', 'Ready', 'Hill', 'from Jan 1', 'no', 'Mon, Jan 14, 9:00 AM', '1,200', '2.3 MB', 'Mon, Jan 21, 9:00 AM'],
    ['People', 'Failed', 'Whole district', 'until Jan 10', 'yes', 'Sun, Jan 13, 9:00 AM', '1,200', '34 kB', '–'],
    [
      'Results, Answers',
      'Expired',
      'Whole district',
      'Jan 1 – Jan 5',
      'yes',

      'Sun, Jan 6, 9:00 AM',
      '1,200',
      '34 kB',
      'Sun, Jan 13, 9:00 AM',
    ],
  ],
  leadsTo: () => addressOf(usageReportDownload, 6),
  refused: {},
});
