import * as v from 'valibot';
import { AuthoredQuiz } from '../../../../contract/authoring.ts';
import type { KeptDraft } from '../../../machines/authoring/draftEditorMachine.ts';
import { type Slice, slice } from '../persistence.ts';

type Kept = Record<string, KeptDraft<AuthoredQuiz>>;

/** Drafts of quizzes that the server does not have yet, by item id or `new`. */
export const quizDraftsSlice: Slice<Kept> = slice(
  'quizDrafts',
  2,
  v.record(v.string(), v.object({ document: AuthoredQuiz, version: v.nullable(v.number()) })) as v.GenericSchema<unknown, Kept>,
  500,
  {
    1: (drafts) =>
      Object.fromEntries(
        Object.entries(drafts as Record<string, { quiz: unknown; version: unknown }>).map(([key, { quiz, version }]) => [
          key,
          { document: quiz, version },
        ]),
      ),
  },
);
