import type { Kysely } from 'kysely';
import { Language, ResourceType } from '../../contract/content.ts';
import type { Database, NewRow } from '../../server/db/schema.ts';
import { insertAll } from '../../server/db/upsert.ts';
import { seededChance } from '../../server/sample/chance.ts';

const product_id = 7_001;
const unitCount = 40;
const subUnitCount = 5;
/** Number of words in the catalog, rare and frequent. */
const vocabulary = 6_000;
const roots =
  'photo synth energ grav volcan plane densit molec reac circu magnet osmos clim erod ferment pendul orbit crystal neuron enzym'.split(' ');
const endings = 'esis y ity o t e ule tion it ism a ate ion or um ary ine al ology ics'.split(' ');
const kinds = [
  ResourceType.reading,
  ResourceType.video,
  ResourceType.interactive,
  ResourceType.dataLab,
  ResourceType.quiz,
  ResourceType.assessment,
];

/** The nth word: pronounceable and distinct. */
export const wordAt = (index: number): string =>
  `${roots[index % roots.length]}${endings[Math.floor(index / roots.length) % endings.length]}${
    index >= 400
      ? Math.floor(index / 400)
          .toString(36)
          .replace(/\d/g, (digit) => 'abcdefghij'[Number(digit)]!)
      : ''
  }`;

/** Adds items to the catalog until it has `count` of them. Word frequencies follow Zipf's law. */
export async function fillCatalogue(db: Kysely<Database>, from: number, count: number): Promise<void> {
  const chance = seededChance(count);
  const zipf = () => Math.min(vocabulary - 1, Math.floor(vocabulary ** chance.uniform()) - 1);
  const words = (many: number) => Array.from({ length: many }, () => wordAt(zipf())).join(' ');
  const codes = (await db.selectFrom('standard').select('code').execute()).map((standard) => standard.code);
  if (from === 0) {
    await insertAll(db, 'product', [
      {
        product_id,
        code: 'bench',
        name: 'Measured course',
        description: '',
        language_id: Language.english,
        mapped_id: null,
        grades: '["6"]',
        sort_order: 90,
      },
    ]);
    const units = Array.from({ length: unitCount }, (_, index) => index);
    await insertAll(
      db,
      'unit',
      units.map((unit) => ({
        unit_id: 8_000 + unit,
        product_id,
        code: `bench/${unit}`,
        name: words(2),
        summary: '',
        mapped_id: null,
        sort_order: unit,
      })),
    );
    await insertAll(
      db,
      'sub_unit',
      units.flatMap((unit) =>
        Array.from({ length: subUnitCount }, (_, sub) => ({
          sub_unit_id: 9_000 + unit * 10 + sub,
          unit_id: 8_000 + unit,
          code: `bench/${unit}/${sub}`,
          name: words(2),
          sort_order: sub,
        })),
      ),
    );
  }
  for (let start = from; start < count; start += 5_000) {
    const items: NewRow<'content_item'>[] = [];
    const terms: NewRow<'item_terms'>[] = [];
    for (let number = start; number < Math.min(count, start + 5_000); number++) {
      const unit = number % unitCount;
      const item_id = 1_000_000 + number;
      items.push({
        item_id,
        product_id,
        unit_id: 8_000 + unit,
        sub_unit_id: 9_000 + unit * 10 + (number % subUnitCount),
        level3_id: null,
        code: `bench/${number}`,
        item_type_id: kinds[number % kinds.length]!,
        title: words(4),
        summary: words(12),
        body: '{"kind":"html","html":"<p>Text</p>"}',
        minutes: 5 + (number % 30),
        grades: JSON.stringify([String(3 + (number % 6))]),
        standards: JSON.stringify(codes.length > 0 ? [codes[number % codes.length]] : []),
        sources: '[]',
        language_id: Language.english,
        mapped_id: null,
        is_assignable: 1,
        is_learnosity_enabled: 0,
        lexile: null,
        spanish_remark: null,
        quiz_id: null,
        sort_order: number,
      });
      terms.push({ item_id, terms: words(8) });
    }
    await insertAll(db, 'content_item', items);
    await insertAll(db, 'item_terms', terms);
  }
  await db
    .insertInto('catalogue')
    .values({ catalogue_id: 1, version: 1 })
    .onConflict((conflict) => conflict.column('catalogue_id').doUpdateSet((eb) => ({ version: eb('catalogue.version', '+', 1) })))
    .execute();
}
