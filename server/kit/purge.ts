import { type Kysely, sql } from 'kysely';
import { restingStates, uploadDays } from '../../contract/rostering/job.ts';
import { useDays } from '../../contract/technicalStatus.ts';
import { endOfClosed } from '../classroom/endedAccess.ts';
import { removeUnusedPictures } from '../content/unusedPictures.ts';
import type { Database } from '../db/schema.ts';
import { eraseDue } from '../privacy/erase.ts';
import { eraseDueDistricts } from '../privacy/eraseDistrict.ts';
import { nothingOld, removeOld } from '../privacy/retention.ts';
import { allDistricts } from './allDistricts.ts';
import type { Ports } from './ports.ts';

const day = 24 * 3_600_000;
/** How long e-mails stay in the queue. */
const mailLife = 30 * day;
/** Grace period after an e-mail's expiry in which only its sender gives it up. */
const mailGrace = 3_600_000;
/** Failures are counted over 15 minutes, e-mails over a day. */
const failureLife = day;
/** An expired link says so for a while, which helps more than "not valid". */
const linkLife = 30 * day;
/** Uploads of imports that are abandoned or left rows out hold student data. */
const uploadLife = uploadDays * day;
/** How long an export is listed after its end. Its file is gone earlier. */
const exportLife = 30 * day;
/** How long the logs of SAML sign-ins and of learning platforms are kept, and subjects without an account. */
const signOnLogLife = 90 * day;
/** How long it is known when an integration worked and failed. */
const useLife = useDays * day;
/** How long a deleted folder can be restored. */
const folderLife = 30 * day;

/** Rows removed by a purge, per kind. `unsentMails` were not removed: they lost their text and are marked as given up. */
export interface Purged {
  mails: number;
  unsentMails: number;
  failures: number;
  sessions: number;
  links: number;
  signOns: number;
  /** Hours of integrations. */
  uses: number;
  rosterReports: number;
  rosterFiles: number;
  folders: number;
  /** Pictures that no question, item or draft names. */
  pictures: number;
  exportParts: number;
  exports: number;
  /** What districts keep no longer, by the kinds of their rules. */
  answers: number;
  tracks: number;
  games: number;
  messages: number;
  signIns: number;
  audit: number;
  imports: number;
  /** People. */
  erased: number;
  districts: number;
  /** Games whose guests were forgotten. Their answers stay, without a name. */
  guests: number;
}

const numberOf = ([result]: { numDeletedRows: bigint }[]) => Number(result?.numDeletedRows ?? 0);
/** Gives up e-mails that no server sends anymore, because no mail server is configured now. Deletes their text. */
async function giveUpMails({ db, now }: { db: Kysely<Database>; now: Ports['now'] }): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('mail')
    .set({ state: 'failed', sealed: null, next_at: null, problem: 'Its time was over before a mail server took it.' })
    .where('state', '=', 'waiting')
    .where('give_up_at', '<', now() - mailGrace)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Removes student data of uploads that were abandoned. */
const forgetUploads = async (table: 'roster_file' | 'roster_report', db: Kysely<Database>, before: number): Promise<number> =>
  numberOf(
    await db
      .deleteFrom(table)
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('roster_job as j')
            .select('j.job_id')
            .whereRef('j.district_id', '=', `${table}.district_id`)
            .whereRef('j.job_id', '=', `${table}.job_id`)
            .where('j.state', 'in', restingStates)
            .where('j.updated_at', '<', before - uploadLife),
        ),
      )
      .execute(),
  );

/** Removes files of exports that nobody can download (any more). */
const forgetExportFiles = async (db: Kysely<Database>, before: number): Promise<number> =>
  numberOf(
    await db
      .deleteFrom('export_part')
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('export_job as j')
            .select('j.job_id')
            .whereRef('j.district_id', '=', 'export_part.district_id')
            .whereRef('j.job_id', '=', 'export_part.job_id')
            .where((eb) => eb.or([eb('j.state', 'in', ['failed', 'cancelled']), eb('j.expires_at', '<=', before)])),
        ),
      )
      .execute(),
  );

/** Removes messages that expired by themselves, the log of sign-ins, and subjects who never got an account. */
async function forgetSaml(db: Kysely<Database>, before: number): Promise<number> {
  const messages = await db.deleteFrom('saml_message').where('expires_at', '<=', before).execute();
  const log = await db
    .deleteFrom('saml_sign_in')
    .where((eb) =>
      eb.or([
        eb('at', '<', before - signOnLogLife),
        // What came in a test is shown to who made it, and is of no use a day later.
        eb.and([eb('received', 'is not', null), eb('at', '<', before - day)]),
      ]),
    )
    .execute();
  const subjects = await db
    .deleteFrom('saml_subject')
    .where('user_puid', 'is', null)
    .where('last_at', '<', before - signOnLogLife)
    .execute();
  return numberOf(messages) + numberOf(log) + numberOf(subjects);
}

/** Removes who came otherwise and never got an account, and what of unlinked subjects was kept for Undo. */
async function forgetSubjects(db: Kysely<Database>, before: number): Promise<number> {
  const came = await db
    .deleteFrom('sign_on_subject')
    .where('last_at', '<', before - signOnLogLife)
    .execute();
  const listed = await db
    .deleteFrom('lti_member')
    .where('listed_at', '<', before - signOnLogLife)
    .execute();
  const unlinked = await db
    .deleteFrom('identity_unlinked')
    .where('removed_at', '<', before - day)
    .execute();
  return numberOf(came) + numberOf(listed) + numberOf(unlinked);
}

/** Forgets who came in tests of single sign-ons a day ago. */
async function forgetTests(db: Kysely<Database>, before: number): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('sign_on_provider')
    .set({ received: null })
    .where('received', 'is not', null)
    .where('tested_at', '<', before - day)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Forgets the names of guests in games of the day before. Their numbers in the room stand for them. */
async function forgetGuests(db: Kysely<Database>, before: number): Promise<number> {
  const games = await db.selectFrom('game').select(['district_id', 'game_id']).where('guests_until', '<=', before).execute();
  for (const { district_id, game_id } of games) {
    await db
      .updateTable('game_event')
      .set({ name: sql<string>`'#' || seq` })
      .where('district_id', '=', district_id)
      .where('game_id', '=', game_id)
      .where('type', '=', 'guest.joined')
      .execute();
    await db
      .updateTable('game')
      .set({ guests_until: null })
      .where('district_id', '=', district_id)
      .where('game_id', '=', game_id)
      .execute();
  }
  return games.length;
}

/**
 * Removes expired data: old e-mails, counted failures, ended sessions, links and sign-ons, files of imports at rest, expired exports,
 * folders deleted long ago, pictures that nothing names, what districts keep no longer, names of guests in games, people whose erasure is due, and districts. Each step can be
 * repeated after a stop. `withOld`: whether to look for unused pictures and for what districts keep no longer, which reads whole tables.
 */
export async function purge(ports: Pick<Ports, 'db' | 'now' | 'newId' | 'clientAddress' | 'report'>, withOld = true): Promise<Purged> {
  const { now } = ports;
  const db = allDistricts(ports.db);
  const before = now();
  // Before an erasure deletes what it takes to end access elsewhere.
  await endOfClosed(ports);
  const old = withOld ? await removeOld(db, before) : nothingOld();
  return {
    mails: numberOf(
      await db
        .deleteFrom('mail')
        .where('at', '<', before - mailLife)
        .execute(),
    ),
    unsentMails: await giveUpMails({ db, now }),
    failures: numberOf(
      await db
        .deleteFrom('failure_count')
        .where('window_start', '<', before - failureLife)
        .execute(),
    ),
    sessions: numberOf(await db.deleteFrom('refresh_session').where('expires_at', '<=', before).execute()),
    links: numberOf(
      await db
        .deleteFrom('account_link')
        .where('expires_at', '<=', before - linkLife)
        .execute(),
    ),
    signOns:
      numberOf(await db.deleteFrom('sign_on_attempt').where('expires_at', '<=', before).execute()) +
      numberOf(await db.deleteFrom('sign_on_ticket').where('expires_at', '<=', before).execute()) +
      (await forgetSaml(db, before)) +
      numberOf(
        await db
          .deleteFrom('lti_refusal')
          .where('at', '<', before - signOnLogLife)
          .execute(),
      ) +
      (await forgetSubjects(db, before)) +
      (await forgetTests(db, before)),
    uses: numberOf(
      await db
        .deleteFrom('integration_use')
        .where('hour', '<', before - useLife)
        .execute(),
    ),
    rosterReports: await forgetUploads('roster_report', db, before),
    rosterFiles: await forgetUploads('roster_file', db, before),
    exportParts: await forgetExportFiles(db, before),
    exports: numberOf(
      await db
        .deleteFrom('export_job')
        .where('finished_at', '<', before - exportLife)
        .execute(),
    ),
    ...old,
    erased: await eraseDue(ports, db),
    districts: await eraseDueDistricts(ports, db),
    guests: await forgetGuests(db, before),
    pictures: withOld ? await removeUnusedPictures(db, before) : 0,
    folders: numberOf(
      await db
        .deleteFrom('folder_deletion')
        .where('deleted_at', '<', before - folderLife)
        .execute(),
    ),
  };
}

/** Log line of a purge (JSON); empty if nothing was removed. `at`: time of the purge, in ms since 1970. */
export const purgeLine = (purged: Purged, at: number): string => {
  const removed = Object.fromEntries(Object.entries(purged).filter(([, count]) => count > 0));
  return Object.keys(removed).length === 0 ? '' : JSON.stringify({ time: new Date(at).toISOString(), event: 'purge', removed });
};
