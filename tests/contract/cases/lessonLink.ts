import type { lessonLink } from '../../../contract/lessonLink.ts';
import { ids } from '../../server/fixtureSchool.ts';
import { ana, type Cases } from './case.ts';

export const lessonLinkCases: Cases<keyof typeof lessonLink> = {
  assignFromLessonUrl: { as: 'ana', input: ({ link_id }) => ({ ...ana, link_id }) },
  lessonLinkId: { as: 'tess', input: () => ({ lesson_id: ids.orderedLesson }) },
  createLessonLink: {
    as: 'tess',
    input: () => ({ lesson_id: ids.freeLesson, end_date: '2030-02-15T00:00:00Z', is_perpectual_expiry: false, assignment_no: 1 }),
  },
  revokeLessonLink: { as: 'tess', input: ({ link_id }) => ({ link_id }) },
};
