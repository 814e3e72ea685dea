import * as v from 'valibot';
import { slice } from '../persistence.ts';

/** Answers to comments that a student has not sent, by comment. */
export const commentDraftsSlice = slice('commentDrafts', 1, v.record(v.string(), v.string()), 500);
