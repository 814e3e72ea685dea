// @vitest-environment jsdom

import { m } from '../../src/paraglide/messages.js';
import progressMonitoringGroupReport from '../../src/views/progressMonitoring/progressMonitoringGroupReport.report.tsx';
import { ids } from '../server/fixtureSchool.ts';
import { makeMeasuredClass } from '../server/measuredClass.ts';
import { describeReport } from './kit/describeReport.tsx';
import { installNetwork } from './kit/network.ts';
import { oddMarks } from './kit/oddMarks.ts';

installNetwork();

/** The growth of somebody with too few answers. */
const unmeasured = [m.reports_not_enough(), m.reports_not_enough(), m.reports_not_enough(), '–', m.reports_not_enough(), '–'];

describeReport(progressMonitoringGroupReport, {
  as: 'tess',
  prepare: async (backend) => {
    await makeMeasuredClass(backend, oddMarks);
    return [ids.class];
  },
  heading: m.progressMonitoring_of({ name: 'Science 6, Period 2' }),
  figures: { [m.progressMonitoring_assessments()]: '10', [m.progressMonitoring_growth()]: '-0.3' },
  missing: m.progressMonitoring_without({ count: 1, names: 'Person, gus' }),
  sections: {
    [m.progressMonitoring_over_time()]: [
      [
        'Assessment',
        'Lesson',
        m.progressMonitoring_half_submitted(),
        'Results',
        m.progressMonitoring_mean(),
        'Trend',
        m.progressMonitoring_lower(),
        'Median',
        m.progressMonitoring_upper(),
      ],
      ['quiz', 'In any order', 'Nov 7, 2029', '10', '57%', '58%', '48%', '58%', '67%'],
      ['quiz', 'In any order', 'Nov 14, 2029', '10', '57%', '58%', '48%', '58%', '67%'],
      ['quiz', 'In any order', 'Nov 21, 2029', '11', '57%', '58%', '46%', '54%', '65%'],
      ['quiz', 'In any order', 'Nov 28, 2029', '10', '58%', '57%', '48%', '58%', '67%'],
      ['quiz', 'In any order', 'Dec 5, 2029', '10', '58%', '57%', '54%', '62%', '62%'],
      ['quiz', 'In any order', 'Dec 12, 2029', '11', '57%', '57%', '50%', '54%', '65%'],
      ['quiz', 'In any order', 'Dec 19, 2029', '10', '59%', '56%', '48%', '58%', '67%'],
      ['quiz', 'In any order', 'Dec 26, 2029', '9', '60%', '56%', '54%', '62%', '69%'],
      ['quiz', 'In order', 'Dec 31, 2029', '10', '48%', '56%', '25%', '42%', '65%'],
      [
        'quiz',
        'In any order',
        'Jan 13',
        '1',
        m.reports_not_enough(),
        '55%',
        m.reports_not_enough(),
        m.reports_not_enough(),
        m.reports_not_enough(),
      ],
    ],
    [m.progressMonitoring_standards()]: [
      [
        'Standard',
        m.progressMonitoring_description(),
        'Questions',
        m.progressMonitoring_assessments(),
        'Class',
        m.progressMonitoring_growth(),
        m.progressMonitoring_means(),
      ],
      ['MS-LS1-1', '–', '1', '10', '50%', '-0.2', m.progressMonitoring_unsure()],
      ['MS-PS1-4', '–', '3', '10', '96%', '-1.1', m.progressMonitoring_unsure()],
      ['MS-PS3-3', '–', '3', '10', '93%', '-2.2', m.progressMonitoring_unsure()],
    ],
    [m.progressMonitoring_students()]: [
      [
        'Student',
        'Results',
        'Average',
        'Latest',
        m.progressMonitoring_growth(),
        m.progressMonitoring_at_least(),
        m.progressMonitoring_at_most(),
        m.progressMonitoring_means(),
        m.progressMonitoring_against(),
        m.progressMonitoring_against_means(),
      ],
      ['Person, ana', '9', '59%', '100%', '11.2', '10.6', '11.9', m.progressMonitoring_up(), '11.6', m.progressMonitoring_ahead()],
      ['Person, pat1', '9', '61%', '85%', '3.1', '0', '6.2', m.progressMonitoring_unsure(), '3.4', m.progressMonitoring_unsure()],
      ['Person, pat2', '9', '59%', '69%', '0.5', '-2.6', '3.6', m.progressMonitoring_unsure(), '0.8', m.progressMonitoring_unsure()],
      ['Person, pat5', '9', '56%', '38%', '0.1', '-3.5', '3.7', m.progressMonitoring_unsure(), '0.4', m.progressMonitoring_unsure()],
      ['Person, pat3', '9', '57%', '54%', '-1', '-3.8', '1.7', m.progressMonitoring_unsure(), '-0.7', m.progressMonitoring_unsure()],
      ['Person, pat4', '9', '56%', '46%', '-1', '-4', '2', m.progressMonitoring_unsure(), '-0.7', m.progressMonitoring_unsure()],
      ['Person, pat6', '9', '55%', '31%', '-2', '-5.7', '1.7', m.progressMonitoring_unsure(), '-1.7', m.progressMonitoring_unsure()],
      ['Person, pat8', '8', '55%', '23%', '-2.5', '-7.7', '2.7', m.progressMonitoring_unsure(), '-1.9', m.progressMonitoring_unsure()],
      ['Person, pat7', '9', '54%', '23%', '-3', '-7', '0.9', m.progressMonitoring_unsure(), '-2.7', m.progressMonitoring_unsure()],
      ['Person, ben', '10', '60%', '69%', '-5.9', '-10', '-1.7', m.progressMonitoring_down(), '-8.7', m.progressMonitoring_behind()],
      ['O’Neill-Wolfeschlegelsteinhausen, Jr., Éva “Bee” de la Concepción', '2', '50%', '54%', ...unmeasured],
      ['Person, gus', '0', '–', '–', ...unmeasured],
    ],
  },
  refused: {
    'a teacher of another class': { as: 'tom' },
    'an administrator of another school': { as: 'sid' },
    'an administrator of another district': { as: 'dora' },
  },
});
