import * as v from 'valibot';
import { Language } from './content.ts';
import { CheckedAnswer, FillInQuestion, GlossaryHint } from './glossary.ts';
import { call, everyone, id, idOrZero, line, smallId, smallNumber, staff } from './kit.ts';

/** Maximum number of terms in a set: what a lesson can practice. */
export const mostSetTerms = 40;

/**
 * The set, and where a student plays it: the lesson and its resource (`PlayerResource.id`). `lesson_id` and `resource_id` are 0 in a preview,
 * which stores nothing.
 */
const place = { user_puid: id, item_id: id, lesson_id: idOrZero, group_assignment_id: idOrZero, resource_id: idOrZero };

/** How far a student is: terms that were right once in the set, of those that the student sees. */
const progress = { right_count: v.number(), term_count: v.number(), percentage_completed: v.number() };

/** Sets of terms that lessons have. Playing one belongs to no module, like all that an assigned lesson needs. */
export const termSets = {
  createTermSet: call({
    backend: 'lms',
    method: 'POST',
    path: '/glossary/create_set',
    summary: 'Put terms together as a resource for lessons. The same creation key again returns the same set',
    access: staff,
    refusedWhileActing: true,
    body: v.object({
      user_puid: id,
      /** Chosen by the device, so that a repeated call makes one set. */
      creation_key: v.pipe(v.string(), v.regex(/^[\w-]{1,40}$/, 'word')),
      title: line(100),
      language_id: v.optional(smallNumber, Language.english),
      term_ids: v.pipe(v.array(id), v.minLength(1), v.maxLength(mostSetTerms)),
    }),
    data: v.object({ item_id: v.number(), item_type_id: v.number(), title: v.string(), minutes: v.number() }),
    onFailure: 'state',
    origin: 'ours',
  }),
  termSetQuestions: call({
    backend: 'lms',
    method: 'GET',
    path: '/glossary/get_set_fill_in',
    summary: 'Get a sentence with a blank for each term of a set that is not right yet; for all of them once all are. Without the answers',
    access: everyone,
    query: v.object({ ...place, language_id: v.optional(smallId, Language.english) }),
    data: v.object({ ...progress, questions: v.array(FillInQuestion) }),
    onFailure: 'state',
    origin: 'ours',
  }),
  termSetHint: call({
    backend: 'lms',
    method: 'GET',
    path: '/glossary/get_set_hint',
    summary: 'Get a hint to a term of a set: step 1 its first letter, step 2 also the lengths of its words',
    access: everyone,
    query: v.object({ ...place, language_id: v.optional(smallId, Language.english), term_id: id, step: smallId }),
    data: GlossaryHint,
    onFailure: 'state',
    origin: 'ours',
  }),
  checkTermSet: call({
    backend: 'lms',
    method: 'POST',
    path: '/glossary/check_set_answer',
    summary: 'Check an answer in a set. A right one of a student counts in the lesson and for later practice',
    access: everyone,
    refusedWhileActing: true,
    body: v.object({
      ...place,
      language_id: v.optional(smallNumber, Language.english),
      term_id: id,
      answer_text: line(200),
      /** Hints that the caller has had. */
      hints: v.optional(smallNumber, 0),
    }),
    data: v.object({ ...CheckedAnswer.entries, ...progress }),
    onFailure: 'state',
    origin: 'ours',
  }),
};
