import type { Page } from 'playwright-core';
import { ResourceType } from '../../contract/content.ts';
import { calls } from '../../contract/index.ts';
import type { DataOf } from '../../contract/kit.ts';
import { idOf } from '../../server/content/ids.ts';
import { paths } from '../../src/views/paths.ts';
import { ask } from './ask.ts';

/** A quiz assigned to a student, and its state on the server. */
export interface GivenQuiz {
  title: string;
  lesson_id: number;
  assignment_id: number;
  path: string;
  /** The attempt on the server; starts it. */
  started: () => Promise<DataOf<typeof calls.startQuiz>>;
  result: () => Promise<DataOf<typeof calls.quizDetails>['quiz_details']['result']>;
}

interface GivenLesson {
  instructions?: string;
  /** ISO 8601; null for no due date. */
  to_date?: string | null;
  /** Of another server than the worker's. */
  url?: string;
  /** Name of another class of the teacher's. */
  className?: string;
}

/** The resources of a lesson: item codes, each with its type. */
export type Resources = readonly (readonly [code: string, resource_type_id: number])[];

/** The teacher makes a lesson and assigns it to maya and leo's class, or to another; `instructions` are HTML. */
export async function giveLesson(
  lesson_name: string,
  resources: Resources,
  { instructions = '', to_date = null, url, className = 'Science 6, Period 2' }: GivenLesson = {},
) {
  const { token, userData } = await ask(calls.login, { username: 'rivera', password: 'science-rocks' }, undefined, url);
  const user_puid = userData.userPuid;
  const lesson_resources = JSON.stringify(
    resources.map(([code, resource_type_id], at) => ({
      item_id: idOf(`middle-school-science/${code}`),
      resource_type_id,
      time: 5,
      sort_order: at + 1,
      remarks: '',
    })),
  );
  const made = await ask(calls.createLesson, { user_puid, lesson_name, instructions, lesson_resources }, token, url);
  const classes = await ask(calls.classesForLesson, { user_puid }, token, url);
  const { group_puid } = classes.find(({ group_name }) => group_name === className)!;
  const assignment_details = JSON.stringify({ from_date: new Date(0).toISOString(), to_date });
  const assigned = await ask(calls.assign, { lesson_id: made.lesson_id, group_puid, assignment_no: 1, assignment_details }, token, url);
  return { ...assigned, group_puid };
}

/** The teacher assigns a lesson with one quiz to this student's class. */
export async function giveQuiz(username: string, title: string, given?: GivenLesson): Promise<GivenQuiz> {
  const { lesson_id, assignment_id } = await giveLesson(title, [['energy-and-waves/energy/energy-quiz', ResourceType.quiz]], given);
  const student = await ask(calls.login, { username, password: 'science-rocks' });
  const named = { user_puid: student.userData.userPuid, lesson_id, assignment_id };
  const { lesson_resources } = await ask(calls.lessonPlayer, named, student.token);
  const quiz_id = lesson_resources[0]!.quiz_id!;
  const place = { quiz_id, lesson_id, lesson_resource_tracking_id: 0 };
  return {
    title,
    lesson_id,
    assignment_id,
    path: paths.lesson(lesson_id, assignment_id),
    started: () => ask(calls.startQuiz, place, student.token),
    result: async () => (await ask(calls.quizDetails, { user_puid: named.user_puid, ...place }, student.token)).quiz_details.result,
  };
}

/** Opens the quiz from its overview. */
export const goOnWithQuiz = (page: Page): Promise<void> => page.getByRole('button', { name: /^(Start|Continue) quiz$/ }).click();
export const question = (page: Page, id: number) => page.locator(`section[aria-labelledby="question-${id}"]`);
/** Where the answers are, according to the status. */
export const saveStatus = (page: Page, kind: 'saved' | 'saving' | 'offline') => page.locator(`[data-save=answers] [data-kind=${kind}]`);
