// @vitest-environment jsdom

import { m } from '../../src/paraglide/messages.js';
import progressMonitoringStudentReport from '../../src/views/progressMonitoring/progressMonitoringStudentReport.report.tsx';
import { ids } from '../server/fixtureSchool.ts';
import { makeMeasuredClass } from '../server/measuredClass.ts';
import { odd } from '../server/oddClass.ts';
import { describeReport } from './kit/describeReport.tsx';
import { installNetwork } from './kit/network.ts';
import { oddMarks } from './kit/oddMarks.ts';

installNetwork();

describeReport(progressMonitoringStudentReport, {
  as: 'tess',
  prepare: async (backend) => {
    await makeMeasuredClass(backend, oddMarks);
    return [ids.class, ids.ben];
  },
  heading: m.progressMonitoring_of({ name: 'Ben, Ben' }),
  figures: {},
  sections: { [m.progressMonitoring_over_time()]: [], [m.progressMonitoring_standards()]: [] },
  refused: {
    'a teacher of another class': { as: 'tom' },
    'anybody for a student who left the class': { as: 'tess', ids: [ids.class, odd.left] },
    'an administrator of another school': { as: 'sid' },
    'an administrator of another district': { as: 'dora' },
  },
});
