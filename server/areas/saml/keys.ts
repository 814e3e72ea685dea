import type { saml as calls, SamlKeys } from '../../../contract/saml.ts';
import { type HandlersOf, notFound } from '../../kit/handler.ts';
import type { Tenant } from '../../kit/tenant.ts';
import { transact } from '../../kit/transact.ts';
import { keysIn, newKey, swapKeys } from '../../sso/samlKeys.ts';
import { certificateAt } from '../../sso/samlProviders.ts';
import { holdDistrict, note, type Setting, settingOf } from './links.ts';

async function keysNow({ ports, db }: Setting, trx: Tenant = db): Promise<SamlKeys> {
  const { used, spare } = await keysIn(ports, trx);
  const at = ports.now();
  return { used: certificateAt(used.certificate, at), spare: spare && certificateAt(spare.certificate, at) };
}

/** The part of a fingerprint that the audit and the screen show. */
const inShort = ({ fingerprint }: { fingerprint: string }) => ({ certificates: fingerprint.slice(0, 16) });

/** Renewal of a district's own key: a second one is made, providers read our metadata, then it signs, then the first one goes. */
export const samlKeys: Pick<HandlersOf<typeof calls>, 'samlKeys' | 'makeSamlKey' | 'useSamlKey' | 'removeSamlKey'> = {
  samlKeys: async ({ query }, context) => keysNow(await settingOf(context, query)),

  makeSamlKey: async ({ body }, context) => {
    const setting = await settingOf(context, body);
    const { ports, db } = setting;
    const known = await keysNow(setting);
    if (known.spare) return known;
    const key = await newKey(ports);
    await transact(db, async (trx) => {
      const { numInsertedOrUpdatedRows } = await trx
        .insertInto('saml_spare_key')
        .values(key)
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirstOrThrow();
      if (Number(numInsertedOrUpdatedRows) > 0)
        await note(setting, trx, 'saml.makeKey', { after: inShort(certificateAt(key.certificate, ports.now())) });
    });
    return keysNow(setting);
  },

  useSamlKey: async ({ body: { fingerprint, ...named } }, context) => {
    const setting = await settingOf(context, named);
    await transact(setting.db, async (trx) => {
      await holdDistrict(trx);
      const { used, spare } = await keysNow(setting, trx);
      if (used.fingerprint === fingerprint) return;
      if (spare?.fingerprint !== fingerprint) throw notFound('signInWay');
      await swapKeys(trx);
      await note(setting, trx, 'saml.useKey', { before: inShort(used), after: inShort(spare) });
    });
    return keysNow(setting);
  },

  removeSamlKey: async ({ body: { fingerprint, ...named } }, context) => {
    const setting = await settingOf(context, named);
    await transact(setting.db, async (trx) => {
      await holdDistrict(trx);
      const { spare } = await keysNow(setting, trx);
      if (spare?.fingerprint !== fingerprint) throw notFound('signInWay');
      await trx.deleteFrom('saml_spare_key').execute();
      await note(setting, trx, 'saml.removeKey', { before: inShort(spare) });
    });
    return keysNow(setting);
  },
};
