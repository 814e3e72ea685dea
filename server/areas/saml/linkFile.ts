import type { BodyOf } from '../../../contract/kit.ts';
import { type saml as calls, type LinkFinding, longestSubject, registrationKey } from '../../../contract/saml.ts';
import { insertAll } from '../../db/upsert.ts';
import { iso } from '../../kit/access.ts';
import { type HandlersOf, notFound, type UserContext } from '../../kit/handler.ts';
import type { Tenant } from '../../kit/tenant.ts';
import { transact } from '../../kit/transact.ts';
import { endSessionsOf } from '../../sso/signOn.ts';
import { holdDistrict, linkable, note, refusedIfLinked, settingOf } from './links.ts';
import { type Registration, registrationsOf } from './registrations.ts';

type FileRow = BodyOf<typeof calls.checkSamlLinks>['rows'][number];

/** What becomes of a row. Without a finding, its subject can be linked. */
interface Planned {
  row: FileRow;
  subject: string;
  finding: LinkFinding | null;
  provider: Registration | undefined;
  user_puid: number | null;
}

/** Values of one statement. */
const chunk = 500;
function* chunksOf<T>(all: readonly T[]): Generator<T[]> {
  for (let from = 0; from < all.length; from += chunk) yield all.slice(from, from + chunk);
}

const keyOf = (text: string) => text.trim().toLowerCase();

/** Accounts that may be linked, by username and by the id in the roster. */
async function accountsOf(db: Tenant, context: UserContext, names: readonly string[]) {
  const byName = new Map<string, number>();
  const byId = new Map<string, number>();
  for (const some of chunksOf([...new Set(names)])) {
    const rows = await linkable(db, context)
      .select(['user_key', 'sourced_id'])
      .where((eb) =>
        eb.or([
          eb(
            'user_key',
            'in',
            some.map((name) => name.toLowerCase()),
          ),
          eb('sourced_id', 'in', some),
        ]),
      )
      .execute();
    for (const { user_key, sourced_id, user_puid } of rows) {
      byName.set(user_key, user_puid);
      if (sourced_id !== null) byId.set(sourced_id, user_puid);
    }
  }
  return (name: string): number | 'ambiguous' | null => {
    const [one, other] = [byName.get(name.toLowerCase()), byId.get(name)];
    return one !== undefined && other !== undefined && one !== other ? 'ambiguous' : (one ?? other ?? null);
  };
}

/** Who has which subjects of a provider, by subject. */
async function holdersOf(db: Tenant, { provider, issuer }: Registration, subjects: readonly string[]): Promise<Map<string, number>> {
  const held = new Map<string, number>();
  for (const some of chunksOf(subjects)) {
    const rows = await db
      .selectFrom('federated_identity')
      .select(['subject', 'user_puid'])
      .where('provider', '=', provider)
      .where('issuer', '=', issuer)
      .where('subject', 'in', some)
      .execute();
    for (const { subject, user_puid } of rows) held.set(subject, user_puid);
  }
  return held;
}

/**
 * The registration that a cell names: by its name, entity id or issuer, or as `roster` or `classroom`. An empty cell means the only SAML
 * provider; without any, the only registration.
 */
async function providersOf(db: Tenant) {
  const all = await registrationsOf(db);
  const saml = all.filter(({ kind }) => kind === 'saml');
  const only = saml.length > 0 ? saml : all;
  return (cell: string): Registration | undefined => {
    const wanted = cell.trim();
    const isKind = (kind: string) => (kind === 'roster' || kind === 'classroom') && kind === keyOf(wanted);
    const named =
      wanted === '' ? only : all.filter(({ kind, name, issuer }) => issuer === wanted || keyOf(name) === keyOf(wanted) || isKind(kind));
    return named.length === 1 ? named[0] : undefined;
  };
}

/** Checks the rows of a file in one district. People of other districts are unknown here. */
async function plan(db: Tenant, context: UserContext, rows: readonly FileRow[]): Promise<Planned[]> {
  const providerOf = await providersOf(db);
  const accountOf = await accountsOf(
    db,
    context,
    rows.map(({ person }) => person.trim()).filter((person) => person !== ''),
  );
  const read = rows.map((row) => ({ row, subject: row.subject.trim(), person: row.person.trim(), provider: providerOf(row.provider) }));
  const held = new Map<Registration, Map<string, number>>();
  const counts = new Map<string, number>();
  const place = (provider: Registration, subject: string) => `${registrationKey(provider)} ${subject}`;
  for (const [provider, of] of Map.groupBy(read, (one) => one.provider)) {
    if (!provider) continue;
    for (const { subject } of of) counts.set(place(provider, subject), (counts.get(place(provider, subject)) ?? 0) + 1);
    held.set(provider, await holdersOf(db, provider, [...new Set(of.map(({ subject }) => subject))]));
  }
  return read.map(({ row, subject, person, provider }): Planned => {
    const account = accountOf(person);
    const user_puid = typeof account === 'number' ? account : null;
    const holder = provider && held.get(provider)?.get(subject);
    const findings: [boolean, LinkFinding][] = [
      [provider === undefined, 'providerUnknown'],
      [provider?.issuer === '', 'providerIncomplete'],
      [subject === '', 'subjectMissing'],
      [subject.length > longestSubject, 'subjectTooLong'],
      [person === '', 'personMissing'],
      [account === 'ambiguous', 'personAmbiguous'],
      [account === null, 'personUnknown'],
      [provider !== undefined && (counts.get(place(provider, subject)) ?? 0) > 1, 'doubled'],
      [holder !== undefined && holder === user_puid, 'linked'],
      [holder !== undefined, 'taken'],
    ];
    return { row, subject, provider, user_puid, finding: findings.find(([isSo]) => isSo)?.[1] ?? null };
  });
}

type Ready = Planned & { provider: Registration; user_puid: number };
const readyOf = (planned: readonly Planned[]) => planned.filter((one): one is Ready => one.finding === null);

/** Links of subjects to accounts by a file: checked row by row, made at once, and undone as a whole. */
export const linkFile: Pick<HandlersOf<typeof calls>, 'checkSamlLinks' | 'addSamlLinks' | 'undoSamlLinks'> = {
  checkSamlLinks: async ({ body: { rows, ...named } }, context) => {
    const { db } = await settingOf(context, named);
    const planned = await plan(db, context, rows);
    return {
      rows: rows.length,
      ready: readyOf(planned).length,
      findings: planned.flatMap(({ row, finding }) => (finding ? [{ row: row.row, finding }] : [])),
    };
  },

  addSamlLinks: async ({ body: { rows, ...named } }, context) => {
    const setting = await settingOf(context, named);
    const { ports, db, district_id } = setting;
    return transact(db, async (trx) => {
      await holdDistrict(trx);
      const ready = readyOf(await plan(trx, context, rows));
      const linked_at = ports.now();
      await insertAll(
        trx,
        'federated_identity',
        ready.map(({ provider, subject, user_puid: account }) => ({
          ...{ district_id, provider: provider.provider, issuer: provider.issuer, subject },
          ...{ user_puid: account, linked_at, by_hand: 1 },
        })),
      );
      if (ready.length > 0) await note(setting, trx, 'saml.linkFile', { count: ready.length });
      return { rows: ready.map(({ row }) => row.row), left: rows.length - ready.length, at: iso(linked_at) };
    }).catch(refusedIfLinked);
  },

  undoSamlLinks: async ({ body: { at, rows, ...named } }, context) => {
    const setting = await settingOf(context, named);
    return transact(setting.db, async (trx) => {
      const providerOf = await providersOf(trx);
      let unlinked = 0;
      for (const [provider, of] of Map.groupBy(rows, (row) => providerOf(row.provider))) {
        if (!provider) continue;
        for (const some of chunksOf(of)) {
          const removed = await trx
            .deleteFrom('federated_identity')
            .where('provider', '=', provider.provider)
            .where('issuer', '=', provider.issuer)
            .where(
              'subject',
              'in',
              some.map(({ subject }) => subject.trim()),
            )
            // What was linked anew since then stays.
            .where('linked_at', '=', Date.parse(at))
            .returning('subject')
            .execute();
          await endSessionsOf(
            { db: trx },
            { ...provider, district_id: setting.district_id },
            removed.map(({ subject }) => subject),
          );
          unlinked += removed.length;
        }
      }
      if (unlinked === 0) throw notFound('undo');
      await note(setting, trx, 'saml.unlinkFile', { count: unlinked });
      return { unlinked };
    });
  },
};
