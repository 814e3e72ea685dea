import { useId } from 'react';
import { login } from '../../../contract/login.ts';
import { m } from '../../paraglide/messages.js';
import n from '../../ui/native.module.css';
import { useApp } from '../app.ts';
import { useCollection } from '../collection.ts';

/**
 * The district in which to look up the user name. The address or an earlier visit may have chosen it (`chosen`). That choice stays until
 * the districts have loaded, and if they cannot load.
 */
export default function DistrictField({ chosen }: { chosen: string }) {
  const { send } = useApp();
  const { data, isFailed } = useCollection((signal) => send(login.allDistricts, {}, { signal, quiet: true }));
  const id = useId();
  return (
    <div className={n.field}>
      <label className={n.label} htmlFor={id}>
        {m.login_district()}
      </label>
      {/* Remounted when the districts have loaded, so that the chosen one is selected. */}
      <select
        key={data ? 'all' : 'chosen'}
        id={id}
        name="district"
        className={n.input}
        defaultValue={chosen}
        aria-describedby={`${id}-note`}
      >
        <option value="">{m.login_district_any()}</option>
        {data || chosen === '' ? null : <option value={chosen}>{isFailed ? chosen : m.login_district_loading()}</option>}
        {data?.map(({ district_id, name }) => (
          <option key={district_id} value={district_id}>
            {name}
          </option>
        ))}
      </select>
      <p id={`${id}-note`} className={n.note} role="status">
        {isFailed ? m.login_district_failed() : m.login_district_hint()}
      </p>
    </div>
  );
}
