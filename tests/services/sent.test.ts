import { expect, it } from 'vitest';
import { type AnyActorLogic, createActor, fromPromise, toPromise } from 'xstate';
import { calls } from '../../contract/index.ts';
import type { Call } from '../../contract/kit.ts';
import { pageLength } from '../../contract/workspace.ts';
import type { LibraryFilter } from '../../src/machines/library/contentLibraryMachine.ts';
import { noFilters } from '../../src/machines/workspace/lessonListMachine.ts';
import { contentTrackingActors } from '../../src/services/contentTracking.ts';
import type { Send } from '../../src/services/kit/client.ts';
import { saveStart } from '../../src/services/library.ts';
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
])('$what', async ({ made, input, call, fields, options }) => {
  const sent: [Call, object, object][] = [];
  const send = (async (...all: (typeof sent)[number]) => {
    sent.push(all);
    return {};
  }) as unknown as Send;
  await toPromise(createActor(made(send), { input }).start());
  expect(sent).toEqual([[call, fields, expect.objectContaining(options)]]);
});
