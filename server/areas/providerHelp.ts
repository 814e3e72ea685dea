import { type RawBuilder, sql } from 'kysely';
import { Role } from '../../contract/kit.ts';
import type { providerHelp as calls, ProviderRequest, requestSorts } from '../../contract/providerHelp.ts';
import { iso } from '../kit/access.ts';
import { allDistricts } from '../kit/allDistricts.ts';
import { writeAudit } from '../kit/audit.ts';
import { assertSelf, type HandlersOf } from '../kit/handler.ts';
import { hasWords, orderOf, pageOf } from '../kit/pages.ts';
import { fileOfMessage, keepFeedback } from './profile.ts';

const orders: Record<(typeof requestSorts)[number], readonly RawBuilder<unknown>[]> = {
  text: [sql`lower(m.feedback_text)`],
  state: [sql`case when a.answered_at is null then 0 else 1 end`],
  by: [sql`lower(u.first_name)`, sql`lower(u.last_name)`],
  at: [sql`m.created_at`],
};

export const providerHelp: HandlersOf<typeof calls> = {
  providerRequests: async ({ query }, { ports, user }) => {
    assertSelf(user, query.user_puid);
    // Whoever answers may belong to the provider's own district.
    const ofDistrict = allDistricts(ports.db)
      .selectFrom('user_feedback as m')
      .innerJoin('app_user as u', (join) => join.onRef('u.district_id', '=', 'm.district_id').onRef('u.user_puid', '=', 'm.user_puid'))
      .leftJoin('message_answer as a', (join) =>
        join.onRef('a.district_id', '=', 'm.district_id').onRef('a.message_id', '=', 'm.feedback_id'),
      )
      .leftJoin('app_user as w', (join) =>
        join.onRef('w.district_id', '=', 'a.actor_district_id').onRef('w.user_puid', '=', 'a.actor_puid'),
      )
      .select(['m.feedback_id', 'm.feedback_text', 'm.file_name', 'm.created_at', 'u.first_name', 'u.last_name'])
      .select(['a.answer_text', 'a.answered_at', 'w.first_name as answerer_first', 'w.last_name as answerer_last'])
      .where('m.district_id', '=', user.district_id)
      .where('m.kind', '=', 'provider')
      .where(hasWords(query.search, ['m.feedback_text', 'u.first_name', 'u.last_name']));
    const wanted = user.role < Role.districtAdministrator ? ofDistrict.where('m.user_puid', '=', user.user_puid) : ofDistrict;
    const { total, rows } = await pageOf(wanted, orderOf(query.sort ?? '-at', orders), 'm.feedback_id', query);
    return {
      total,
      rows: rows.map(
        (row): ProviderRequest => ({
          request_id: row.feedback_id,
          request_text: row.feedback_text,
          file_name: row.file_name,
          sent_by: `${row.first_name} ${row.last_name}`,
          sent_at: iso(row.created_at),
          answer:
            row.answered_at === null
              ? null
              : {
                  text: row.answer_text ?? '',
                  name: `${row.answerer_first ?? ''} ${row.answerer_last ?? ''}`.trim(),
                  at: iso(row.answered_at),
                },
        }),
      ),
    };
  },

  askProvider: async ({ body }, context) => {
    const { ports, user } = context;
    assertSelf(user, body.user_puid);
    const said = { kind: 'provider', category: null, rating: null, feedback_text: body.request_text } as const;
    const { feedback_id } = await keepFeedback(context, said, body.file && (await fileOfMessage(body.file)));
    await writeAudit(ports, ports.db, { actor_puid: user.user_puid, action: 'message.ask', subject: `message ${feedback_id}` });
    return { request_id: feedback_id };
  },
};
