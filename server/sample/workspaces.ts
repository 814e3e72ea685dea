import * as v from 'valibot';
import { library } from '../../contract/library.ts';
import { sharePermission, sharing } from '../../contract/sharing.ts';
import { workspace } from '../../contract/workspace.ts';
import { handlers } from '../areas/index.ts';
import { idOf } from '../content/ids.ts';
import type { TenantPorts } from '../kit/ports.ts';
import type { TokenUser } from '../kit/tokens.ts';

const course = 'middle-school-science';

interface OwnLesson {
  name: string;
  objective: string;
  /** HTML. */
  instructions?: string;
  /** Items by `<unit>/<sub-unit>/<slug>`, with minutes. */
  items: readonly (readonly [code: string, minutes: number, remarks?: string])[];
  isInFolder?: boolean;
  isAssignment?: boolean;
  sharedWith?: string;
}
interface OwnWorkspace {
  teacher: string;
  folder?: string;
  lessons: readonly OwnLesson[];
  /** Items in the teacher's own library. */
  shelf?: readonly string[];
}

/** Teachers' own material from before today: a folder, lessons inside and outside it, one shared by a colleague, and library items. */
const workspaces: readonly OwnWorkspace[] = [
  {
    teacher: 'rivera',
    folder: 'Before the unit test',
    lessons: [
      {
        name: 'Energy, one more look',
        objective: 'Go over kinetic and potential energy once more, each at their own pace.',
        instructions: '<p>Read first, then play with the track until you can say <strong>where the energy goes</strong>.</p>',
        items: [
          ['energy-and-waves/energy/the-coaster-budget', 10],
          ['energy-and-waves/energy/energy-track', 15, 'Try it with and without friction.'],
          ['energy-and-waves/energy/energy-quiz', 15],
        ],
        isInFolder: true,
      },
      {
        name: 'What waves carry',
        objective: 'Say what moves along a wave, and what stays where it is.',
        items: [
          ['energy-and-waves/waves/energy-on-the-move', 10],
          ['energy-and-waves/waves/wave-string', 15],
        ],
        isInFolder: true,
      },
      {
        name: 'Circuits for a day without me',
        objective: 'Build a loop that works, and explain why the other one does not.',
        instructions: '<p>This lesson runs by itself. Work in pairs; write down what surprised you.</p>',
        items: [
          ['energy-and-waves/electric-circuits/around-the-loop', 10],
          ['energy-and-waves/electric-circuits/circuit', 20],
        ],
      },
      {
        name: 'Circuits check',
        objective: 'Show what you know about loops, switches and bulbs.',
        items: [['energy-and-waves/electric-circuits/circuits-quiz', 20]],
        isAssignment: true,
      },
    ],
    shelf: ['energy-and-waves/energy/why-metal-feels-cold', 'energy-and-waves/waves/seeing-with-sound-820'],
  },
  {
    teacher: 'brandt',
    lessons: [
      {
        name: 'Why a spoon feels cold',
        objective: 'Find out by touch and by thermometer why metal feels colder than wood.',
        items: [
          ['energy-and-waves/energy/why-metal-feels-cold', 10],
          ['energy-and-waves/energy/keep-it-warm', 30, 'Cups and lids are in the cupboard on the left.'],
        ],
        sharedWith: 'rivera',
      },
    ],
  },
];

/** Creates the teachers' workspaces through the regular handlers. Skips lessons whose items this school lacks. */
export async function makeWorkspaces(ports: TenantPorts, district_id: number): Promise<void> {
  const { db } = ports;
  const people = await db
    .selectFrom('app_user')
    .select(['user_key', 'user_puid', 'role_id'])
    .where('user_key', 'in', [
      ...new Set(workspaces.flatMap(({ teacher, lessons }) => [teacher, ...lessons.flatMap((one) => one.sharedWith ?? [])])),
    ])
    .execute();
  const puidOf = new Map(people.map(({ user_key, user_puid }) => [user_key, user_puid]));
  const codes = workspaces.flatMap(({ lessons, shelf = [] }) => [...lessons.flatMap(({ items }) => items.map(([code]) => code)), ...shelf]);
  const items = await db
    .selectFrom('content_item')
    .select(['item_id', 'item_type_id', 'product_id', 'unit_id', 'sub_unit_id'])
    .where(
      'item_id',
      'in',
      codes.map((code) => idOf(`${course}/${code}`)),
    )
    .execute();
  const itemOf = new Map(items.map((item) => [item.item_id, item]));
  const product_id = items[0]?.product_id;
  if (product_id === undefined) return;

  for (const { teacher, folder, lessons, shelf = [] } of workspaces) {
    const person = people.find(({ user_key }) => user_key === teacher);
    if (!person) continue;
    const { user_puid } = person;
    const user: TokenUser = { district_id, user_puid, role: person.role_id, session_id: 0, token_version: 1 };
    // These calls neither read the request nor set a cookie.
    const context = { ports, user } as Parameters<typeof handlers.createLesson>[1];
    const query = {} as never;
    const body = {} as never;

    const folder_id =
      folder === undefined
        ? undefined
        : (
            await handlers.createFolder(
              {
                query: v.parse(workspace.createFolder.query, {
                  user_puid,
                  folder_name: folder,
                  product_id,
                  parent_folder_type: 'product',
                  parent_folder_id: product_id,
                  sort_order: 1,
                }),
                body,
              },
              context,
            )
          ).folder_id;
    for (const lesson of lessons) {
      const resources = lesson.items.map(([code, time, remarks = ''], index) => {
        const item = itemOf.get(idOf(`${course}/${code}`));
        return item && { item_id: item.item_id, resource_type_id: item.item_type_id, time, sort_order: index + 1, remarks };
      });
      if (resources.includes(undefined)) continue;
      const { lesson_id } = await handlers.createLesson(
        {
          query,
          body: v.parse(workspace.createLesson.body, {
            user_puid,
            lesson_name: lesson.name,
            lesson_objective: lesson.objective,
            instructions: lesson.instructions ?? '',
            total_time: lesson.items.reduce((sum, [, minutes]) => sum + minutes, 0),
            is_assignment: lesson.isAssignment ? 'yes' : 'no',
            lesson_resources: JSON.stringify(resources),
            product_id,
            ...(lesson.isInFolder && folder_id !== undefined ? { unit_id: folder_id, is_custom_unit_folder: 'yes' } : {}),
          }),
        },
        context,
      );
      const colleague = puidOf.get(lesson.sharedWith ?? '');
      if (colleague === undefined) continue;
      const share = { lesson_id, user_puid_list: [colleague], shared_by_puid: user_puid, permission: sharePermission };
      await handlers.shareLesson({ query, body: v.parse(sharing.shareLesson.body, share) }, context);
    }
    for (const code of shelf) {
      const item = itemOf.get(idOf(`${course}/${code}`));
      if (!item) continue;
      const { item_id, item_type_id, unit_id, sub_unit_id: subunit_id } = item;
      const wanted = { user_puid, item_id, item_type_id, product_id, unit_id, subunit_id };
      await handlers.addToMyLibrary({ query, body: v.parse(library.addToMyLibrary.body, wanted) }, context);
    }
  }
}
