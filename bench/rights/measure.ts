import type { Hono } from 'hono';
import type { Kysely } from 'kysely';
import { Role } from '../../contract/kit.ts';
import { notifications } from '../../contract/notifications.ts';
import { createApp } from '../../server/app.ts';
import type { Database } from '../../server/db/schema.ts';
import { insertAll } from '../../server/db/upsert.ts';
import { nodePorts } from '../../server/kit/nodePorts.ts';
import type { Ports } from '../../server/kit/ports.ts';
import { newSession } from '../../server/kit/sessions.ts';
import { signAccessToken } from '../../server/kit/tokens.ts';
import { counts, inWords } from '../lib/counts.ts';
import { type Measure, median } from '../lib/report.ts';
import { inSampleSchool } from '../lib/sampleSchool.ts';

const { permissions, pairs, warmUp } = counts.rights;
const base = 940_000_000;
/** A call that a right opens. The bench changes its declaration, which the server reads with each call. */
const asked = notifications.userNotifications as { access: unknown; right?: string };
const declared = { ...asked };

/** Many permissions, the last of which gives the right to `user_puid`; the others are given to other people. */
async function give(db: Kysely<Database>, district_id: number, user_puid: number, now: number): Promise<void> {
  const people = db.selectFrom('app_user').select('user_puid').where('district_id', '=', district_id);
  const others = await people.where('role_id', '=', Role.student).limit(permissions).execute();
  await insertAll(
    db,
    'permission',
    Array.from({ length: permissions }, (_, at) => ({
      ...{ district_id, permission_id: base + at, name: `Permission ${at}`, name_key: `permission ${at}`, description: '' },
      ...{ may_messages: 1, may_notifications: 1, may_subjects: 0, may_audit: 0, active: 1, version: 1, removed_at: null },
    })),
  );
  await insertAll(
    db,
    'permission_assignment',
    Array.from({ length: permissions }, (_, at) => ({
      ...{ district_id, assignment_id: base + at, permission_id: base + at, to_role_id: null, from_date: null, to_date: null },
      to_user_puid: at === permissions - 1 ? user_puid : (others[at % others.length]?.user_puid ?? user_puid),
      ...{ from_at: 0, until_at: now * 2, given_by: user_puid, given_at: now, removed_at: null },
    })),
  );
}

/** An access token of a user of the sample school, with the request for it. */
async function requestOf(db: Kysely<Database>, ports: Ports, name: string) {
  const user = await db.selectFrom('app_user').selectAll().where('user_name', '=', name).executeTakeFirstOrThrow();
  const { session_id } = await newSession(ports, user);
  const { user_puid, district_id, role_id: role, token_version } = user;
  const token = await signAccessToken({ user_puid, district_id, role, token_version, session_id }, ports);
  const path = `/api/lms${notifications.userNotifications.path}?user_puid=${user_puid}&offset=0&limit=50&search=`;
  return { user, send: (app: Hono) => app.request(path, { headers: { authorization: `Bearer ${token}` } }) };
}

/** The permission check within a call, as a ratio to the same call by the same person without it, one after the other in turns. */
export const measureRights = (): Promise<Measure[]> =>
  inSampleSchool(async (db) => {
    const ports = nodePorts({ db, signingKey: new Uint8Array(32) });
    const app = createApp(ports);
    const teacher = await requestOf(db, ports, 'rivera');
    await give(db, teacher.user.district_id, teacher.user.user_puid, ports.now());
    const { user_name: other } = await db
      .selectFrom('app_user')
      .select('user_name')
      .where('role_id', '=', Role.teacher)
      .where('user_name', '<>', 'rivera')
      .orderBy('user_puid')
      .executeTakeFirstOrThrow();
    const everybody = [...(declared.access as number[]), teacher.user.role_id];
    const open = { ...declared, access: everybody };
    const byRole = { ...declared, right: undefined };
    const people = [
      { who: 'a person with a right that was given', name: 'rivera', status: 200, without: open },
      { who: 'a person whose role allows it', name: 'lindqvist', status: 200, without: byRole },
      { who: 'a person who is refused', name: other, status: 403, without: byRole, call: open },
    ];
    const measures: Measure[] = [];
    for (const { who, name, status, without, call } of people) {
      const { send } = await requestOf(db, ports, name);
      const timed = async (declaration: object, expected = status) => {
        Object.assign(asked, declaration);
        const began = performance.now();
        const answer = await send(app);
        await answer.arrayBuffer();
        const took = performance.now() - began;
        if (answer.status !== expected) throw new Error(`${who}: ${answer.status}`);
        return took;
      };
      const [checked, unchecked, made]: [number[], number[], number[]] = [[], [], []];
      try {
        for (let turn = 0; turn < warmUp; turn++) await timed(turn % 2 ? without : declared);
        for (let turn = 0; turn < pairs; turn++) {
          // Each goes first as often as the other.
          if (turn % 2) unchecked.push(await timed(without));
          checked.push(await timed(declared));
          if (turn % 2 === 0) unchecked.push(await timed(without));
          if (call) made.push(await timed(call, 200));
        }
      } finally {
        Object.assign(asked, declared);
      }
      // A refusal is short: what the check adds to it counts as a part of the call that was asked for.
      const floor = median(call ? made : unchecked);
      measures.push({
        name: `the permission check, ${who}, beside the same call without it, ${inWords(permissions)} permissions given`,
        unit: 'ms',
        ours: floor + median(checked) - median(unchecked),
        floor,
        goal: { atMost: 1.03 },
      });
    }
    return measures;
  });
