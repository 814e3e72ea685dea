import { sql } from 'kysely';
import type { LtiChoice } from '../../contract/lti.ts';
import { newLinkId } from '../areas/lessonLink.ts';
import { nowhere } from '../areas/workspace/places.ts';
import type { Row } from '../db/schema.ts';
import { assertVisibleItem, usableLesson, usableLessons } from '../kit/access.ts';
import { notFound, refuse, type UserContext } from '../kit/handler.ts';
import { hasWords, orderOf, pageOf } from '../kit/pages.ts';
import type { Ports } from '../kit/ports.ts';
import { hashOfSecret, newSecret } from '../kit/secrets.ts';
import type { Tenant } from '../kit/tenant.ts';
import { transact } from '../kit/transact.ts';
import { signToPlatform } from './keys.ts';
import { addressesOf } from './launch.ts';
import { claim } from './messages.ts';
import { platformById } from './platforms.ts';

const responseLife = 300;

/** The teacher's own choice that is still open. Throws 404 for any other, 409 after its time or for none (0). */
export async function openChoiceOf({ ports, user }: UserContext, choice_id: number): Promise<Row<'lti_choice'>> {
  const choice = await ports.db
    .selectFrom('lti_choice')
    .selectAll()
    .where('choice_id', '=', choice_id)
    .where('user_puid', '=', user.user_puid)
    .executeTakeFirst();
  if (!choice && choice_id !== 0) throw notFound('link');
  if (!choice || choice.expires_at <= ports.now() || choice.link_id !== null) throw refuse('platformChoiceOver');
  return choice;
}

interface Asked {
  offset: number;
  limit: number;
  search: string;
  sort?: 'title' | '-title' | undefined;
}

/** One page of the lessons that the teacher may choose. */
export async function lessonChoices({ ports, user }: UserContext, query: Asked): Promise<{ total: number; rows: LtiChoice[] }> {
  const matching = usableLessons(ports.db, user)
    .select(['lesson.lesson_id as id', 'lesson.lesson_name as title'])
    .select((eb) =>
      eb
        .selectFrom('lesson_resource as lr')
        .innerJoin('content_item as i', 'i.item_id', 'lr.item_id')
        .select((inner) => inner.fn.count<number>('i.quiz_id').as('count'))
        .whereRef('lr.lesson_id', '=', 'lesson.lesson_id')
        .as('quizzes'),
    )
    .where(hasWords(query.search, ['lesson.lesson_name']));
  const { total, rows } = await pageOf(
    matching,
    orderOf(query.sort ?? 'title', { title: [sql`lower(lesson.lesson_name)`] }),
    'lesson.lesson_id',
    query,
  );
  return {
    total,
    rows: rows.map(({ id, title, quizzes }) => ({ kind: 'lesson', id, title, item_type_id: null, has_score: Number(quizzes) > 0 })),
  };
}

/** One page of the catalog's items that may be assigned. */
export async function itemChoices({ ports }: UserContext, query: Asked): Promise<{ total: number; rows: LtiChoice[] }> {
  const matching = ports.db
    .selectFrom('content_item as i')
    .select(['i.item_id as id', 'i.title', 'i.item_type_id', 'i.quiz_id'])
    .where('i.owner_puid', 'is', null)
    .where('i.is_assignable', '=', 1)
    .where('i.is_offered', '=', 1)
    .where(hasWords(query.search, ['i.title']));
  const { total, rows } = await pageOf(matching, orderOf(query.sort ?? 'title', { title: [sql`lower(i.title)`] }), 'i.item_id', query);
  return { total, rows: rows.map(({ quiz_id, ...item }) => ({ kind: 'item', ...item, has_score: quiz_id !== null })) };
}

/** The teacher's lesson that holds just this item, made once: what opens in a platform is always a lesson, with its progress and scores. */
async function lessonOfItem(trx: Tenant, { ports, user }: UserContext, item_id: number): Promise<number> {
  await assertVisibleItem(trx, user, item_id);
  const item = await trx
    .selectFrom('content_item')
    .select(['item_id', 'title', 'product_id', 'item_type_id', 'language_id', 'is_assignable'])
    .where('item_id', '=', item_id)
    .executeTakeFirst();
  if (item?.is_assignable !== 1) throw notFound('item');
  const known = await trx
    .selectFrom('lti_link as k')
    .innerJoin('lesson as l', (join) => join.onRef('l.lesson_id', '=', 'k.lesson_id').on('l.deleted_at', 'is', null))
    .innerJoin('lesson_resource as lr', 'lr.lesson_id', 'l.lesson_id')
    .select('l.lesson_id')
    .where('l.owner_puid', '=', user.user_puid)
    .groupBy('l.lesson_id')
    .having((eb) =>
      eb.and([eb(eb.fn.countAll(), '>', 0), eb(eb.fn.min('lr.item_id'), '=', item_id), eb(eb.fn.max('lr.item_id'), '=', item_id)]),
    )
    .orderBy('l.lesson_id')
    .limit(1)
    .executeTakeFirst();
  if (known) return known.lesson_id;
  const { district_id, user_puid } = user;
  const now = ports.now();
  const lesson_id = ports.newId();
  await trx
    .insertInto('lesson')
    .values({
      ...{
        district_id,
        lesson_id,
        owner_puid: user_puid,
        lesson_name: item.title,
        lesson_objective: '',
        instructions: '',
        total_time: null,
      },
      ...{ due_date: null, is_assignment: 0, enforce_order: 0, ...nowhere, product_id: item.product_id, language_id: item.language_id },
      ...{ version: 1, created_at: now, updated_at: now, deleted_at: null },
    })
    .execute();
  await trx
    .insertInto('lesson_resource')
    .values({
      ...{ district_id, lesson_id, lesson_resource_id: ports.newId(), item_id, resource_type_id: item.item_type_id },
      ...{ time: null, sort_order: 0, remarks: '' },
    })
    .execute();
  return lesson_id;
}

/** Makes the link to what was chosen, once, and the address of the page that brings it to the platform. */
export async function choose(
  context: UserContext,
  { choice_id, kind, id }: { choice_id: number; kind: LtiChoice['kind']; id: number },
): Promise<{ url: string }> {
  const { ports, user } = context;
  const secret = newSecret(ports);
  await transact(ports.db, async (trx) => {
    const { platform_id, district_id } = await openChoiceOf({ ...context, ports: { ...ports, db: trx } }, choice_id);
    const lesson_id = kind === 'item' ? await lessonOfItem(trx, context, id) : (await usableLesson(trx, user, id)).lesson_id;
    const link_id = newLinkId(ports);
    await trx
      .insertInto('lti_link')
      .values({ district_id, link_id, platform_id, lesson_id, created_by: user.user_puid, created_at: ports.now() })
      .execute();
    const { numUpdatedRows } = await trx
      .updateTable('lti_choice')
      .set({ link_id, return_hash: hashOfSecret(secret) })
      .where('choice_id', '=', choice_id)
      .where('link_id', 'is', null)
      .executeTakeFirst();
    if (Number(numUpdatedRows) === 0) throw refuse('platformChoiceOver');
  });
  return { url: `${ports.origin()}/api/lms/ssoLogin/lti/return?answer=${secret}` };
}

/** Answer for the platform (LTI Deep Linking 2.0, section 4.5), given once; undefined if there is none. */
export async function answerOf(
  ports: Ports,
  db: Tenant,
  choice: Row<'lti_choice'>,
): Promise<{ action: string; token: string } | undefined> {
  const platform = await platformById(ports, choice);
  const link = await db
    .selectFrom('lti_link as k')
    .innerJoin('lesson as l', 'l.lesson_id', 'k.lesson_id')
    .select(['k.link_id', 'k.lesson_id', 'l.lesson_name', 'l.lesson_objective'])
    .where('k.link_id', '=', choice.link_id)
    .executeTakeFirst();
  if (!platform || !link) return undefined;
  const deleted = await db.deleteFrom('lti_choice').where('choice_id', '=', choice.choice_id).executeTakeFirst();
  if (Number(deleted.numDeletedRows) === 0) return undefined;
  const quiz = await db
    .selectFrom('lesson_resource as lr')
    .innerJoin('content_item as i', 'i.item_id', 'lr.item_id')
    .select('i.quiz_id')
    .where('lr.lesson_id', '=', link.lesson_id)
    .where('i.quiz_id', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  const item = {
    type: 'ltiResourceLink',
    title: link.lesson_name,
    ...(link.lesson_objective ? { text: link.lesson_objective } : {}),
    url: addressesOf(ports).launch_url,
    custom: { orrery_link: link.link_id },
    window: { targetName: '_blank' },
    ...(quiz ? { lineItem: { label: link.lesson_name, scoreMaximum: 100 } } : {}),
  };
  const dl = (name: string) => `https://purl.imsglobal.org/spec/lti-dl/claim/${name}`;
  const token = await signToPlatform(
    ports,
    {
      ...{ iss: platform.client_id, aud: [platform.issuer], nonce: newSecret(ports) },
      [claim('message_type')]: 'LtiDeepLinkingResponse',
      [claim('version')]: '1.3.0',
      [claim('deployment_id')]: choice.deployment_id,
      [dl('content_items')]: [item],
      ...(choice.data === null ? {} : { [dl('data')]: choice.data }),
    },
    responseLife,
  );
  return { action: choice.return_url, token };
}
