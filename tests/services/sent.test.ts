import { expect, it } from 'vitest';
import { type AnyActorLogic, createActor, fromPromise, toPromise } from 'xstate';
import { calls } from '../../contract/index.ts';
import { type Call, Role } from '../../contract/kit.ts';
import { library } from '../../contract/library.ts';
import type { UserData } from '../../contract/login.ts';
import { subjectResource } from '../../contract/subjects.ts';
import { pageLength } from '../../contract/workspace.ts';
import type { LibraryFilter } from '../../src/machines/library/contentLibraryMachine.ts';
import { noFilters } from '../../src/machines/workspace/lessonListMachine.ts';
import { gradeDeliveryActors } from '../../src/services/autograde.ts';
import { contentTrackingActors } from '../../src/services/contentTracking.ts';
import type { Send } from '../../src/services/kit/client.ts';
import { resourceSource } from '../../src/services/kit/records.ts';
import { libraryActors, saveStart } from '../../src/services/library.ts';
import { playerActors } from '../../src/services/player/player.ts';
import { listActors } from '../../src/services/workspace/workspace.ts';

const filter: LibraryFilter = {
  query: 'moon',
  productId: 1,
  unitId: 2,
  subUnitId: 3,
  level3Id: 4,
  kinds: [],
  grades: [],
  languages: [102, 101],
  standards: [],
};

interface Row {
  what: string;
  made: (send: Send) => AnyActorLogic;
  input: unknown;
  call: Call;
  fields: object;
  options: object;
}

// The type checker finds a field that is missing. It does not find the wrong one of the same type, or a missing option.
it.each<Row>([
  {
    what: 'the place where the library opens names every level',
    made: (send) => fromPromise(({ signal }) => saveStart(send, 7, filter, signal)),
    input: undefined,
    call: calls.updateDefaultFilter,
    fields: { user_puid: 7, product_id: 1, unit_id: 2, sub_unit_id: 3, level3_id: 4, language_id: 102 },
    options: {},
  },
  {
    what: 'the end of time on content outlives the page',
    made: (send) => contentTrackingActors(send).endTracking,
    input: { userPuid: 7, contentTrackId: 5, timeSpent: 40 },
    call: calls.endContentTracking,
    fields: { user_puid: 7, content_track_id: 5, time_spent: 40 },
    options: { quiet: true, keepalive: true },
  },
  {
    what: 'the third page of a list begins after those before it, is as long as they, and has no spinner',
    made: (send) => listActors(send).loadPage,
    input: { userPuid: 7, source: { kind: 'shared' }, filters: noFilters, page: 2 },
    call: calls.allLessons,
    fields: { user_puid: 7, ...noFilters, offset: 2 * pageLength, limit: pageLength, is_shared: 'yes' },
    options: { quiet: true },
  },
  {
    what: 'a search for content names the levels that are chosen, and no others',
    made: (send) => libraryActors(send).search,
    input: { userPuid: 7, filter: { ...filter, unitId: null, level3Id: null, kinds: ['video'] }, offset: 48, count: 500 },
    call: library.search,
    fields: {
      ...{ user_puid: 7, query: 'moon', product_id: 1, subunit_id: 3, offset: 48, limit: 200 },
      ...{ kinds: 'video', grades: '', languages: '102,101', standards: '' },
    },
    options: { quiet: true },
  },
  {
    what: 'the question whether a resource is finished names the assignment',
    made: (send) => playerActors(send, {} as never, { app: {} as never, now: () => 0 }).checkCompletion,
    input: {
      userPuid: 7,
      lessonId: 2,
      groupAssignmentId: 3,
      resource: { id: 4, resource_type_id: 5, quiz_id: 6, is_learnosity_enabled: true },
    },
    call: calls.checkResourceCompletion,
    fields: {
      ...{ user_puid: 7, lesson_id: 2, group_assignment_id: 3 },
      ...{ resource_id: 4, resource_type_id: 5, quiz_id: 6, isLearnosityEnabled: true },
    },
    options: { quiet: true },
  },
  {
    what: 'a score with a comment names its language, its translation and where to read again',
    made: (send) =>
      gradeDeliveryActors({
        send,
        user: { userPuid: 7, districtID: 1 },
        owner: '1.7',
        device: () => Promise.reject(new Error('Full')),
        app: {} as never,
        conflictsIn: () => [],
      }).sendDecision,
    input: {
      key: 'first',
      resource: { itemId: 3, itemTypeId: 4, groupPuid: null },
      questionId: 5,
      points: 1,
      feedback: 'Bien',
      details: { language: 'es', translation: 'Good', place: { item_id: 6, place_title: 'Moon', heading: null } },
      responses: [{ resultId: 8, seenGradeId: 9 }],
    },
    call: calls.scoreResponses,
    fields: {
      ...{ user_puid: 7, grading_key: 'first', item_id: 3, itemtype_id: 4, question_id: 5, score: 1, user_feedback: 'Bien' },
      ...{ feedback_language: 'es', feedback_translation: 'Good', place: { item_id: 6, place_title: 'Moon', heading: null } },
      responses: [{ result_id: 8, seen_grade_id: 9 }],
    },
    options: { quiet: true },
  },
])('$what', async ({ made, input, call, fields, options }) => {
  const sent: [Call, object, object][] = [];
  const send = (async (...all: (typeof sent)[number]) => {
    sent.push(all);
    return {};
  }) as unknown as Send;
  await toPromise(createActor(made(send), { input }).start());
  expect(sent).toEqual([[call, fields, expect.objectContaining(options)]]);
});

it('an administrator may do everything with the records of a resource, and each call names the record', async () => {
  const { calls: own } = subjectResource;
  const sent: [act: string | undefined, fields: object][] = [];
  const send = (async (call: Call, fields: object) => {
    sent.push([Object.entries(own).find(([, one]) => one === call)?.[0], fields]);
  }) as unknown as Send;
  const source = resourceSource(send, subjectResource, { role: Role.districtAdministrator } as UserData);
  const row = { subject_id: 5, version: 2 };
  const stop = { signal: new AbortController().signal };
  await source.get?.(row, stop);
  await source.add?.({ name: 'Botany' }, stop);
  await source.update?.(row, { name: 'Botany' }, stop);
  await source.order?.(row, 3, stop);
  await source.uses?.(row, stop);
  await source.remove?.(row, stop);
  await source.restore?.(row, undefined, stop);
  const key = { subject_id: 5 };
  expect(sent).toEqual([
    ['get', key],
    ['add', { name: 'Botany' }],
    ['update', { ...key, version: 2, name: 'Botany' }],
    ['order', { ...key, place: 3 }],
    ['uses', key],
    ['remove', key],
    ['restore', key],
  ]);
});
