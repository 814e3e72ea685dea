import * as v from 'valibot';
import { call, everyone, id, idOrZero, nothing, quantity, smallId, students } from './kit.ts';
import { QuizResult, submission } from './quiz.ts';

/** A student's response to a printed sheet: typed, on paper, or both. */
export const PrintableResponse = v.object({ response_text: v.string(), is_on_paper: v.boolean(), submitted_at: v.string() });
export type PrintableResponse = v.InferOutput<typeof PrintableResponse>;

export const contentTracking = {
  startContentTracking: call({
    backend: 'lms',
    method: 'POST',
    path: '/ContentTracking/start_content_tracking',
    summary: 'Record that content was opened; returns the content track id',
    access: everyone,
    /** `lesson_id` is 0 outside a lesson. */
    body: v.object({ user_puid: id, item_id: id, item_type_id: smallId, lesson_id: idOrZero }),
    data: v.number(),
    onFailure: 'log',
    origin: 'ours',
  }),
  endContentTracking: call({
    backend: 'lms',
    method: 'POST',
    path: '/ContentTracking/end_content_tracking',
    summary: 'Record that content was closed after some seconds of attention, capped at the time elapsed; idempotent',
    access: everyone,
    body: v.object({ user_puid: id, content_track_id: id, time_spent: quantity }),
    data: nothing,
    onFailure: 'log',
    origin: 'ours',
  }),
  printableResponse: call({
    backend: 'lms',
    method: 'GET',
    path: '/ContentTracking/get_printable_response',
    summary: 'Get a student’s submission of a printable quiz; null if none',
    access: students,
    query: v.object({
      user_puid: id,
      item_id: id,
      lesson_id: id,
      item_type_id: smallId,
      /** Ours: selects the assignment when the lesson reaches a student through two groups. */
      group_assignment_id: v.optional(id),
    }),
    data: v.nullable(PrintableResponse),
    onFailure: 'state',
  }),
  submitPrintableQuiz: call({
    backend: 'lms',
    method: 'POST',
    path: '/ContentTracking/submit_printable_quiz',
    summary: 'Submit a printable quiz: typed answers, or that the sheet went to the teacher. Submitting again replaces it.',
    access: students,
    body: v.object({
      UserPuid: id,
      item_id: id,
      lesson_id: id,
      item_type_id: smallId,
      response_text: v.pipe(v.string(), v.maxLength(20_000)),
      is_on_paper: v.boolean(),
      group_assignment_id: v.optional(id),
    }),
    data: PrintableResponse,
    onFailure: 'log',
    origin: 'ours',
  }),
  submitReadersQuiz: call({
    backend: 'lms',
    method: 'POST',
    path: '/ContentTracking/submit_readers_quiz',
    summary: 'Submit the quiz of a leveled reader, which the server scores',
    access: students,
    body: submission,
    data: QuizResult,
    onFailure: 'log',
    origin: 'ours',
  }),
};
