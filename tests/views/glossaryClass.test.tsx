// @vitest-environment jsdom

import { m } from '../../src/paraglide/messages.js';
import glossaryClass from '../../src/views/glossary/class.report.tsx';
import { ids } from '../server/fixtureSchool.ts';
import { termId } from '../server/glossaryTerms.ts';
import { describeReport } from './kit/describeReport.tsx';
import { installNetwork } from './kit/network.ts';

installNetwork();

describeReport(glossaryClass, {
  as: 'tess',
  prepare: async ({ db, clock }) => {
    const own = { district_id: ids.district, language_id: 101, due_day: '2030-01-20', last_at: clock.now };
    await db
      .insertInto('glossary_practice')
      .values([
        { ...own, user_puid: ids.ana, term_id: termId('atom'), box: 4 },
        { ...own, user_puid: ids.ana, term_id: termId('cell'), box: 2 },
        { ...own, user_puid: ids.ana, term_id: termId('magnet'), box: 0 },
      ])
      .execute();
    return [ids.class];
  },
  heading: m.glossary_class_of({ name: 'Science 6, Period 2' }),
  figures: { [m.glossary_class_practicing()]: '1', [m.glossary_class_terms()]: '3' },
  table: [
    [
      m.glossary_term(),
      m.glossary_subject(),
      m.glossary_class_students(),
      m.glossary_level_known(),
      m.glossary_level_familiar(),
      m.glossary_level_learning(),
    ],
    ['atom', m.glossary_subject_physical(), '1', '1', '0', '0'],
    ['cell', m.glossary_subject_life(), '1', '0', '1', '0'],
    ['magnet', m.glossary_subject_physical(), '1', '0', '0', '1'],
  ],
  sections: {
    [m.glossary_class_grid()]: [
      [m.teacher_student(), m.glossary_level_known(), 'atom', 'cell', 'magnet'],
      ['Person, ana', '1', m.glossary_level_known_one(), m.glossary_level_familiar_one(), m.glossary_level_learning_one()],
      ['Person, ben', '0', m.glossary_level_none(), m.glossary_level_none(), m.glossary_level_none()],
    ],
    [m.glossary_class_by_student()]: [
      [
        m.teacher_student(),
        m.glossary_class_terms(),
        m.glossary_level_known(),
        m.glossary_level_familiar(),
        m.glossary_level_learning(),
        m.glossary_class_last(),
      ],
      ['Person, ana', '3', '1', '1', '1', 'Jan 15'],
      ['Person, ben', '0', '0', '0', '0', '–'],
    ],
  },
  missing: m.glossary_class_missing({ count: 1, names: 'Person, ben' }),
  refused: {
    'a teacher of another class': { as: 'tom' },
    'an administrator of another school': { as: 'sid' },
    'an administrator of another district': { as: 'dora' },
  },
});
