import { picturesIn, replacePictures } from '../../../common/authoring/richQuestion.ts';
import type { Db } from '../../kit/access.ts';

type Shown = { question_html: string; explanation_html: string; diagram: string | null };

/** Puts the pictures that texts name into them, as inline data. @param htmls all texts that will be given to the returned function */
export async function inlinePictures(db: Db, htmls: readonly string[]): Promise<(html: string) => string> {
  const names = new Set(htmls.flatMap(picturesIn));
  if (names.size === 0) return (html) => html;
  const of = (table: 'authored_picture' | 'catalog_picture') =>
    db
      .selectFrom(table)
      .select(['picture_id', 'media_type', 'content', 'width', 'height'])
      .where('picture_id', 'in', [...names])
      .execute();
  const rows = [...(await of('catalog_picture')), ...(await of('authored_picture'))];
  const known = new Map(rows.map((row) => [row.picture_id, row]));
  return (html) =>
    replacePictures(html, (name, alt) => {
      const found = known.get(name);
      if (!found) return alt;
      const { media_type, content, width, height } = found;
      return `<img src="data:${media_type};base64,${content}" alt="${alt}" width="${width}" height="${height}">`;
    });
}

/**
 * Questions with the pictures that their author uploaded, as inline data. They have no URL, so whoever may see a question sees its pictures
 * and nobody else, on paper and without a connection too. What lists questions in words does not need them.
 */
export async function withPictures<Q extends Shown>(db: Db, questions: readonly Q[]): Promise<Q[]> {
  const inline = await inlinePictures(
    db,
    questions.flatMap(({ question_html, explanation_html, diagram }) => [question_html, explanation_html, diagram ?? '']),
  );
  return questions.map((question) => ({
    ...question,
    question_html: inline(question.question_html),
    explanation_html: inline(question.explanation_html),
    diagram: question.diagram && inline(question.diagram),
  }));
}
