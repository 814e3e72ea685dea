// @vitest-environment jsdom

import { m } from '../../src/paraglide/messages.js';
import progressMonitoringGroupReport from '../../src/views/progressMonitoring/progressMonitoringGroupReport.report.tsx';
import { ids } from '../server/fixtureSchool.ts';
import { makeMeasuredClass } from '../server/measuredClass.ts';
import { describeReport } from './kit/describeReport.tsx';
import { installNetwork } from './kit/network.ts';
import { oddMarks } from './kit/oddMarks.ts';

installNetwork();

describeReport(progressMonitoringGroupReport, {
  as: 'tess',
  prepare: async (backend) => {
    await makeMeasuredClass(backend, oddMarks);
    return [ids.class];
  },
  heading: m.progressMonitoring_of({ name: 'Ben, Ben' }),
  figures: {},
  sections: { [m.progressMonitoring_over_time()]: [], [m.progressMonitoring_students()]: [], [m.progressMonitoring_standards()]: [] },
  refused: {
    'a teacher of another class': { as: 'tom' },
    'an administrator of another school': { as: 'sid' },
    'an administrator of another district': { as: 'dora' },
  },
});
