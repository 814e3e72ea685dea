import * as v from 'valibot';
import { otherDistrict } from './assignments.ts';
import { person } from './classReports.ts';
import { Language } from './content.ts';
import { ItemTerm } from './itemTerm.ts';
import { call, everyone, flag, id, line, lineOrNothing, nothing, smallId, smallNumber, staff } from './kit.ts';
import { mostResources } from './workspace.ts';

/** The subjects of the glossary, in the order of the home screen. */
export const glossarySubjects = ['physical', 'life', 'earth', 'space', 'engineering', 'practice'] as const;
/** Not a subject of the course: terms that teachers added for their classes (`ownTerms`). */
export const ofClass = 'class';
/** All subjects that a reader may have. */
export const readersSubjects = [...glossarySubjects, ofClass] as const;
export type GlossarySubject = (typeof readersSubjects)[number];

const subject = v.picklist(readersSubjects);
/** Default: all subjects. */
const subjectQuery = v.optional(subject);
/** Default: all terms. A set of terms (`termSets`): only its own. */
const setQuery = v.optional(id);
/** 102 is Spanish; anything else is English (specification, section 9). */
const language_id = v.optional(smallId, Language.english);

/** A term in the language asked for, with the other language beside it. */
export const GlossaryTerm = v.object({
  ...ItemTerm.entries,
  subject,
  /** Items of the library that use the term and that the reader may open, those that use it most first. */
  items: v.array(v.object({ item_id: v.number(), title: v.string() })),
});
export type GlossaryTerm = v.InferOutput<typeof GlossaryTerm>;

/** A fact about a term. */
export const GlossaryFact = v.object({ term_id: v.number(), subject, term: v.string(), fact: v.string(), is_favorite: v.boolean() });
export type GlossaryFact = v.InferOutput<typeof GlossaryFact>;

/** A sentence whose blank, `____`, a term fills. */
export const FillInQuestion = v.object({
  term_id: v.number(),
  subject,
  /** The language of the sentence: that asked for, or English for a term of a class that has no other. */
  language_id: v.number(),
  sentence: v.string(),
  /** Four terms in any order. One is right; which one, only the server knows. */
  choices: v.array(v.string()),
});
export type FillInQuestion = v.InferOutput<typeof FillInQuestion>;

/** An answer with its term. `almost`: right but for its spelling. */
export const CheckedAnswer = v.object({ result: v.picklist(['right', 'almost', 'wrong']), term: v.string(), definition: v.string() });
export type CheckedAnswer = v.InferOutput<typeof CheckedAnswer>;

/** The first letter of a term; with the second hint, the lengths of its words, too. */
export const GlossaryHint = v.object({ first_letter: v.string(), lengths: v.nullable(v.array(v.number())) });
export type GlossaryHint = v.InferOutput<typeof GlossaryHint>;

/** Terms of a student, or students of a term, by how well they are known. Each right answer on a later day raises it. */
const levels = { practiced: v.number(), learning: v.number(), familiar: v.number(), known: v.number() };

/** How well a term is known. */
export const termLevels = ['learning', 'familiar', 'known'] as const;
export type TermLevel = (typeof termLevels)[number];

/** How well a class knows terms. */
export const ClassTerms = v.object({
  group_puid: v.number(),
  group_name: v.string(),
  ...otherDistrict,
  /** All active students. */
  students: v.array(
    v.object({
      ...person,
      ...levels,
      last_at: v.nullable(v.string()),
      /** The terms that the student has practiced. */
      terms: v.array(v.object({ term_id: v.number(), level: v.picklist(termLevels) })),
    }),
  ),
  /** Those that at least one student has practiced. */
  terms: v.array(v.object({ term_id: v.number(), subject, term: v.string(), ...levels })),
});
export type ClassTerms = v.InferOutput<typeof ClassTerms>;

export const glossary = {
  glossarySubjects: call({
    backend: 'lms',
    method: 'GET',
    path: '/glossary/get_subjects',
    summary:
      'List the subjects of the glossary with their number of terms, and the term of the day, which is the same for all of a district',
    access: everyone,
    query: v.object({ user_puid: id, language_id }),
    data: v.object({
      /** With `class` only if there are terms of the caller’s classes. */
      subjects: v.array(v.object({ subject, term_count: v.number() })),
      /** null: the glossary has no terms. */
      term_of_the_day: v.nullable(GlossaryTerm),
    }),
    onFailure: 'state',
    origin: 'ours',
  }),
  glossaryTerms: call({
    backend: 'lms',
    method: 'GET',
    path: '/glossary/get_terms',
    summary:
      'List the terms of a subject, of a set, or all, in alphabetical order; with a search, the best first. A search finds both languages and forgives case, accents and a wrong letter',
    access: everyone,
    query: v.object({ user_puid: id, subject: subjectQuery, set_id: setQuery, language_id, search: v.optional(lineOrNothing(100)) }),
    data: v.array(GlossaryTerm),
    onFailure: 'state',
    origin: 'ours',
  }),
  glossaryItemTerms: call({
    backend: 'lms',
    method: 'GET',
    path: '/glossary/get_item_terms',
    summary: 'List the terms that a reading of the library uses, in its language first. None for an item without terms or unknown here',
    access: everyone,
    query: v.object({ user_puid: id, item_id: id, language_id }),
    data: v.array(ItemTerm),
    onFailure: 'state',
    origin: 'ours',
  }),
  glossaryTermsOfItems: call({
    backend: 'lms',
    method: 'POST',
    path: '/glossary/get_terms_of_items',
    summary: 'List the terms that some items of the library use, in alphabetical order. None for items without terms or unknown here',
    access: staff,
    body: v.object({
      user_puid: id,
      item_ids: v.pipe(v.array(id), v.maxLength(mostResources)),
      language_id: v.optional(smallNumber, Language.english),
    }),
    data: v.array(GlossaryTerm),
    onFailure: 'state',
    origin: 'ours',
  }),
  glossaryFacts: call({
    backend: 'lms',
    method: 'GET',
    path: '/glossary/get_facts',
    summary:
      'List the facts of a subject, or of all, in the alphabetical order of their terms, and which of them are the caller’s favorites',
    access: everyone,
    query: v.object({ user_puid: id, subject: subjectQuery, language_id }),
    data: v.array(GlossaryFact),
    onFailure: 'state',
    origin: 'ours',
  }),
  setGlossaryFavorite: call({
    backend: 'lms',
    method: 'POST',
    path: '/glossary/set_favorite',
    summary: 'Keep a fact as a favorite of the caller, or stop to',
    access: everyone,
    refusedWhileActing: true,
    body: v.object({ user_puid: id, term_id: id, is_favorite: flag }),
    data: nothing,
    onFailure: 'state',
    origin: 'ours',
  }),
  glossaryFillIn: call({
    backend: 'lms',
    method: 'GET',
    path: '/glossary/get_fill_in',
    summary:
      'Get a round of up to ten sentences with a blank: terms that are due for the caller first, then new ones. Without the right answers',
    access: everyone,
    query: v.object({ user_puid: id, subject: subjectQuery, language_id }),
    data: v.object({
      /** Terms that the caller has answered before and that are due. */
      due_count: v.number(),
      questions: v.array(FillInQuestion),
    }),
    onFailure: 'state',
    origin: 'ours',
  }),
  glossaryHint: call({
    backend: 'lms',
    method: 'GET',
    path: '/glossary/get_fill_in_hint',
    summary: 'Get a hint to the term of a sentence: step 1 its first letter, step 2 also the lengths of its words',
    access: everyone,
    query: v.object({ user_puid: id, term_id: id, language_id, step: smallId }),
    data: GlossaryHint,
    onFailure: 'state',
    origin: 'ours',
  }),
  checkFillIn: call({
    backend: 'lms',
    method: 'POST',
    path: '/glossary/check_fill_in',
    summary: 'Check an answer, and set when the term is asked again',
    access: everyone,
    refusedWhileActing: true,
    body: v.object({
      user_puid: id,
      term_id: id,
      answer_text: line(200),
      language_id: v.optional(smallNumber, Language.english),
      /** Hints that the caller has had. With one, a right answer does not move the term to a later day. */
      hints: v.optional(smallNumber, 0),
    }),
    data: CheckedAnswer,
    onFailure: 'state',
    origin: 'ours',
  }),
  glossarySheet: call({
    backend: 'lms',
    method: 'GET',
    path: '/glossary/get_sheet',
    summary: 'Get a sheet of sentences with blanks for printing, and its key for staff. Sheets are numbered from 1',
    access: everyone,
    query: v.object({ user_puid: id, subject: subjectQuery, set_id: setQuery, language_id, sheet: smallId }),
    data: v.object({
      /** How many sheets there are. A higher number gets the last one. */
      sheets: v.number(),
      sentences: v.array(v.string()),
      /** The terms that fill the blanks, in alphabetical order. */
      words: v.array(v.string()),
      /** The term of each sentence; null for students. */
      answers: v.nullable(v.array(v.string())),
    }),
    onFailure: 'state',
    origin: 'ours',
  }),
  glossaryClass: call({
    backend: 'lms',
    method: 'GET',
    path: '/glossary/get_class_terms',
    summary: 'Get how well the students of a class know the terms that they have practiced, by student and by term',
    access: staff,
    about: 'group_puid',
    query: v.object({ group_puid: id, language_id }),
    data: ClassTerms,
    onFailure: 'state',
    origin: 'ours',
  }),
};
