import type { CourseFinding } from '../../contract/courseImport.ts';
import type { Db } from '../kit/access.ts';
import type { ContentSet } from './contentSet.ts';
import { idsIn } from './courseIds.ts';
import { courseSource } from './importContent.ts';

/**
 * Prebuilt lessons of a course that the caller's district has otherwise, or not at all. An import leaves lessons alone: they are written
 * and published to districts in a screen of their own (decision 085).
 */
export async function lessonFindings(db: Db, { products }: ContentSet): Promise<CourseFinding[]> {
  const sources = new Map((await db.selectFrom('prebuilt_source').selectAll().execute()).map((one) => [one.source, one]));
  const lessons = new Map(
    (
      await db
        .selectFrom('lesson')
        .select(['lesson_id', 'lesson_objective', 'instructions', 'total_time', 'enforce_order'])
        .where('owner_puid', 'is', null)
        .execute()
    ).map((one) => [one.lesson_id, one]),
  );
  const resources = Map.groupBy(
    await db.selectFrom('lesson_resource').select(['lesson_id', 'item_id']).orderBy('sort_order').execute(),
    ({ lesson_id }) => lesson_id,
  );
  const findings: CourseFinding[] = [];
  const idFor = idsIn(products);
  for (const unit of products.flatMap(({ units }) => units))
    for (const [index, lesson] of unit.prebuilt_lessons.entries()) {
      const source = sources.get(courseSource(idFor(unit.code), lesson.name));
      // What the district changed or deleted stays as it is.
      if (source && (source.changed === 1 || source.published !== null)) continue;
      const known = source && lessons.get(source.lesson_id);
      const items = (known && resources.get(known.lesson_id)?.map(({ item_id }) => item_id)) ?? [];
      const isSame =
        known !== undefined &&
        known.lesson_objective === lesson.objective &&
        known.instructions === lesson.instructions &&
        known.total_time === lesson.minutes &&
        known.enforce_order === Number(lesson.enforce_order) &&
        items.join() === lesson.items.map(idFor).join();
      if (!isSame)
        findings.push({
          ...{ severity: 'warning', file: `courses/${unit.code}/unit.json`, line: null, field: `prebuilt_lessons.${index}` },
          ...{ code: 'lessonIgnored', params: { value: lesson.name } },
        });
    }
  return findings;
}
