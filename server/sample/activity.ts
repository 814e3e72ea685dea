import { addDays, dayIn, zonedTime } from '../../common/zone.ts';
import type { ItemBody } from '../../contract/content.ts';
import { ResourceType } from '../../contract/content.ts';
import { newLayout, type StoredQuestion } from '../areas/quiz/questions.ts';
import { score } from '../areas/quiz/score.ts';
import { receiptOf } from '../areas/quiz.ts';
import type { Database, NewRow, Row } from '../db/schema.ts';
import type { LessonResource } from '../kit/access.ts';
import { answerOf } from './answers.ts';
import type { Chance } from './chance.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** A lesson with everything needed to play it. */
export interface PlayedLesson {
  lesson_id: number;
  resources: (LessonResource & { minutes: number; body: ItemBody; questions: StoredQuestion[] })[];
}
export interface SampleClass {
  group_puid: number;
  teacher_puid: number;
  students: SampleStudent[];
}
export interface SampleStudent {
  user_puid: number;
  /** Ability in item response theory, about N(0, 1). */
  ability: number;
  /** How reliably work gets done, about N(0, 1). */
  diligence: number;
  /** Fixed outcomes for this student, regardless of chance. */
  cast?: Partial<Record<Stage, Outcome>>;
}

/** Stage of an assignment on the day the sample is made. */
export type Stage = 'released' | 'due' | 'current' | 'new' | 'upcoming';
export type Outcome = 'done' | 'late' | 'begun' | 'nothing';

interface Planned {
  lesson: PlayedLesson;
  stage: Stage;
  from_date: number;
  to_date: number;
  released_at: number | null;
}

/** Tables filled with activity, in foreign key order. */
export const activityTables = [
  'assignment',
  'group_assignment',
  'lesson_tracking',
  'resource_tracking',
  'attempt',
  'response',
  'response_comment',
  'report_release',
] as const satisfies (keyof Database)[];
export type ActivityTable = (typeof activityTables)[number];
export type Emit = <T extends ActivityTable>(table: T, row: NewRow<T>) => void;

/** Days before today on which assignments of a stage start and end. Negative means in the future. */
const stageDays: Record<Exclude<Stage, 'released'>, [from: number, to: number]> = {
  due: [14, 5],
  current: [4, -2],
  new: [1, -4],
  upcoming: [-3, -10],
};

/** Stages of the newest lessons. With few lessons, some stages stay empty. */
function stagesOf(lessons: number): Stage[] {
  if (lessons <= 1) return ['current'];
  if (lessons === 2) return ['released', 'current'];
  if (lessons === 3) return ['released', 'current', 'new'];
  if (lessons === 4) return ['released', 'due', 'current', 'new'];
  return [...Array<Stage>(lessons - 4).fill('released'), 'due', 'current', 'new', 'upcoming'];
}

const remarks = {
  right: ['Well explained.', 'Yes, and you used the right term.', 'Good. You kept the unit, too.'],
  wrong: [
    'Look at this one again with your group.',
    'Close. Check the unit and the power of ten.',
    'Read the question once more: what stays the same here?',
  ],
};

/** Generates a school's activity in the year before a day: assignments, tracking, attempts and comments. All of it lies before that day. */
export function activityOf(setting: {
  /** The day the sample is made, YYYY-MM-DD in `zone`. */
  today: string;
  zone: string;
  district_id: number;
  chance: Chance;
  newId: () => number;
  /** Wrong terms that students write. */
  otherWords: readonly string[];
  emit: Emit;
}) {
  const { today, zone, district_id, chance, newId, otherWords, emit } = setting;
  const midnights = new Map<string, number>();
  const at = (date: string, hours = 0, minutes = 0) => {
    let midnight = midnights.get(date);
    if (midnight === undefined) {
      midnight = zonedTime(date, zone);
      midnights.set(date, midnight);
    }
    return midnight + hours * hour + minutes * minute;
  };
  const now = at(today);
  const daysAgo = (days: number) => addDays(today, -days);

  /** Mondays of school weeks (no summer, no winter break) in this school year. Includes the last year if this one has just begun. */
  function schoolMondays(least: number): string[] {
    const last = daysAgo(24);
    const monday = addDays(last, -((new Date(`${last}T12:00:00Z`).getUTCDay() + 6) % 7));
    const mondays: string[] = [];
    for (
      let date = monday, weeks = 0;
      weeks < 60 && !(date.slice(5) < '08-15' && date.slice(5) > '08-07' && mondays.length >= least);
      weeks++
    ) {
      if (!(date.slice(5) > '05-17' && date.slice(5) < '08-15') && !(date.slice(5) > '12-14' || date.slice(5) < '01-03'))
        mondays.unshift(date);
      date = addDays(date, -7);
    }
    return mondays;
  }

  /** Plan of a class: its lessons in order, the latest around today, the others spread over the months before. */
  function plan(lessons: readonly PlayedLesson[]): Planned[] {
    const stages = stagesOf(lessons.length);
    const past = stages.filter((stage) => stage === 'released').length;
    const mondays = schoolMondays(past);
    return lessons.map((lesson, index) => {
      const stage = stages[index] as Stage;
      if (stage !== 'released') {
        const [from, to] = stageDays[stage];
        return { lesson, stage, from_date: at(daysAgo(from), 8), to_date: at(daysAgo(to), 23, 59), released_at: null };
      }
      const monday = mondays[Math.floor(((index + 0.5) * mondays.length) / past)] as string;
      return {
        lesson,
        stage,
        from_date: at(monday, 8),
        to_date: at(addDays(monday, 11), 23, 59),
        released_at: at(addDays(monday, 14), 16, 10),
      };
    });
  }

  function outcomeOf(student: SampleStudent, stage: Stage): Outcome {
    const cast = student.cast?.[stage];
    if (cast) return cast;
    const luck = chance.uniform();
    const slack = 1 / (1 + Math.exp(2.2 + student.diligence));
    switch (stage) {
      case 'released':
        return luck < slack * 0.5 ? 'nothing' : luck < slack * 0.8 ? 'begun' : luck < slack * 0.8 + 0.08 ? 'late' : 'done';
      case 'due':
        return luck < slack ? 'nothing' : luck < slack * 1.6 ? 'begun' : luck < slack * 1.6 + 0.05 ? 'late' : 'done';
      case 'current':
        return luck < 0.2 ? 'nothing' : luck < 0.55 ? 'begun' : 'done';
      case 'new':
        return luck < 0.72 ? 'nothing' : luck < 0.93 ? 'begun' : 'done';
      case 'upcoming':
        return 'nothing';
    }
  }

  /** When a student starts working: during class or in the evening. */
  function startOf({ from_date, to_date }: Planned, late: boolean): number {
    const last = Math.min(late ? to_date + 6 * day : to_date, now) - 2 * hour;
    const first = late ? to_date + 2 * hour : from_date;
    const date = dayIn(first + chance.uniform() ** 0.8 * Math.max(last - first, 0), zone);
    const time = chance.uniform() < 0.65 ? at(date, 9, 5 + chance.below(40)) : at(date, 16 + chance.below(4), chance.below(60));
    return Math.max(first, Math.min(time, last));
  }

  function respond(
    question: StoredQuestion,
    student: SampleStudent,
    attempt: Pick<Row<'attempt'>, 'result_id' | 'state'>,
    time: number,
  ): NewRow<'response'> | undefined {
    const answer = answerOf(question, student.ability, chance, otherWords);
    if (!answer) return undefined;
    const scored = attempt.state === 'started' ? undefined : score(question.key, question.points, answer);
    return {
      district_id,
      result_id: attempt.result_id,
      question_id: question.question_id,
      ...answer,
      is_correct: scored ? Number(scored.is_correct) : null,
      points: scored ? scored.points : null,
      time_spent: Math.round(
        Math.min(300, 45 * Math.exp(0.5 * chance.normal()) * (1 + Math.max(0, question.difficulty - student.ability) * 0.2)),
      ),
      sequence: 1,
      updated_at: time,
    };
  }

  /** A student's work on one assignment. */
  function work(
    ids: { assignment_id: number; group_assignment_id: number },
    planned: Planned,
    student: SampleStudent,
    teacher_puid: number,
    outcome: Outcome,
  ) {
    const { lesson, released_at } = planned;
    const { resources } = lesson;
    const tracking_id = newId();
    const started_at = startOf(planned, outcome === 'late');
    // A student who has begun is in the middle of a resource, but never the last, so that there is something to continue with.
    const stop = outcome === 'begun' ? (student.cast ? 1 : chance.below(resources.length)) : resources.length;
    let clock = started_at;
    let total = 0;
    const rows: (() => void)[] = [];
    for (const [index, resource] of resources.entries()) {
      if (index > stop) break;
      const partial = index === stop;
      const isTimed = resource.resource_type_id === ResourceType.assessment;
      const isQuiz = isTimed || resource.resource_type_id === ResourceType.quiz;
      const percentage = partial ? Math.min(15 + chance.below(70), isQuiz ? 60 : 90) : 100;
      const stay = resource.minutes * 60 * Math.exp(0.3 * chance.normal()) * (percentage / 100);
      const seconds = Math.round(isTimed ? Math.min(stay, resource.minutes * 60) : stay);
      const begun = clock;
      clock = Math.min(clock + seconds * 1000, now - 1000);
      const ended = clock;
      clock = Math.min(clock + Math.round(20_000 * Math.exp(chance.normal())), now - 1000);
      total += seconds;
      const resource_tracking_id = newId();
      const { body } = resource;
      const share = percentage / 100;
      rows.push(() =>
        emit('resource_tracking', {
          district_id,
          resource_tracking_id,
          tracking_id,
          user_puid: student.user_puid,
          lesson_resource_id: resource.lesson_resource_id,
          resource_type_id: resource.resource_type_id,
          time_spent: seconds,
          percentage_completed: percentage,
          position:
            body.kind === 'video'
              ? Math.floor(body.duration * share)
              : body.kind === 'pages'
                ? Math.floor((body.pages.length - 1) * share)
                : 0,
          started_at: begun,
          updated_at: ended,
          completed_at: partial ? null : ended,
        }),
      );
      if (resource.quiz_id === null || (partial && !isQuiz)) continue;
      const state = partial ? 'started' : released_at !== null && ended < released_at ? 'released' : 'graded';
      const attempt = { result_id: newId(), state } as const;
      const asked = partial ? resource.questions.slice(0, Math.ceil(resource.questions.length * share)) : resource.questions;
      const responses = asked.map((question) => respond(question, student, attempt, ended)).filter((response) => response !== undefined);
      rows.push(() => {
        emit('attempt', {
          district_id,
          ...attempt,
          user_puid: student.user_puid,
          quiz_id: resource.quiz_id as number,
          lesson_id: lesson.lesson_id,
          ...ids,
          resource_tracking_id,
          started_at: begun,
          ends_at: isTimed ? begun + resource.minutes * minute : null,
          submitted_at: partial ? null : ended,
          released_at: state === 'released' ? released_at : null,
          time_spent: partial ? 0 : responses.reduce((sum, response) => sum + response.time_spent, 0),
          score: partial ? null : Math.round(responses.reduce((sum, response) => sum + (response.points ?? 0), 0) * 100) / 100,
          max_score: resource.questions.reduce((sum, question) => sum + question.points, 0),
          receipt: partial ? null : receiptOf(responses as Row<'response'>[]),
          layout: JSON.stringify(newLayout(resource.questions, chance.bytes)),
        });
        for (const response of responses) {
          emit('response', response);
          if (state !== 'released' || response.answer_text === '' || chance.uniform() >= 0.04) continue;
          emit('response_comment', {
            district_id,
            comment_id: newId(),
            result_id: attempt.result_id,
            question_id: response.question_id,
            user_puid: teacher_puid,
            feedback_text: chance.pick(response.is_correct === 1 ? remarks.right : remarks.wrong),
            score: null,
            created_at: (released_at as number) - 2 * hour,
          });
        }
      });
    }
    emit('lesson_tracking', {
      district_id,
      tracking_id,
      user_puid: student.user_puid,
      lesson_id: lesson.lesson_id,
      ...ids,
      time_spent: total,
      started_at,
      updated_at: clock,
      completed_at: outcome === 'begun' ? null : clock,
    });
    for (const row of rows) row();
  }

  const assignments = new Map<string, number>();
  return {
    /** Emits one class's year for the given lessons, oldest first. */
    ofClass(group: SampleClass, lessons: readonly PlayedLesson[]): void {
      for (const planned of plan(lessons)) {
        const { lesson_id } = planned.lesson;
        const key = `${lesson_id} ${group.teacher_puid}`;
        const created_at = Math.min(planned.from_date, now) - 2 * day;
        let assignment_id = assignments.get(key);
        if (assignment_id === undefined) {
          assignment_id = newId();
          assignments.set(key, assignment_id);
          emit('assignment', { district_id, assignment_id, lesson_id, assigned_by_puid: group.teacher_puid, assignment_no: 1, created_at });
        }
        const ids = { assignment_id, group_assignment_id: newId() };
        emit('group_assignment', {
          district_id,
          ...ids,
          lesson_id,
          group_puid: group.group_puid,
          from_date: planned.from_date,
          to_date: planned.to_date,
          category: 1,
          is_individual: 0,
          unassigned_at: null,
          created_at,
        });
        const { released_at } = planned;
        const quiz_ids = new Set(planned.lesson.resources.map(({ quiz_id }) => quiz_id).filter((quiz_id) => quiz_id !== null));
        for (const quiz_id of released_at === null ? [] : quiz_ids)
          emit('report_release', {
            district_id,
            group_assignment_id: ids.group_assignment_id,
            quiz_id,
            user_puid: 0,
            release_at: released_at as number,
            released_by_puid: group.teacher_puid,
            created_at: released_at as number,
            applied_at: released_at,
          });
        for (const student of group.students) {
          const outcome = outcomeOf(student, planned.stage);
          if (outcome !== 'nothing') work(ids, planned, student, group.teacher_puid, outcome);
        }
      }
    },
  };
}
