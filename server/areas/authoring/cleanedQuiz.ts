import { type AuthoredQuestion, type AuthoredQuiz, pictureLimits } from '../../../contract/authoring.ts';
import { pictureIdOf } from '../../content/ids.ts';
import { cleanQuestionText, cleanRichText } from '../../content/richText.ts';
import { readPicture } from '../../kit/pictures.ts';

type Size = { width: number; height: number };

/** What the server has of what a quiz names. */
export interface Known {
  /** The sizes of those of the pictures that the author may use. */
  pictures: (names: readonly string[]) => Promise<readonly ({ picture_id: string } & Size)[]>;
  /** What a question may keep of a stored one; undefined: nothing. */
  kept?: (kept: NonNullable<AuthoredQuestion['kept']>) => AuthoredQuestion['kept'];
}

/** The quiz with sanitized texts, and without what the author may not use. */
export async function cleanedQuiz(quiz: AuthoredQuiz, known: Known): Promise<AuthoredQuiz> {
  // As it is sent, a picture may be written in another way: it is known once its text is clean.
  const all = new Set<string>();
  const note = (name: string) => all.add(name).has(name);
  for (const { text, explanation, picture } of quiz.questions) {
    for (const html of [text, explanation]) cleanQuestionText(html, note);
    if (picture) note(picture.picture_id);
  }
  const sizes = new Map<string, Size>();
  if (all.size > 0) for (const { picture_id, width, height } of await known.pictures([...all])) sizes.set(picture_id, { width, height });
  const clean = (html: string) => cleanQuestionText(html, (name) => sizes.has(name));
  return {
    ...quiz,
    intro: cleanRichText(quiz.intro),
    questions: quiz.questions.map(({ kept: named, picture, ...question }) => {
      const size = picture && sizes.get(picture.picture_id);
      const kept = named && known.kept?.(named);
      return {
        ...question,
        ...{ text: clean(question.text), explanation: clean(question.explanation), picture: size ? { ...picture, ...size } : null },
        ...(kept ? { kept } : {}),
      };
    }),
  };
}

/** An uploaded picture as it is stored. Its name follows from its bytes. */
export async function pictureToStore(file: File) {
  const { photo, bytes, width, height } = await readPicture(file, pictureLimits);
  return { picture_id: pictureIdOf(bytes), ...photo, width, height };
}
