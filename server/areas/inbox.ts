import type { Hono } from 'hono';
import { type RawBuilder, sql } from 'kysely';
import * as v from 'valibot';
import { beginningOf } from '../../common/beginningOf.ts';
import type { inbox as inboxCalls, messageSorts, UserMessage } from '../../contract/inbox.ts';
import { Role } from '../../contract/kit.ts';
import { type Db, iso } from '../kit/access.ts';
import { allDistricts } from '../kit/allDistricts.ts';
import { writeAudit } from '../kit/audit.ts';
import { readFileTicket, sendAsAttachment, signFileTicket } from '../kit/fileTickets.ts';
import { assertSelf, type HandlersOf, notFound, refuse, type UserContext } from '../kit/handler.ts';
import { hasWords, orderOf, pageOf } from '../kit/pages.ts';
import type { Ports } from '../kit/ports.ts';
import { activeUser } from '../kit/signIn.ts';
import { tenant } from '../kit/tenant.ts';
import { transact } from '../kit/transact.ts';
import { shownTo } from './notifications.ts';

/** Notifications per response. Dismissing some reveals the rest. */
const mostNotifications = 20;
/** Maximum length of a quote of the person's own text in a notification. */
const mostRepeated = 160;

const none = {
  text: sql<string | null>`cast(null as text)`,
  id: sql<number | null>`cast(null as bigint)`,
  number: sql<number | null>`cast(null as integer)`,
};

/** Feedback and training requests as one list. */
const everything = (db: Pick<Db, 'selectFrom'>) =>
  db
    .selectFrom('user_feedback')
    .select([
      'district_id',
      'feedback_id as message_id',
      'user_puid',
      sql<UserMessage['kind']>`kind`.as('kind'),
      sql<UserMessage['category']>`category`.as('category'),
      'rating',
      'feedback_text as text',
      'file_name',
      none.id.as('school_id'),
      none.text.as('grade_levels'),
      none.text.as('primary_use'),
      none.text.as('preferred_date'),
      'created_at',
    ])
    .unionAll(
      db
        .selectFrom('schedule_request')
        .select([
          'district_id',
          'request_id as message_id',
          'user_puid',
          sql<UserMessage['kind']>`'training'`.as('kind'),
          sql<UserMessage['category']>`cast(null as text)`.as('category'),
          none.number.as('rating'),
          'note as text',
          none.text.as('file_name'),
          sql<number | null>`school_id`.as('school_id'),
          sql<string | null>`grade_levels`.as('grade_levels'),
          sql<string | null>`primary_use`.as('primary_use'),
          'preferred_date',
          'created_at',
        ]),
    );

/**
 * Messages from people the administrator looks after, with all fields that are shown. Nobody sees their own messages here, so nobody
 * replies to themselves.
 */
export async function visibleMessages({ ports, user }: Pick<UserContext, 'ports' | 'user'>) {
  // The replier may belong to the provider's district, and provider administrators read messages from every district.
  const db = allDistricts(ports.db);
  const messages = db
    .selectFrom(everything(db).as('m'))
    .innerJoin('app_user as u', (join) => join.onRef('u.district_id', '=', 'm.district_id').onRef('u.user_puid', '=', 'm.user_puid'))
    .innerJoin('district as d', 'd.district_id', 'm.district_id')
    .leftJoin('school as s', (join) => join.onRef('s.district_id', '=', 'u.district_id').onRef('s.school_id', '=', 'u.school_id'))
    .leftJoin('school as t', (join) => join.onRef('t.district_id', '=', 'm.district_id').onRef('t.school_id', '=', 'm.school_id'))
    .leftJoin('message_answer as a', (join) => join.onRef('a.district_id', '=', 'm.district_id').onRef('a.message_id', '=', 'm.message_id'))
    .leftJoin('app_user as w', (join) => join.onRef('w.district_id', '=', 'a.actor_district_id').onRef('w.user_puid', '=', 'a.actor_puid'))
    .selectAll('m')
    .select([
      'u.first_name',
      'u.last_name',
      'u.role_id',
      's.name as school_name',
      'd.name as district_name',
      't.name as training_school',
      'a.answer_text',
      'a.answered_at',
      'w.first_name as answerer_first_name',
      'w.last_name as answerer_last_name',
    ])
    .where((eb) => eb.or([eb('m.district_id', '!=', user.district_id), eb('m.user_puid', '!=', user.user_puid)]));
  if (user.role >= Role.providerAdministrator) return messages;
  // Requests to the provider are not for the administrators beside their sender.
  const ofDistrict = messages.where('m.district_id', '=', user.district_id).where('m.kind', '!=', 'provider');
  if (user.role >= Role.districtAdministrator) return ofDistrict;
  const reader = await activeUser(ports, user);
  return ofDistrict.where('u.school_id', '=', reader?.school_id ?? 0);
}
type Visible = Awaited<ReturnType<Awaited<ReturnType<typeof visibleMessages>>['execute']>>[number];

/** What each column is sorted by. */
const orders: Record<(typeof messageSorts)[number], readonly RawBuilder<unknown>[]> = {
  sender: [sql`lower(u.first_name)`, sql`lower(u.last_name)`],
  text: [sql`lower(m.text)`],
  subject: [sql`m.kind`, sql`m.category`, sql`m.rating`],
  school: [sql`coalesce(lower(s.name), '')`, sql`lower(d.name)`],
  sent: [sql`m.created_at`],
  answered: [sql`lower(w.first_name)`, sql`lower(w.last_name)`],
};

const list = (json: string | null): string[] => JSON.parse(json ?? '[]');
const messageOf = (row: Visible): UserMessage => ({
  district_id: row.district_id,
  message_id: row.message_id,
  kind: row.kind,
  category: row.category,
  rating: row.rating,
  training:
    row.kind === 'training'
      ? {
          school_name: row.training_school,
          grade_levels: list(row.grade_levels),
          primary_use: list(row.primary_use),
          preferred_date: row.preferred_date,
        }
      : null,
  text: row.text,
  file_name: row.file_name,
  sent_at: iso(row.created_at),
  sender: { name: `${row.first_name} ${row.last_name}`, role: row.role_id, school_name: row.school_name, district_name: row.district_name },
  answer:
    row.answered_at === null
      ? null
      : {
          text: row.answer_text ?? '',
          name: `${row.answerer_first_name ?? ''} ${row.answerer_last_name ?? ''}`.trim(),
          at: iso(row.answered_at),
        },
});

interface Named {
  message_id: number;
  district_id?: number | undefined;
}
/** One message that the administrator may read; 404 for any other. */
async function visibleMessage(context: UserContext, { message_id, district_id = context.user.district_id }: Named): Promise<Visible> {
  const row = await (await visibleMessages(context))
    .where('m.district_id', '=', district_id)
    .where('m.message_id', '=', message_id)
    .executeTakeFirst();
  if (!row) throw notFound('message');
  return row;
}

export const inbox: HandlersOf<typeof inboxCalls> = {
  userMessages: async ({ query }, context) => {
    assertSelf(context.user, query.user_puid);
    const isOpen = query.state === 'open';
    const wanted = (await visibleMessages(context))
      .where('a.answered_at', isOpen ? 'is' : 'is not', null)
      .where(hasWords(query.search, ['u.first_name', 'u.last_name', 'm.text', 's.name']));
    const order = query.sort
      ? orderOf(query.sort, orders)
      : ({ by: [sql.ref(isOpen ? 'm.created_at' : 'a.answered_at')], direction: isOpen ? 'asc' : 'desc' } as const);
    const { total, rows } = await pageOf(wanted, order, 'm.message_id', query);
    return { total, rows: rows.map(messageOf) };
  },

  userMessageFile: async ({ body }, context) => {
    const { ports, user } = context;
    assertSelf(user, body.user_puid);
    const { district_id, message_id, file_name } = await visibleMessage(context, body);
    if (file_name === null) throw notFound('file');
    await writeAudit(ports, tenant(allDistricts(ports.db), district_id), {
      actor_puid: user.user_puid,
      actor_district_id: user.district_id,
      action: 'message.file',
      subject: `message ${message_id}`,
    });
    return { path: `/api/lms/UserSetup/message_file/${await signFileTicket(ports, user, { district_id, message_id })}` };
  },

  answerUserMessage: async ({ body }, context) => {
    const { ports, user } = context;
    assertSelf(user, body.user_puid);
    const message = await visibleMessage(context, body);
    const { district_id, message_id } = message;
    const writer = await activeUser(ports, user);
    const isAnswered = await transact(tenant(allDistricts(ports.db), district_id), async (trx) => {
      const now = ports.now();
      const kept = await trx
        .insertInto('message_answer')
        .values({
          message_id,
          answer_text: body.answer_text,
          actor_district_id: user.district_id,
          actor_puid: user.user_puid,
          answered_at: now,
        })
        .onConflict((conflict) => conflict.columns(['district_id', 'message_id']).doNothing())
        .returning('message_id')
        .executeTakeFirst();
      if (!kept) return false;
      await trx
        .insertInto('notification')
        .values({
          notification_id: ports.newId(),
          user_puid: message.user_puid,
          kind: 'answer',
          about: beginningOf(message.text, mostRepeated),
          notification_text: body.answer_text,
          sender_name: writer ? `${writer.first_name} ${writer.last_name}` : '',
          created_at: now,
          disabled_at: null,
        })
        .execute();
      await writeAudit(ports, trx, {
        district_id,
        actor_puid: user.user_puid,
        actor_district_id: user.district_id,
        action: 'message.answer',
        subject: `message ${message_id}`,
        detail: { user_puid: message.user_puid },
      });
      return true;
    });
    if (!isAnswered) throw refuse('messageAnswered');
    return messageOf(await visibleMessage(context, body));
  },

  notification: async ({ query }, { ports, user }) => {
    assertSelf(user, query.user_puid);
    const own = await ports.db
      .selectFrom('notification')
      .select(['notification_id', 'kind', 'about', 'notification_text', 'sender_name', 'created_at'])
      .where('user_puid', '=', user.user_puid)
      .where('disabled_at', 'is', null)
      .orderBy('created_at', 'desc')
      .orderBy('notification_id', 'desc')
      .limit(mostNotifications)
      .execute();
    const announced = await shownTo(ports.db, user, ports.now()).limit(mostNotifications).execute();
    // Whoever looks on is not the reader.
    const unread = user.actor ? [] : announced.filter(({ read_at }) => read_at === null);
    if (unread.length > 0)
      await ports.db
        .insertInto('announcement_reader')
        .values(
          unread.map(({ notification_id }) => ({ notification_id, user_puid: user.user_puid, read_at: ports.now(), put_away_at: null })),
        )
        .onConflict((conflict) => conflict.columns(['district_id', 'notification_id', 'user_puid']).doNothing())
        .execute();
    return [
      ...own.map((row) => ({ ...row, translation: null })),
      ...announced.map(({ notification_id, text_en, text_es, written_at, first_name, last_name }) => ({
        ...{ notification_id, kind: 'notice' as const, about: '', notification_text: text_en, translation: text_es },
        ...{ sender_name: `${first_name} ${last_name}`, created_at: written_at },
      })),
    ]
      .sort((a, b) => b.created_at - a.created_at)
      .slice(0, mostNotifications)
      .map(({ created_at, ...row }) => ({ ...row, created_at: iso(created_at) }));
  },

  disableNotification: async ({ body }, { ports, user }) => {
    assertSelf(user, body.user_puid);
    const mine = await ports.db
      .updateTable('notification')
      .set((eb) => ({ disabled_at: eb.fn.coalesce('disabled_at', eb.val(ports.now())) }))
      .where('user_puid', '=', user.user_puid)
      .where('notification_id', '=', body.notification_id)
      .returning('notification_id')
      .executeTakeFirst();
    if (mine) return null;
    const announced = await ports.db
      .updateTable('announcement_reader')
      .set((eb) => ({ put_away_at: eb.fn.coalesce('put_away_at', eb.val(ports.now())) }))
      .where('user_puid', '=', user.user_puid)
      .where('notification_id', '=', body.notification_id)
      .returning('notification_id')
      .executeTakeFirst();
    if (!announced) throw notFound('notification');
    return null;
  },
};

const FileClaims = v.object({ district_id: v.number(), message_id: v.number() });

/** Serves message attachments. Access was checked when the ticket was issued. */
export function addMessageFileRoute(app: Hono, ports: Ports): void {
  app.get('/api/lms/UserSetup/message_file/:ticket', async (c) => {
    const claims = await readFileTicket(ports, c.req.param('ticket'), FileClaims);
    if (!claims) return c.notFound();
    const file = await tenant(ports.db, claims.district_id)
      .selectFrom('user_feedback')
      .select(['file_name', 'media_type', 'content'])
      .where('feedback_id', '=', claims.message_id)
      .executeTakeFirst();
    if (!file?.content) return c.notFound();
    const { file_name, media_type, content } = file;
    return sendAsAttachment(c, { file_name: file_name ?? 'file', media_type: media_type ?? 'application/octet-stream', content });
  });
}
