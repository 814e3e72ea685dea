import type { Values } from '../../../common/recordValues.ts';
import { type District, districts } from '../../../contract/districts.ts';
import type { UserData } from '../../../contract/login.ts';
import { type Module, modules } from '../../../contract/modules.ts';
import type { Send } from '../kit/client.ts';
import { allowed, loadPages, type RecordSource } from '../kit/records.ts';

interface Stop {
  signal: AbortSignal;
}

/** The choice of no state. */
export const noState = 'none';

/** A district as its form shows it: a choice's value is a text, the hosts are one text, and each tab is a field. */
export type DistrictRow = Omit<District, 'state_id' | 'language' | 'hosts' | 'nav_tabs'> & {
  state_id: string;
  language: string;
  hosts: string;
} & Record<`tab_${Module}`, boolean>;

const rowOf = ({ state_id, language, hosts, nav_tabs, ...district }: District): DistrictRow => ({
  ...district,
  state_id: String(state_id ?? noState),
  language: language ?? 'en',
  hosts: hosts.join(', '),
  ...(Object.fromEntries(modules.map((key) => [`tab_${key}`, nav_tabs.find((tab) => tab.key === key)?.show ?? true])) as Record<
    `tab_${Module}`,
    boolean
  >),
});

const fieldsOf = (values: Values) => {
  const text = (field: string) => String(values[field] ?? '').trim();
  return {
    name: text('name'),
    state_id: text('state_id') === noState ? null : Number(text('state_id')),
    time_zone: text('time_zone'),
    language: text('language') as 'en' | 'es',
    hosts: text('hosts')
      .split(/[\s,;]+/)
      .filter(Boolean),
    nav_tabs: modules.map((key) => ({ key, show: values[`tab_${key}`] === true })),
  };
};

/** The districts in an administrator's scope. */
export const districtSource = (send: Send, user: UserData): RecordSource<DistrictRow> => {
  const { userPuid: user_puid } = user;
  const load = loadPages<District>(send, districts.districtList, { user_puid });
  const named = ({ district_id }: DistrictRow) => ({ user_puid, district_id });
  return {
    keyOf: ({ district_id }) => String(district_id),
    load: async (query, count, signal) => {
      const { total, rows } = await load(query, count, signal);
      return { total, rows: rows.map(rowOf) };
    },
    ...allowed(
      user,
      {
        get: districts.districtGet,
        add: districts.addDistrict,
        update: districts.updateDistrict,
        remove: districts.removeDistrict,
        restore: districts.restoreDistrict,
      },
      {
        get: async (row: DistrictRow, stop: Stop) => rowOf(await send(districts.districtGet, named(row), stop)),
        add: async (values: Values, stop: Stop) => rowOf(await send(districts.addDistrict, { user_puid, ...fieldsOf(values) }, stop)),
        update: async (row: DistrictRow, values: Values, stop: Stop) =>
          rowOf(await send(districts.updateDistrict, { ...named(row), version: row.version, ...fieldsOf(values) }, stop)),
        remove: (row: DistrictRow, stop: Stop) => send(districts.removeDistrict, named(row), stop),
        restore: (row: DistrictRow, _: unknown, stop: Stop) => send(districts.restoreDistrict, named(row), stop),
      },
    ),
  };
};
