import { pictureLimits } from '../../../contract/authoring.ts';
import { keepPictures } from '../../content/unusedPictures.ts';
import type { NewRow } from '../../db/schema.ts';
import type { Db } from '../../kit/access.ts';
import { refuse } from '../../kit/handler.ts';

/** Stores a picture of the catalog, and returns whether it was not there. @throws refusal if there are too many */
export async function storeCatalogPicture(trx: Db, picture: NewRow<'catalog_picture'>): Promise<boolean> {
  await keepPictures(trx, 'catalog_picture', [picture.picture_id]);
  const pictures = trx.selectFrom('catalog_picture');
  if (await pictures.select('picture_id').where('picture_id', '=', picture.picture_id).executeTakeFirst()) return false;
  const { count } = await pictures.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  if (Number(count) >= pictureLimits.ofCatalog) throw refuse('tooManyPictures', { most: pictureLimits.ofCatalog });
  await trx
    .insertInto('catalog_picture')
    .values(picture)
    .onConflict((conflict) => conflict.column('picture_id').doNothing())
    .execute();
  return true;
}
