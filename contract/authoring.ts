import * as v from 'valibot';
import { call, id, lineOrNothing, nothing, smallId, smallNumber, someIds, staff } from './kit.ts';
import { QuizAnswer, QuizPreview, questionTypes } from './quiz.ts';
import { mostIdeaNameLetters, mostIdeas } from './scoring.ts';
import { SharedUser, shareRoles } from './sharing.ts';
import { Photo } from './shell.ts';

/** Limits of a quiz that its author writes. */
export const quizLimits = {
  quizzes: 1000,
  questions: 200,
  options: 10,
  accepted: 20,
  text: 20_000,
  line: 500,
  points: 100,
  pictures: 30,
  variables: 8,
  figures: 15,
  ways: 4_000,
} as const;

/** Limits of pictures that authors upload. Browsers shrink a picture before they upload it. */
export const pictureLimits = { pictures: 2000, ofCatalog: 20_000, bytes: 300 * 1024, pixels: 1600 } as const;

/** Largest request with a quiz, in bytes. */
export const largestQuiz = 8 * 1024 * 1024;

/** Question types that an author can write. */
export const authoredTypes = questionTypes;

/**
 * HTML with paragraphs, lists, emphasis, links, tables, pictures that the author uploaded and formulas; sanitized when it is saved. An
 * intro has no tables, pictures and formulas.
 */
const richText = v.pipe(v.string(), v.maxLength(quizLimits.text));
const typed = lineOrNothing(quizLimits.line);
/** Identifies a part of a quiz for as long as the author keeps it. Chosen by the device. */
const partKey = v.pipe(v.string(), v.regex(/^[\w-]{1,40}$/, 'word'));
/** Name of a picture: 128 bits of a hash of its bytes. */
export const pictureName = /^[0-9a-f]{32}$/;
export const pictureId = v.pipe(v.string(), v.regex(pictureName, 'word'));
const thousandths = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1000));
const listOf = <S extends v.GenericSchema>(schema: S, most: number) => v.pipe(v.array(schema), v.maxLength(most));

/**
 * A question as its author sees it: all fields of all types, so that nothing typed is lost when the type changes. It may be incomplete
 * (`common/authoring/quizProblems.ts` says what is missing). Numbers are as typed.
 */
export const AuthoredQuestion = v.object({
  key: partKey,
  question_type: v.picklist(authoredTypes),
  text: richText,
  explanation: richText,
  points: v.pipe(v.number(), v.minValue(0), v.maxValue(quizLimits.points)),
  /** From -3, easy, to 3, hard. */
  difficulty: v.pipe(v.number(), v.minValue(-3), v.maxValue(3)),
  /** Codes of standards. */
  standards: listOf(lineOrNothing(60), 20),
  /** Choices; for `ordering` in their right order. */
  options: listOf(v.object({ key: partKey, text: typed, is_right: v.boolean(), misconception: typed }), quizLimits.options),
  /** Of `true_false`: whether the statement is true, and what the other answer shows. */
  is_true: v.nullable(v.boolean()),
  misconception: typed,
  /** Of `short_text`: accepted answers, or an example if a person gives the points. */
  accepted: listOf(typed, quizLimits.accepted),
  is_scored_by_person: v.boolean(),
  example: v.pipe(v.string(), v.maxLength(2000)),
  /** What a written answer that a person scores may contain, which suggests the points: ways to say it stand one per line. */
  ideas: v.optional(
    listOf(
      v.object({
        key: partKey,
        name: lineOrNothing(mostIdeaNameLetters),
        points: lineOrNothing(40),
        ways: v.pipe(v.string(), v.maxLength(quizLimits.ways)),
      }),
      mostIdeas,
    ),
    [],
  ),
  /** Of `numeric`. An empty tolerance is 0; one that ends with % is a share of the answer. With variables, the value is a formula. */
  value: typed,
  tolerance: typed,
  unit: lineOrNothing(40),
  /** Significant figures that an answer has; 0: any number. Others cost this share of the points, in percent. */
  figures: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(quizLimits.figures)), 0),
  figures_cost: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(100)), 50),
  /** Numbers that are drawn for each student, in place of `{name}` in the texts: one of a list, or a step from min to max. */
  variables: v.optional(
    listOf(
      v.object({
        key: partKey,
        name: lineOrNothing(16),
        is_list: v.boolean(),
        ...{ min: lineOrNothing(40), max: lineOrNothing(40), step: lineOrNothing(40), list: typed },
      }),
      quizLimits.variables,
    ),
    [],
  ),
  /** Of `matching`, with options that match nothing. */
  pairs: listOf(v.object({ key: partKey, left: typed, right: typed }), quizLimits.options),
  extras: listOf(typed, quizLimits.options),
  /** Of `label_diagram`: a picture that the author uploaded, with its size in pixels, which the server fills in. */
  picture: v.optional(
    v.nullable(
      v.object({
        picture_id: pictureId,
        alt: typed,
        ...{ width: smallNumber, height: smallNumber },
      }),
    ),
    null,
  ),
  /** Its points, in thousandths of width and height, and what belongs to each; `extras` belong to none. */
  spots: v.optional(listOf(v.object({ key: partKey, x: thousandths, y: thousandths, text: typed }), quizLimits.options), []),
  /**
   * Of a question of the catalog: the stored one from which it keeps what this form does not have, which are a drawing, listed units and
   * ideas. `places`: how many the drawing has to label, which the server fills in.
   */
  kept: v.optional(
    v.object({ question_id: v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(Number.MAX_SAFE_INTEGER)), places: smallNumber }),
  ),
});
export type AuthoredQuestion = v.InferOutput<typeof AuthoredQuestion>;

/** A quiz as its author sees it. */
export const AuthoredQuiz = v.object({
  title: lineOrNothing(200),
  intro: richText,
  minutes: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(600)),
  language_id: smallNumber,
  questions: listOf(AuthoredQuestion, quizLimits.questions),
});
export type AuthoredQuiz = v.InferOutput<typeof AuthoredQuiz>;

/** A quiz in the list of those that the user wrote or got from colleagues. */
export const AuthoredQuizCard = v.object({
  item_id: v.number(),
  title: v.string(),
  question_count: v.number(),
  points: v.number(),
  minutes: v.number(),
  version: v.number(),
  /** Published: lessons can use it. */
  is_ready: v.boolean(),
  /** Published, and changed since. */
  has_changes: v.boolean(),
  is_own: v.boolean(),
  /** Name of the author. */
  author: v.string(),
  updated_at: v.string(),
});
export type AuthoredQuizCard = v.InferOutput<typeof AuthoredQuizCard>;

export const AuthoredQuizDetail = v.object({
  item_id: v.number(),
  version: v.number(),
  /** The version that lessons use; null: none yet. */
  published_version: v.nullable(v.number()),
  quiz: AuthoredQuiz,
});
export type AuthoredQuizDetail = v.InferOutput<typeof AuthoredQuizDetail>;

export const SavedQuiz = v.object({ item_id: v.number(), version: v.number(), published_version: v.nullable(v.number()) });
export type SavedQuiz = v.InferOutput<typeof SavedQuiz>;

/** A question whose key its author has corrected since students answered it. */
export const KeyCorrection = v.object({
  /** The version that they answered. */
  question_id: v.number(),
  /** Its place in the newest version of the quiz, from 1. */
  number: v.number(),
  /** Those that score it by the old key, with how many of its answers have points. */
  assignments: v.array(
    v.object({
      group_assignment_id: v.number(),
      group_puid: v.number(),
      group_name: v.string(),
      lesson_name: v.string(),
      responses: v.number(),
    }),
  ),
});
export type KeyCorrection = v.InferOutput<typeof KeyCorrection>;

const named = { item_id: id };
const ours = { backend: 'lms', onFailure: 'state', origin: 'ours', access: staff } as const;

export const authoring = {
  authoredQuizzes: call({
    ...ours,
    method: 'GET',
    path: '/v2/authoring/get_quizzes',
    summary: 'List the quizzes that the user wrote and those that colleagues share with the user, last changed first',
    data: v.array(AuthoredQuizCard),
  }),
  authoredQuiz: call({
    ...ours,
    method: 'GET',
    path: '/v2/authoring/get_quiz',
    summary: 'Get a quiz of the user’s own for editing',
    query: v.object(named),
    data: AuthoredQuizDetail,
  }),
  createQuiz: call({
    ...ours,
    method: 'POST',
    path: '/v2/authoring/create_quiz',
    summary: 'Create a quiz as a draft; the same `creation_key` again returns the first one',
    largest: largestQuiz,
    body: v.object({ creation_key: partKey, quiz: AuthoredQuiz }),
    data: SavedQuiz,
  }),
  saveQuiz: call({
    ...ours,
    method: 'POST',
    path: '/v2/authoring/save_quiz',
    summary: 'Save a draft; refused if it was saved somewhere else since `version`, unless that save was the same',
    largest: largestQuiz,
    body: v.object({ ...named, version: smallId, quiz: AuthoredQuiz }),
    data: SavedQuiz,
  }),
  publishQuiz: call({
    ...ours,
    method: 'POST',
    path: '/v2/authoring/publish_quiz',
    summary: 'Let lessons use a version of a quiz; attempts that have started keep their questions',
    body: v.object({ ...named, version: smallId }),
    data: SavedQuiz,
  }),
  copyQuiz: call({
    ...ours,
    method: 'POST',
    path: '/v2/authoring/copy_quiz',
    summary: 'Copy a quiz, the user’s own or a shared one, to a draft of the user’s own',
    body: v.object({ ...named, title: v.optional(lineOrNothing(200)) }),
    data: SavedQuiz,
  }),
  removeQuiz: call({
    ...ours,
    method: 'POST',
    path: '/v2/authoring/remove_quiz',
    summary: 'Delete a quiz of the user’s own; lessons that have it keep it, and it can be restored',
    body: v.object(named),
    data: nothing,
  }),
  restoreQuiz: call({
    ...ours,
    method: 'POST',
    path: '/v2/authoring/restore_quiz',
    summary: 'Restore a deleted quiz',
    body: v.object(named),
    data: nothing,
  }),
  previewDraft: call({
    ...ours,
    method: 'POST',
    path: '/v2/authoring/preview_draft',
    summary: 'Play the newest draft of a quiz, with its key and the scores of the given answers; nothing is stored',
    body: v.object({ ...named, answers: v.optional(v.pipe(v.array(QuizAnswer), v.maxLength(500)), []) }),
    data: QuizPreview,
  }),
  keyCorrections: call({
    ...ours,
    method: 'GET',
    path: '/v2/authoring/get_key_corrections',
    summary: 'List the questions of a quiz of the user’s own whose key was corrected after students answered, by assignment',
    query: v.object(named),
    data: v.array(KeyCorrection),
  }),
  uploadPicture: call({
    ...ours,
    method: 'POST',
    path: '/v2/authoring/upload_picture',
    summary: 'Upload a PNG, JPEG or WebP picture for questions of the user’s own; the same picture again has the same name',
    bodyType: 'multipart',
    body: v.object({ picture: v.instance(File) }),
    data: v.object({ picture_id: v.string() }),
  }),
  picture: call({
    ...ours,
    method: 'GET',
    path: '/v2/authoring/get_picture',
    summary: 'Get a picture that the user uploaded or got with a copy, for the editor',
    query: v.object({ picture_id: pictureId }),
    data: Photo,
  }),
  quizColleagues: call({
    ...ours,
    method: 'POST',
    path: '/v2/authoring/get_colleagues',
    summary: 'List the district’s staff by role and name; those who already have the quiz come first',
    body: v.object({
      ...named,
      role_id: v.picklist(shareRoles),
      search: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(100)), ''),
    }),
    data: v.object({ users: v.array(SharedUser), total: v.number() }),
  }),
  shareQuiz: call({
    ...ours,
    method: 'POST',
    path: '/v2/authoring/share_quiz',
    summary: 'Share a quiz with colleagues, who may use and copy it',
    body: v.object({ ...named, user_puid_list: someIds }),
    data: nothing,
  }),
  unshareQuiz: call({
    ...ours,
    method: 'POST',
    path: '/v2/authoring/unshare_quiz',
    summary: 'Stop sharing a quiz; copies and lessons remain',
    body: v.object({ ...named, user_puid_list: someIds }),
    data: nothing,
  }),
};
