import { dayIn } from '../../common/day.ts';
import type { ItemBody } from '../../contract/content.ts';
import { ResourceType } from '../../contract/content.ts';
import { newLayout, type StoredQuestion } from '../areas/quiz/questions.ts';
import { score, totalOf } from '../areas/quiz/score.ts';
import { receiptOf } from '../areas/quiz/submit.ts';
import type { Database, NewRow, Row } from '../db/schema.ts';
import type { LessonResource } from '../kit/access.ts';
import { answerOf } from './answers.ts';
import { type Chance, seededChance } from './chance.ts';
import { openAnswer } from './openAnswers.ts';
import { day, hour, minute, type Planned, SchoolYear, type Stage } from './schoolYear.ts';

/** A resource with everything needed to play it. */
type PlayedResource = LessonResource & { minutes: number; body: ItemBody; questions: StoredQuestion[] };
/** A lesson with everything needed to play it. */
export interface PlayedLesson {
  lesson_id: number;
  resources: PlayedResource[];
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

export type Outcome = 'done' | 'late' | 'begun' | 'nothing';

/** Tables filled with activity, in foreign key order. */
export const activityTables = [
  'assignment',
  'group_assignment',
  'lesson_tracking',
  'resource_tracking',
  'content_track',
  'attempt',
  'response',
  'response_comment',
  'report_release',
  'lesson_start',
  'audit',
] as const satisfies (keyof Database)[];
export type ActivityTable = (typeof activityTables)[number];
export type Emit = <T extends ActivityTable>(table: T, row: NewRow<T>) => void;

/** Remarks in English, each with the same in Spanish. */
const remarks = {
  right: [
    ['Well explained.', 'Bien explicado.'],
    ['Yes, and you used the right term.', 'Sí, y usaste el término correcto.'],
    ['Good. You kept the unit, too.', 'Bien. También conservaste la unidad.'],
  ],
  wrong: [
    ['Look at this one again with your group.', 'Revisa esta otra vez con tu grupo.'],
    ['Close. Check the unit and the power of ten.', 'Casi. Revisa la unidad y la potencia de diez.'],
    ['Read the question once more: what stays the same here?', 'Lee la pregunta una vez más: ¿qué se mantiene igual aquí?'],
  ],
} as const;

/** A student's time on a resource. */
interface Visit {
  resource: PlayedResource;
  resource_tracking_id: number;
  seconds: number;
  percentage: number;
  /** In ms since 1970, like `ended`. */
  begun: number;
  ended: number;
  /** Whether the student is in the middle of the resource. */
  isPartial: boolean;
}
/** An attempt and its answers. */
interface Taken {
  attempt: Pick<Row<'attempt'>, 'result_id' | 'state'>;
  responses: NewRow<'response'>[];
}
/** A student's assignment. */
interface Work {
  ids: { assignment_id: number; group_assignment_id: number };
  planned: Planned<PlayedLesson>;
  student: SampleStudent;
  teacher_puid: number;
}

const isTimed = ({ resource_type_id }: PlayedResource) => resource_type_id === ResourceType.assessment;
const isQuiz = (resource: PlayedResource) => isTimed(resource) || resource.resource_type_id === ResourceType.quiz;
/** Place in a resource of which a share is done. */
function positionIn(body: ItemBody, share: number): number {
  if (body.kind === 'video') return Math.floor(body.duration * share);
  return body.kind === 'pages' ? Math.floor((body.pages.length - 1) * share) : 0;
}

/** Generates a school's activity in the year before a day: assignments, tracking, attempts and comments. All of it lies before that day. */
export class Activity {
  readonly #year: SchoolYear;
  readonly #district_id: number;
  readonly #chance: Chance;
  readonly #newId: () => number;
  readonly #otherWords: readonly string[];
  readonly #emit: Emit;
  /** Assignments by lesson and teacher. */
  readonly #assignments = new Map<string, number>();

  constructor(setting: {
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
    this.#year = new SchoolYear(setting.today, setting.zone);
    this.#district_id = setting.district_id;
    this.#chance = setting.chance;
    this.#newId = setting.newId;
    this.#otherWords = setting.otherWords;
    this.#emit = setting.emit;
  }

  /** Emits one class's year for the given lessons, oldest first. */
  ofClass({ group_puid, teacher_puid, students }: SampleClass, lessons: readonly PlayedLesson[]): void {
    for (const planned of this.#year.plan(lessons)) {
      const created_at = Math.min(planned.from_date, this.#year.now) - 2 * day;
      const assignment_id = this.#assignmentOf(planned.lesson.lesson_id, teacher_puid, created_at);
      const ids = { assignment_id, group_assignment_id: this.#newId() };
      this.#emit('group_assignment', {
        district_id: this.#district_id,
        ...ids,
        lesson_id: planned.lesson.lesson_id,
        group_puid,
        from_date: planned.from_date,
        to_date: planned.to_date,
        category: 1,
        is_individual: 0,
        unassigned_at: null,
        created_at,
      });
      this.#release(ids.group_assignment_id, planned, teacher_puid);
      this.#signIn(teacher_puid, created_at);
      if (planned.from_date < this.#year.now) this.#show(teacher_puid, planned);
      for (const student of students) {
        const outcome = this.#outcomeOf(student, planned.stage);
        if (outcome !== 'nothing') this.#work({ ids, planned, student, teacher_puid }, outcome);
      }
    }
  }

  #assignmentOf(lesson_id: number, teacher_puid: number, created_at: number): number {
    const key = `${lesson_id} ${teacher_puid}`;
    const known = this.#assignments.get(key);
    if (known !== undefined) return known;
    const assignment_id = this.#newId();
    this.#assignments.set(key, assignment_id);
    this.#emit('assignment', {
      district_id: this.#district_id,
      assignment_id,
      lesson_id,
      assigned_by_puid: teacher_puid,
      assignment_no: 1,
      created_at,
    });
    return assignment_id;
  }

  #signIn(user_puid: number, at: number): void {
    const audit = { actor_puid: user_puid, action: 'sign_in', subject: `user ${user_puid}`, detail: '{}' };
    this.#emit('audit', { district_id: this.#district_id, audit_id: this.#newId(), at, ...audit });
  }

  /** The teacher starts the lesson in front of the class. */
  #show(user_puid: number, { lesson: { lesson_id }, from_date }: Planned<PlayedLesson>): void {
    this.#signIn(user_puid, from_date);
    this.#emit('lesson_start', {
      district_id: this.#district_id,
      start_id: this.#newId(),
      ...{ user_puid, lesson_id, mode: 'start', started_at: from_date },
    });
  }

  /** Releases the results of an assignment's quizzes, once it is over. */
  #release(group_assignment_id: number, { lesson, released_at }: Planned<PlayedLesson>, released_by_puid: number): void {
    if (released_at === null) return;
    for (const quiz_id of new Set(lesson.resources.map((resource) => resource.quiz_id)))
      if (quiz_id !== null)
        this.#emit('report_release', {
          district_id: this.#district_id,
          group_assignment_id,
          quiz_id,
          user_puid: 0,
          release_at: released_at,
          released_by_puid,
          created_at: released_at,
          applied_at: released_at,
        });
  }

  #outcomeOf(student: SampleStudent, stage: Stage): Outcome {
    const cast = student.cast?.[stage];
    if (cast) return cast;
    const luck = this.#chance.uniform();
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
  #startOf({ from_date, to_date }: Planned<PlayedLesson>, late: boolean): number {
    const { now, zone } = this.#year;
    const chance = this.#chance;
    const last = Math.min(late ? to_date + 6 * day : to_date, now) - 2 * hour;
    const first = late ? to_date + 2 * hour : from_date;
    const date = dayIn(first + chance.uniform() ** 0.8 * Math.max(last - first, 0), zone);
    const time =
      chance.uniform() < 0.65 ? this.#year.at(date, 9, 5 + chance.below(40)) : this.#year.at(date, 16 + chance.below(4), chance.below(60));
    return Math.max(first, Math.min(time, last));
  }

  /** A student's work on one assignment. */
  #work(work: Work, outcome: Outcome): void {
    const { planned, student } = work;
    const { lesson_id, resources } = planned.lesson;
    const tracking_id = this.#newId();
    const started_at = this.#startOf(planned, outcome === 'late');
    // A student who has begun is in the middle of a resource, but never the last, so that there is something to continue with.
    const stop = outcome === 'begun' ? (student.cast ? 1 : this.#chance.below(resources.length)) : resources.length;
    this.#signIn(student.user_puid, started_at);
    let clock = started_at;
    let total = 0;
    const rows: (() => void)[] = [];
    for (const [index, resource] of resources.entries()) {
      if (index > stop) break;
      const { visit, next } = this.#visit(resource, index === stop, clock);
      clock = next;
      total += visit.seconds;
      rows.push(() => this.#emitVisit(student, tracking_id, visit));
      const taken = this.#take(visit, work);
      if (taken) rows.push(() => this.#emitAttempt(work, visit, taken));
    }
    this.#emit('lesson_tracking', {
      district_id: this.#district_id,
      tracking_id,
      user_puid: student.user_puid,
      lesson_id,
      ...work.ids,
      time_spent: total,
      started_at,
      updated_at: clock,
      completed_at: outcome === 'begun' ? null : clock,
    });
    for (const row of rows) row();
  }

  /** A visit that begins at a time. `next`: when the next one begins. */
  #visit(resource: PlayedResource, isPartial: boolean, begun: number): { visit: Visit; next: number } {
    const chance = this.#chance;
    const latest = this.#year.now - 1000;
    const percentage = isPartial ? Math.min(15 + chance.below(70), isQuiz(resource) ? 60 : 90) : 100;
    const stay = resource.minutes * 60 * Math.exp(0.3 * chance.normal()) * (percentage / 100);
    const seconds = Math.round(isTimed(resource) ? Math.min(stay, resource.minutes * 60) : stay);
    const ended = Math.min(begun + seconds * 1000, latest);
    const next = Math.min(ended + Math.round(20_000 * Math.exp(chance.normal())), latest);
    return { visit: { resource, resource_tracking_id: this.#newId(), seconds, percentage, begun, ended, isPartial }, next };
  }

  /** The attempt at a visited quiz; undefined if there is none. */
  #take({ resource, percentage, ended, isPartial }: Visit, { planned: { released_at }, student }: Work): Taken | undefined {
    if (resource.quiz_id === null || (isPartial && !isQuiz(resource))) return undefined;
    const { questions } = resource;
    const handedIn = questions.some(({ key }) => key.kind === 'open') ? 'submitted' : 'graded';
    const state = isPartial ? 'started' : released_at !== null && ended < released_at ? 'released' : handedIn;
    const attempt = { result_id: this.#newId(), state } as const;
    const asked = isPartial ? questions.slice(0, Math.ceil(questions.length * (percentage / 100))) : questions;
    const responses = asked
      .map((question) => this.#respond(question, student, attempt, ended))
      .filter((response) => response !== undefined);
    return { attempt, responses };
  }

  #respond(
    question: StoredQuestion,
    student: SampleStudent,
    { result_id, state }: Taken['attempt'],
    time: number,
  ): NewRow<'response'> | undefined {
    if (question.key.kind === 'open') return this.#respondOpenly(question, student, { result_id, state }, time);
    const chance = this.#chance;
    const answer = answerOf(question, student.ability, chance, this.#otherWords);
    if (!answer) return undefined;
    const scored = state === 'started' ? undefined : score(question.key, question.points, answer);
    return {
      district_id: this.#district_id,
      result_id,
      question_id: question.question_id,
      ...answer,
      is_correct: scored ? Number(scored.is_correct) : null,
      points: scored ? scored.points : null,
      scored_by: scored && scored.points !== null ? ('key' as const) : null,
      time_spent: Math.round(
        Math.min(300, 45 * Math.exp(0.5 * chance.normal()) * (1 + Math.max(0, question.difficulty - student.ability) * 0.2)),
      ),
      sequence: 1,
      updated_at: time,
    };
  }

  /** An answer that a teacher scores: scored once it is released. Its own chance leaves all other answers as they are. */
  #respondOpenly(
    { question_id, question_html, points }: StoredQuestion,
    student: SampleStudent,
    { result_id, state }: Taken['attempt'],
    time: number,
  ) {
    const chance = seededChance(student.user_puid + question_id);
    const { text, share } = openAnswer(question_html, student.ability, chance);
    const isScored = state === 'released';
    return {
      district_id: this.#district_id,
      result_id,
      question_id,
      answer_id: null,
      answer_text: text,
      is_correct: isScored ? Number(share === 1) : null,
      points: isScored ? share * points : null,
      scored_by: isScored ? ('person' as const) : null,
      time_spent: 40 + chance.below(80),
      sequence: 1,
      updated_at: time,
    };
  }

  #emitVisit({ user_puid }: SampleStudent, tracking_id: number, visit: Visit): void {
    const { resource, resource_tracking_id, seconds, percentage, begun, ended, isPartial } = visit;
    this.#emit('resource_tracking', {
      district_id: this.#district_id,
      resource_tracking_id,
      tracking_id,
      user_puid,
      lesson_resource_id: resource.lesson_resource_id,
      resource_type_id: resource.resource_type_id,
      time_spent: seconds,
      percentage_completed: percentage,
      position: positionIn(resource.body, percentage / 100),
      started_at: begun,
      updated_at: ended,
      completed_at: isPartial ? null : ended,
    });
    // Quizzes are no content that is viewed.
    if (!isQuiz(resource)) this.#emitOpenings(user_puid, visit);
  }

  /** Content is opened once, or twice by those who take longer for it than planned. */
  #emitOpenings(user_puid: number, { resource, seconds, begun, ended }: Visit): void {
    const openings = seconds > 1.2 * resource.minutes * 60 ? 2 : 1;
    const length = (ended - begun) / openings;
    for (let at = 0; at < openings; at++)
      this.#emit('content_track', {
        district_id: this.#district_id,
        content_track_id: this.#newId(),
        user_puid,
        item_id: resource.item_id,
        item_type_id: resource.resource_type_id,
        lesson_id: resource.lesson_id,
        started_at: Math.round(begun + at * length),
        ended_at: Math.round(begun + (at + 1) * length),
        // The rest of the time, the page was out of sight.
        time_spent: Math.round((0.9 * seconds) / openings),
        is_timed_out: 0,
      });
  }

  #emitAttempt({ ids, planned, student, teacher_puid }: Work, visit: Visit, { attempt, responses }: Taken): void {
    const { resource, resource_tracking_id, begun, ended, isPartial } = visit;
    const { questions } = resource;
    const isReleased = attempt.state === 'released';
    this.#emit('attempt', {
      district_id: this.#district_id,
      ...attempt,
      user_puid: student.user_puid,
      quiz_id: resource.quiz_id as number,
      lesson_id: planned.lesson.lesson_id,
      ...ids,
      resource_tracking_id,
      started_at: begun,
      ends_at: isTimed(resource) ? begun + resource.minutes * minute : null,
      submitted_at: isPartial ? null : ended,
      released_at: isReleased ? planned.released_at : null,
      time_spent: isPartial ? 0 : responses.reduce((sum, response) => sum + response.time_spent, 0),
      score: isPartial ? null : totalOf(responses),
      max_score: questions.reduce((sum, question) => sum + question.points, 0),
      receipt: isPartial ? null : receiptOf(responses as Row<'response'>[]),
      layout: JSON.stringify(newLayout(questions, this.#chance.bytes, `${student.user_puid}/${ids.group_assignment_id}`)),
    });
    for (const response of responses) {
      this.#emit('response', response);
      if (questions.find(({ question_id }) => question_id === response.question_id)?.key.kind === 'open') {
        if (isReleased)
          this.#emit('response_comment', {
            ...{ district_id: this.#district_id, comment_id: this.#newId(), result_id: attempt.result_id },
            ...{ question_id: response.question_id, user_puid: teacher_puid, feedback_text: '', score: response.points },
            created_at: (planned.released_at as number) - 2 * hour,
          });
        continue;
      }
      if (!isReleased || response.answer_text === '' || this.#chance.uniform() >= 0.04) continue;
      const [feedback_text, translation] = this.#chance.pick<readonly [string, string]>(
        response.is_correct === 1 ? remarks.right : remarks.wrong,
      );
      const released_at = planned.released_at as number;
      this.#emit('response_comment', {
        district_id: this.#district_id,
        comment_id: this.#newId(),
        result_id: attempt.result_id,
        question_id: response.question_id,
        user_puid: teacher_puid,
        ...{ feedback_text, language: 'en', translation, is_for_student: 1, score: null },
        created_at: released_at - 2 * hour,
        // Most students read what is new on the next day.
        read_at: released_at + day < this.#year.now ? released_at + day : null,
      });
    }
  }
}
