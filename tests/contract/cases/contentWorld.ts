import { insertAll } from '../../../server/db/upsert.ts';
import type { TestServer } from '../../server/testServer.ts';

const content = { emptyProduct: 1931, removedProduct: 1932 } as const;
export type ContentWorld = typeof content;

/** Adds a product in which nothing is, and one that was deleted. */
export async function makeContentWorld({ db, clock }: TestServer): Promise<ContentWorld> {
  const product = (product_id: number) => ({
    ...{ product_id, code: `setup/${product_id}`, name: `Product ${product_id}`, description: '', language_id: 101 },
    ...{ mapped_id: null, grades: '[]', sort_order: product_id, version: 1 },
  });
  await insertAll(db, 'product', [product(content.emptyProduct)]);
  const stored = JSON.stringify(product(content.removedProduct));
  await insertAll(db, 'removed_place', [{ place_id: content.removedProduct, kind: 'product', stored, removed_at: clock.now }]);
  return content;
}
