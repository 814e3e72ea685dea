import type { BodyOf } from '../../../contract/kit.ts';
import { type saml as calls, type LinkFinding, longestSubject } from '../../../contract/saml.ts';
import { insertAll } from '../../db/upsert.ts';
import { iso } from '../../kit/access.ts';
import { assertSelf, type HandlersOf, notFound, type UserContext } from '../../kit/handler.ts';
import type { Tenant } from '../../kit/tenant.ts';
import { transact } from '../../kit/transact.ts';
import { type SamlProviderRow, samlRegistration } from '../../sso/samlProviders.ts';
import { endSamlSessions } from '../../sso/samlRoutes.ts';
import { holdDistrict, linkable, note, refusedIfLinked, storedProviders } from './links.ts';

type FileRow = BodyOf<typeof calls.checkSamlLinks>['rows'][number];

/** What becomes of a row. Without a finding, its subject can be linked. */
interface Planned {
  row: FileRow;
  subject: string;
  finding: LinkFinding | null;
  provider: SamlProviderRow | undefined;
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
async function holdersOf(db: Tenant, provider: SamlProviderRow, subjects: readonly string[]): Promise<Map<string, number>> {
  const held = new Map<string, number>();
  for (const some of chunksOf(subjects)) {
    const rows = await db
      .selectFrom('federated_identity')
      .select(['subject', 'user_puid'])
      .where('provider', '=', samlRegistration(provider))
      .where('issuer', '=', provider.entity_id)
      .where('subject', 'in', some)
      .execute();
    for (const { subject, user_puid } of rows) held.set(subject, user_puid);
  }
  return held;
}

/** The provider that a cell names, by its name or entity id. An empty cell means the only provider. */
async function providersOf(db: Tenant) {
  const all = await storedProviders(db).execute();
  return (cell: string): SamlProviderRow | undefined => {
    const wanted = cell.trim();
    if (wanted === '') return all.length === 1 ? all[0] : undefined;
    const named = all.filter(({ name, entity_id }) => entity_id === wanted || keyOf(name) === keyOf(wanted));
    return named.length === 1 ? named[0] : undefined;
  };
}

/** Checks the rows of a file in the caller's district. People of other districts are unknown here. */
async function plan(db: Tenant, context: UserContext, rows: readonly FileRow[]): Promise<Planned[]> {
  const providerOf = await providersOf(db);
  const accountOf = await accountsOf(
    db,
    context,
    rows.map(({ person }) => person.trim()).filter((person) => person !== ''),
  );
  const read = rows.map((row) => ({ row, subject: row.subject.trim(), person: row.person.trim(), provider: providerOf(row.provider) }));
  const held = new Map<SamlProviderRow, Map<string, number>>();
  const counts = new Map<string, number>();
  const place = (provider: SamlProviderRow, subject: string) => `${provider.provider_id} ${subject}`;
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
      [provider?.entity_id === '', 'providerIncomplete'],
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

type Ready = Planned & { provider: SamlProviderRow; user_puid: number };
const readyOf = (planned: readonly Planned[]) => planned.filter((one): one is Ready => one.finding === null);

/** Links of subjects to accounts by a file: checked row by row, made at once, and undone as a whole. */
export const linkFile: Pick<HandlersOf<typeof calls>, 'checkSamlLinks' | 'addSamlLinks' | 'undoSamlLinks'> = {
  checkSamlLinks: async ({ body: { user_puid, rows } }, context) => {
    assertSelf(context.user, user_puid);
    const planned = await plan(context.ports.db, context, rows);
    return {
      rows: rows.length,
      ready: readyOf(planned).length,
      findings: planned.flatMap(({ row, finding }) => (finding ? [{ row: row.row, finding }] : [])),
    };
  },

  addSamlLinks: async ({ body: { user_puid, rows } }, context) => {
    const { ports, user } = context;
    assertSelf(user, user_puid);
    return transact(ports.db, async (trx) => {
      await holdDistrict(trx);
      const ready = readyOf(await plan(trx, context, rows));
      const linked_at = ports.now();
      await insertAll(
        trx,
        'federated_identity',
        ready.map(({ provider, subject, user_puid: account }) => ({
          ...{ district_id: user.district_id, provider: samlRegistration(provider), issuer: provider.entity_id, subject },
          ...{ user_puid: account, linked_at },
        })),
      );
      if (ready.length > 0) await note(context, trx, 'saml.linkFile', { count: ready.length });
      return { rows: ready.map(({ row }) => row.row), left: rows.length - ready.length, at: iso(linked_at) };
    }).catch(refusedIfLinked);
  },

  undoSamlLinks: async ({ body: { user_puid, at, rows } }, context) => {
    const { ports, user } = context;
    assertSelf(user, user_puid);
    return transact(ports.db, async (trx) => {
      const providerOf = await providersOf(trx);
      let unlinked = 0;
      for (const [provider, of] of Map.groupBy(rows, (row) => providerOf(row.provider))) {
        if (!provider) continue;
        for (const some of chunksOf(of)) {
          const removed = await trx
            .deleteFrom('federated_identity')
            .where('provider', '=', samlRegistration(provider))
            .where('issuer', '=', provider.entity_id)
            .where(
              'subject',
              'in',
              some.map(({ subject }) => subject.trim()),
            )
            // What was linked anew since then stays.
            .where('linked_at', '=', Date.parse(at))
            .returning('subject')
            .execute();
          await endSamlSessions(
            { db: trx },
            provider,
            removed.map(({ subject }) => subject),
          );
          unlinked += removed.length;
        }
      }
      if (unlinked === 0) throw notFound('undo');
      await note(context, trx, 'saml.unlinkFile', { count: unlinked });
      return { unlinked };
    });
  },
};
