import type { ReactNode } from 'react';
import { Role } from '../../../contract/kit.ts';
import { mostRecords } from '../../../contract/paging.ts';
import { m } from '../../paraglide/messages.js';
import { firstRows } from '../../services/kit/records.ts';
import { NativeSelect } from '../../ui/NativeSelect.tsx';
import { useApp } from '../app.ts';
import { useCollection } from '../collection.ts';
import { useUser } from '../hooks.ts';
import type { RecordFrame } from '../records/declaration.ts';
import { addressOf, type ScreenAddress } from '../screen.ts';
import s from './districts.module.css';

/** Name of the value in the address and the query that says whose records are shown. The server sends browsers back with it. */
export const districtScope = 'district_id';

/** Address of another screen, about the same district. */
export const inDistrict = (screen: ScreenAddress, { [districtScope]: chosen }: RecordFrame['chosen']): string =>
  `${addressOf(screen)}${chosen ? `?${districtScope}=${chosen}` : ''}`;

type Chosen = Pick<RecordFrame, 'chosen' | 'choose'>;

/** The option that shows all districts. */
const everyDistrict = 'every';

interface DistrictOf {
  /** The chosen district, into which new records go; without a choice, the caller's own. */
  district_id: number;
  /** Its name, for those who can choose; undefined until it is known. */
  name: string | undefined;
  /** The control; null for everyone but the provider's administrators. */
  control: ReactNode;
}

/** The district that a screen shows and adds to. `every`: label of the option for all districts, with which it begins. */
export function useDistrictChoice({ chosen, choose }: Chosen, every?: string): DistrictOf {
  const { send } = useApp();
  const { userPuid: user_puid, districtID, role } = useUser();
  const isChoosing = role >= Role.providerAdministrator;
  const { data } = useCollection(
    async (signal) => {
      if (!isChoosing) return { total: 0, rows: [] };
      // The calls load for those who can choose, since most never do.
      const { districts } = await import('../../../contract/districts.ts');
      return firstRows(Number.POSITIVE_INFINITY, mostRecords, (offset, limit) =>
        send(districts.districtList, { user_puid, sort: 'name', offset, limit }, { signal, quiet: true }),
      );
    },
    undefined,
    'collection: districts',
  );
  const first = every ? everyDistrict : String(districtID);
  const district_id = Number(chosen[districtScope] || districtID);
  const options = data?.rows.map((row) => ({ key: String(row.district_id), label: row.name })) ?? [];
  return {
    district_id,
    name: options.find(({ key }) => key === String(district_id))?.label,
    control: isChoosing ? (
      <div className={s.district}>
        <NativeSelect
          label={m.lti_district()}
          placeholder={m.ui_loading()}
          value={chosen[districtScope] ?? first}
          options={every ? [{ key: everyDistrict, label: every }, ...options] : options}
          onChange={(key) => choose({ [districtScope]: key === first ? '' : key })}
        />
      </div>
    ) : null,
  };
}

/** Whose records a screen shows. Only the provider's administrators can choose. */
export function DistrictChoice(frame: Chosen) {
  return useDistrictChoice(frame).control;
}
