import * as v from 'valibot';
import { AuthoredQuiz } from '../../../../contract/authoring.ts';
import type { KeptQuiz } from '../../../machines/authoring/quizEditorMachine.ts';
import { type Slice, slice } from '../persistence.ts';

/** Drafts of quizzes that the server does not have yet, by item id or `new`. */
export const quizDraftsSlice: Slice<Record<string, KeptQuiz>> = slice(
  'quizDrafts',
  1,
  v.record(v.string(), v.object({ quiz: AuthoredQuiz, version: v.nullable(v.number()) })) as v.GenericSchema<
    unknown,
    Record<string, KeptQuiz>
  >,
  500,
);
