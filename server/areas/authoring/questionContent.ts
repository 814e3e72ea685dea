import { answersOf, drawingOf, readTolerance, someDraws } from '../../../common/authoring/drawing.ts';
import { waysOf } from '../../../common/authoring/quizProblems.ts';
import { pictureAddress } from '../../../common/authoring/richQuestion.ts';
import { escapeHtml } from '../../../common/escapeHtml.ts';
import { readDecimal } from '../../../common/readDecimal.ts';
import type { AuthoredQuestion } from '../../../contract/authoring.ts';
import { Language } from '../../../contract/content.ts';
import type { QuestionContent } from '../../content/contentSet.ts';
import { truthWords } from '../../content/readQuiz.ts';
import type { StoredQuestion } from '../quiz/questions.ts';

/** A single paragraph is shown without one, as in the catalog. */
const withoutParagraph = (html: string) => html.replace(/^<p>((?:(?!<\/?p>)[\s\S])*)<\/p>$/, '$1');

const filled = (texts: readonly string[]) => [...new Set(texts.map((text) => text.trim()).filter((text) => text !== ''))];

const plainOption = (text: string) => ({ text, is_answer: false, misconception: null });

/** A picture with its points, numbered. Everything that shows it gives it its size, so the points stay where they are. */
function diagramOf({ picture_id, alt, width, height }: NonNullable<AuthoredQuestion['picture']>, spots: AuthoredQuestion['spots']): string {
  const radius = Math.round(Math.max(width, height) * 0.03);
  const points = spots.map(({ x, y }, index) => {
    const [left, top] = [Math.round((x * width) / 1000), Math.round((y * height) / 1000)];
    return (
      `<circle class="d-solid-1" cx="${left}" cy="${top}" r="${radius}" stroke="#fff" stroke-width="${Math.max(1, Math.round(radius / 8))}"></circle>` +
      `<text class="d-text-inv" x="${left}" y="${top}" dy="0.36em" font-size="${Math.round(radius * 1.25)}" text-anchor="middle">${index + 1}</text>`
    );
  });
  const words = escapeHtml(alt.trim().replace(/[<>"]/g, ''));
  return `<div class="d-picture"><img src="${pictureAddress(picture_id)}" alt="${words}"><svg viewBox="0 0 ${width} ${height}" aria-hidden="true">${points.join('')}</svg></div>`;
}

/** Ideas of a written answer: the author's, or those that it keeps, worth as much of it as before. */
function ideasOf({ points, ideas }: AuthoredQuestion, kept: StoredQuestion | undefined) {
  if (ideas.length > 0)
    return { ideas: ideas.map((idea) => ({ name: idea.name.trim(), points: readDecimal(idea.points) ?? 0, ways: waysOf(idea) })) };
  if (kept?.key.kind !== 'open' || !kept.key.ideas) return {};
  return { ideas: kept.key.ideas.map((idea) => ({ ...idea, points: (idea.points * points) / kept.points })) };
}

/** The units that a question lists, unless the author chose another one, and how significant figures count. */
function unitsOf({ unit, figures: digits, figures_cost }: AuthoredQuestion, kept: StoredQuestion | undefined) {
  const before = kept?.key.kind === 'numeric' ? kept.key : undefined;
  return {
    ...(before && before.unit === unit && !before.takesAnyUnit ? { units: before.units } : { units: [], takesAnyUnit: true }),
    ...(digits > 0 ? { figures: { digits, cost: figures_cost / 100 } } : before?.figures ? { figures: before.figures } : {}),
  };
}

/** What a type decides: options, targets, unit and key. */
function kindOf(
  question: AuthoredQuestion,
  language_id: number,
  kept: StoredQuestion | undefined,
): Pick<QuestionContent, 'key'> & Partial<QuestionContent> {
  const { options, pairs, is_true, misconception } = question;
  switch (question.question_type) {
    case 'true_false': {
      const [yes, no] = (truthWords[language_id] ?? truthWords[Language.english]) as [string, string];
      const option = (text: string, is_answer: boolean) => ({ text, is_answer, misconception: (!is_answer && misconception) || null });
      return { options: [option(yes, is_true === true), option(no, is_true === false)], key: { kind: 'one' } };
    }
    case 'short_text':
      return {
        key: question.is_scored_by_person
          ? { kind: 'open', example: question.example.trim(), ...ideasOf(question, kept) }
          : { kind: 'text', accepted: filled(question.accepted) },
      };
    case 'numeric': {
      const { unit } = question;
      const drawing = drawingOf(question);
      // Of an example, if each student has numbers of his own.
      const [first = {}] = drawing ? someDraws(drawing.variables) : [];
      const value = drawing ? answersOf(drawing)(first) : (readDecimal(question.value) ?? 0);
      const { amount = 0, isPercent = false } = readTolerance(question.tolerance) ?? {};
      const tolerance = isPercent ? (Math.abs(value) * amount) / 100 : amount;
      return {
        unit: unit || null,
        key: { kind: 'numeric', value, tolerance, unit, ...unitsOf(question, kept), ...(drawing ? { drawing } : {}) },
      };
    }
    case 'ordering': {
      const texts = options.map(({ text }) => text);
      return { options: texts.map(plainOption), key: { kind: 'order', texts } };
    }
    case 'matching': {
      const target = (index: number) => `t${index + 1}`;
      return {
        targets: pairs.map(({ left }, index) => ({ id: target(index), text: left })),
        options: filled([...pairs.map(({ right }) => right), ...question.extras]).map(plainOption),
        key: { kind: 'places', places: Object.fromEntries(pairs.map(({ right }, index) => [target(index), right.trim()])) },
      };
    }
    case 'label_diagram': {
      const { picture, spots } = question;
      const drawn = picture ? undefined : kept?.targets;
      const target = (index: number) => drawn?.[index]?.id ?? `t${index + 1}`;
      return {
        ...(picture ? { diagram: diagramOf(picture, spots) } : {}),
        targets: spots.map((_, index) => ({ id: target(index), text: String(index + 1) })),
        options: filled([...spots.map(({ text }) => text), ...question.extras]).map(plainOption),
        key: { kind: 'places', places: Object.fromEntries(spots.map(({ text }, index) => [target(index), text.trim()])) },
      };
    }
    default:
      return {
        options: options.map((option) => ({
          text: option.text,
          is_answer: option.is_right,
          misconception: (!option.is_right && option.misconception) || null,
        })),
        key: { kind: question.question_type === 'single_choice' ? 'one' : 'many' },
      };
  }
}

/** A complete question as content. Its texts are already sanitized. `kept`: the stored question that it keeps a drawing, units and ideas from. */
export const questionContent = (question: AuthoredQuestion, language_id: number, kept?: StoredQuestion): QuestionContent => ({
  question_type: question.question_type,
  question_html: withoutParagraph(question.text),
  explanation_html: withoutParagraph(question.explanation),
  diagram: kept?.diagram ?? null,
  points: question.points,
  difficulty: question.difficulty,
  unit: null,
  standards: filled(question.standards),
  targets: [],
  options: [],
  ...kindOf(question, language_id, kept),
});
