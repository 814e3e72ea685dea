// @vitest-environment jsdom

import { m } from '../../src/paraglide/messages.js';
import standardsReport from '../../src/views/progressMonitoring/standardsReport.report.tsx';
import { ids } from '../server/fixtureSchool.ts';
import { makeMeasuredClass } from '../server/measuredClass.ts';
import { describeReport } from './kit/describeReport.tsx';
import { installNetwork } from './kit/network.ts';
import { oddMarks } from './kit/oddMarks.ts';

installNetwork();

describeReport(standardsReport, {
  as: 'tess',
  prepare: async (backend) => {
    await makeMeasuredClass(backend, oddMarks);
    return [ids.class];
  },
  heading: m.progressMonitoring_standards_title({ name: 'Science 6, Period 2' }),
  missing: m.progressMonitoring_without({ count: 1, names: 'Person, gus' }),
  sections: {
    [m.progressMonitoring_standards()]: [
      ['Standard', m.progressMonitoring_description(), 'Questions', 'Class', 'Secure', m.progressMonitoring_not_yet()],
      ['MS-LS1-1', '–', '1', '50%', '0 of 10', '4 of 10'],
      ['MS-PS1-4', '–', '3', '96%', '11 of 11', '0 of 11'],
      ['MS-PS3-3', '–', '3', '93%', '11 of 11', '0 of 11'],
    ],
    [m.progressMonitoring_grid()]: [
      ['Student', 'MS-PS1-4', 'MS-PS3-3', 'MS-LS1-1'],
      [
        'O’Neill-Wolfeschlegelsteinhausen, Jr., Éva “Bee” de la Concepción',
        'Secure: 100% of the points in 6 questions',
        'Secure: 100% of the points in 6 questions',
        'Too few questions (fewer than 3): 17% of the points in 2 questions',
      ],
      [
        'Person, pat1',
        'Secure: 94% of the points in 27 questions',
        'Secure: 94% of the points in 27 questions',
        'Partly there: 56% of the points in 9 questions',
      ],
      [
        'Person, pat2',
        'Secure: 94% of the points in 27 questions',
        'Secure: 94% of the points in 27 questions',
        'Partly there: 56% of the points in 9 questions',
      ],
      [
        'Person, pat3',
        'Secure: 94% of the points in 27 questions',
        'Secure: 94% of the points in 27 questions',
        'Partly there: 56% of the points in 9 questions',
      ],
      [
        'Person, pat4',
        'Secure: 100% of the points in 27 questions',
        'Secure: 100% of the points in 27 questions',
        'Not yet: 44% of the points in 9 questions',
      ],
      [
        'Person, pat5',
        'Secure: 100% of the points in 27 questions',
        'Secure: 97% of the points in 27 questions',
        'Not yet: 44% of the points in 9 questions',
      ],
      [
        'Person, pat8',
        'Secure: 97% of the points in 24 questions',
        'Secure: 94% of the points in 24 questions',
        'Partly there: 50% of the points in 8 questions',
      ],
      [
        'Person, pat6',
        'Secure: 100% of the points in 27 questions',
        'Secure: 94% of the points in 27 questions',
        'Not yet: 44% of the points in 9 questions',
      ],
      [
        'Person, ben',
        'Secure: 95% of the points in 30 questions',
        'Secure: 85% of the points in 30 questions',
        'Partly there: 57% of the points in 10 questions',
      ],
      [
        'Person, pat7',
        'Secure: 97% of the points in 27 questions',
        'Secure: 94% of the points in 27 questions',
        'Not yet: 44% of the points in 9 questions',
      ],
      [
        'Person, ana',
        'Secure: 92% of the points in 27 questions',
        'Secure: 83% of the points in 27 questions',
        'Partly there: 52% of the points in 9 questions',
      ],
      ['Person, gus', m.progressMonitoring_not_asked(), m.progressMonitoring_not_asked(), m.progressMonitoring_not_asked()],
    ],
  },
  refused: {
    'a teacher of another class': { as: 'tom' },
    'an administrator of another school': { as: 'sid' },
    'an administrator of another district': { as: 'dora' },
  },
});
