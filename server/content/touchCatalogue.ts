import type { Db } from '../kit/access.ts';

/**
 * Makes every process read the catalog again (decision 018). Called first in a transaction that changes the catalog, it also makes the next
 * one wait.
 */
export const touchCatalogue = (trx: Pick<Db, 'insertInto'>) =>
  trx
    .insertInto('catalogue')
    .values({ catalogue_id: 1, version: 1 })
    .onConflict((conflict) => conflict.column('catalogue_id').doUpdateSet((eb) => ({ version: eb('catalogue.version', '+', 1) })))
    .execute();
