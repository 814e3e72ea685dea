import type { Values } from '../../../common/recordValues.ts';
import type { UserData } from '../../../contract/login.ts';
import { oneRosterApi, type RosterConnection } from '../../../contract/oneRosterApi.ts';
import type { Send } from '../kit/client.ts';
import { allowed, type RecordSource } from '../kit/records.ts';

interface Stop {
  signal: AbortSignal;
}

/** The choice of no import at night. */
export const noHour = 'none';

/** What every source of a roster has. */
type Source = Pick<RosterConnection, 'school_ids' | 'nightly_hour'>;
/** A source as its form shows it: a choice's value is a text, and the schools are one text. */
export type SourceRow<One extends Source> = Omit<One, keyof Source> & { school_ids: string; nightly_hour: string };
export type ConnectionRow = SourceRow<RosterConnection>;

export const rowOf = <One extends Source>({ school_ids, nightly_hour, ...others }: One): SourceRow<One> => ({
  ...others,
  school_ids: school_ids.join(', '),
  nightly_hour: nightly_hour === null ? noHour : String(nightly_hour),
});
/** The schools and the hour of a form. */
export const sourceFieldsOf = (values: Values): Source => ({
  school_ids: String(values.school_ids ?? '')
    .split(/[,;]/)
    .flatMap((one) => one.trim() || []),
  nightly_hour: values.nightly_hour === noHour ? null : Number(values.nightly_hour),
});

const fieldsOf = (values: Values) => {
  const text = (field: string) => String(values[field] ?? '').trim();
  return {
    name: text('name'),
    base_url: text('base_url'),
    token_url: text('token_url'),
    roster_version: text('roster_version') as RosterConnection['roster_version'],
    client_id: text('client_id'),
    scope: text('scope'),
    ...sourceFieldsOf(values),
  };
};
/** A secret is sent as it was typed. */
const secretOf = (values: Values) => String(values.client_secret ?? '');

/** The district's connections to OneRoster services. */
export const connectionSource = (send: Send, user: UserData): RecordSource<ConnectionRow> => {
  const { userPuid: user_puid } = user;
  const named = ({ connection_id }: ConnectionRow) => ({ user_puid, connection_id });
  const all = async (stop: Partial<Stop>) => (await send(oneRosterApi.rosterConnections, { user_puid }, stop)).map(rowOf);
  return {
    keyOf: ({ connection_id }) => String(connection_id),
    isWhole: true,
    load: async (_, __, signal) => {
      const rows = await all(signal ? { signal } : {});
      return { total: rows.length, rows };
    },
    ...allowed(
      user,
      {
        get: oneRosterApi.rosterConnections,
        add: oneRosterApi.addRosterConnection,
        update: oneRosterApi.updateRosterConnection,
        remove: oneRosterApi.removeRosterConnection,
      },
      {
        get: async ({ connection_id }: ConnectionRow, stop: Stop) => {
          const row = (await all(stop)).find((one) => one.connection_id === connection_id);
          if (!row) throw new Error('The connection was removed.');
          return row;
        },
        add: async (values: Values, stop: Stop) =>
          rowOf(await send(oneRosterApi.addRosterConnection, { user_puid, ...fieldsOf(values), client_secret: secretOf(values) }, stop)),
        update: async (row: ConnectionRow, values: Values, stop: Stop) =>
          rowOf(
            await send(
              oneRosterApi.updateRosterConnection,
              { ...named(row), version: row.version, ...fieldsOf(values), client_secret: secretOf(values) || null },
              stop,
            ),
          ),
        remove: (row: ConnectionRow, stop: Stop) => send(oneRosterApi.removeRosterConnection, named(row), stop),
      },
    ),
  };
};
