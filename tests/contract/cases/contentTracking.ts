import { ResourceType } from '../../../contract/content.ts';
import type { contentTracking } from '../../../contract/contentTracking.ts';
import { ids, item_id } from '../../server/fixtureSchool.ts';
import { kinds } from '../../server/lessonOfKinds.ts';
import { ana, type Cases } from './case.ts';
import { submission } from './world.ts';

const sheet = { item_id: kinds.item('printable'), lesson_id: kinds.lesson_id, item_type_id: ResourceType.printableQuiz };

export const contentTrackingCases: Cases<keyof typeof contentTracking> = {
  startContentTracking: {
    as: 'ana',
    input: ({ assigned: { lesson_id } }) => ({ ...ana, item_id, item_type_id: ResourceType.reading, lesson_id }),
  },
  endContentTracking: { as: 'ana', input: ({ content_track_id }) => ({ ...ana, content_track_id, time_spent: 12.5 }) },
  printableResponse: { as: 'ana', input: () => ({ ...ana, ...sheet }) },
  submitPrintableQuiz: {
    as: 'ana',
    input: () => ({ UserPuid: ids.ana, ...sheet, response_text: '1. Evaporation', is_on_paper: false }),
    lenient: ['response_text'],
  },
  submitReadersQuiz: { as: 'ana', input: ({ result_id }) => ({ result_id, ...submission }) },
};
