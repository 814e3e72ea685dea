import type { Values } from '../../../common/recordValues.ts';
import type { UserData } from '../../../contract/login.ts';
import { type RosterSync, type RosterSyncKind, rosterSync, rosterSyncKinds } from '../../../contract/rosterSync.ts';
import type { Send } from '../kit/client.ts';
import type { RecordSource } from '../kit/records.ts';
import { rowOf, type SourceRow, sourceFieldsOf } from './connections.ts';

/** The sync as its form shows it: its name is its host, and each kind is checked or not. */
export type SyncRow = SourceRow<RosterSync> & { name: string } & Readonly<Record<RosterSyncKind, boolean>>;

const syncRowOf = (sync: RosterSync): SyncRow => ({
  ...rowOf(sync),
  name: new URL(sync.base_url).host,
  ...(Object.fromEntries(rosterSyncKinds.map((kind) => [kind, sync.kinds.includes(kind)])) as Record<RosterSyncKind, boolean>),
});

const fieldsOf = (values: Values) => ({
  base_url: String(values.base_url ?? '').trim(),
  // A token is sent as it was typed.
  access_token: String(values.access_token ?? '') || null,
  kinds: rosterSyncKinds.filter((kind) => values[kind] === true),
  ...sourceFieldsOf(values),
});

/** The district's secure sync: one row once it is set up. */
export const rosterSyncSource = (send: Send, { userPuid: user_puid }: UserData): RecordSource<SyncRow> => {
  const save = async (version: number, values: Values, stop: { signal: AbortSignal }) =>
    syncRowOf(await send(rosterSync.saveRosterSync, { user_puid, version, ...fieldsOf(values) }, stop));
  const all = async (stop: { signal?: AbortSignal }) => {
    const sync = await send(rosterSync.rosterSync, { user_puid }, stop);
    return sync.version === 0 ? [] : [syncRowOf(sync)];
  };
  return {
    keyOf: () => 'sync',
    isWhole: true,
    load: async (_query, _count, signal) => {
      const rows = await all(signal ? { signal } : {});
      return { total: rows.length, rows };
    },
    get: async (row, stop) => (await all(stop))[0] ?? row,
    add: (values, stop) => save(0, values, stop),
    update: ({ version }, values, stop) => save(version, values, stop),
    uses: async () => ({}),
    remove: (_, stop) => send(rosterSync.removeRosterSync, { user_puid }, stop),
  };
};
