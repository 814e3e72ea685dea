import type { Values } from '../../common/recordValues.ts';
import type { UserData } from '../../contract/login.ts';
import { type SignOnKind, type SignOnSetup, signOnSetup } from '../../contract/signOnSetup.ts';
import type { Send } from './kit/client.ts';
import type { RecordSource } from './kit/records.ts';

const callsOf = {
  roster: { get: signOnSetup.rosterSetup, save: signOnSetup.saveRosterSetup, test: signOnSetup.testRosterSetup },
  classroom: { get: signOnSetup.classroomSetup, save: signOnSetup.saveClassroomSetup, test: signOnSetup.testClassroomSetup },
};

/** A single sign-on as its form shows it. */
export type SignOnRow = SignOnSetup & { kind: SignOnKind; is_public: boolean };

const rowOf = (kind: SignOnKind, setup: SignOnSetup): SignOnRow => ({ ...setup, kind, is_public: setup.version > 0 && !setup.has_secret });

const fieldsOf = (values: Values) => {
  const text = (field: string) => String(values[field] ?? '').trim();
  return {
    issuer: text('issuer'),
    client_id: text('client_id'),
    // A secret is sent as it was typed.
    client_secret: String(values.client_secret ?? '') || null,
    is_public: values.is_public === true,
    scope: text('scope'),
    subject_is_sourced_id: values.subject_is_sourced_id === true,
    active: values.active === true,
  };
};

/** The single sign-ons of one kind, one for each district that the user administers. */
export const signOnSource =
  (kind: SignOnKind) =>
  (send: Send, { userPuid: user_puid }: UserData): RecordSource<SignOnRow> => {
    const { get, save } = callsOf[kind];
    const all = async (stop: { signal?: AbortSignal }) => (await send(get, { user_puid }, stop)).map((setup) => rowOf(kind, setup));
    return {
      keyOf: ({ district_id }) => String(district_id),
      isWhole: true,
      load: async (_query, _count, signal) => {
        const rows = await all(signal ? { signal } : {});
        return { total: rows.length, rows };
      },
      get: async (row, stop) => (await all(stop)).find(({ district_id }) => district_id === row.district_id) ?? row,
      update: async ({ district_id, version }, values, stop) =>
        rowOf(kind, await send(save, { user_puid, district_id, version, ...fieldsOf(values) }, stop)),
    };
  };

/** Begins a test sign-in. Returns where to go, or what is wrong. */
export const testSignOn = (send: Send, user_puid: number, { kind, district_id }: SignOnRow, stop: { signal: AbortSignal }) =>
  send(callsOf[kind].test, { user_puid, district_id }, stop);
