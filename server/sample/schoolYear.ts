import { addDays } from '../../common/day.ts';
import { zonedTime } from '../../common/zone.ts';

export const minute = 60_000;
export const hour = 60 * minute;
export const day = 24 * hour;

/** Stage of an assignment on the day the sample is made. */
export type Stage = 'released' | 'due' | 'current' | 'new' | 'upcoming';

/** When a lesson is assigned and released, in ms since 1970. */
export interface Planned<Lesson> {
  lesson: Lesson;
  stage: Stage;
  from_date: number;
  to_date: number;
  released_at: number | null;
}

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

/** The year before a day, in a school's time zone. */
export class SchoolYear {
  readonly #today: string;
  readonly #midnights = new Map<string, number>();
  readonly zone: string;
  /** Start of the day, in ms since 1970. */
  readonly now: number;

  /** `today`: YYYY-MM-DD in `zone`. */
  constructor(today: string, zone: string) {
    this.#today = today;
    this.zone = zone;
    this.now = this.at(today);
  }

  /** A time of a day, in ms since 1970. */
  at(date: string, hours = 0, minutes = 0): number {
    let midnight = this.#midnights.get(date);
    if (midnight === undefined) {
      midnight = zonedTime(date, this.zone);
      this.#midnights.set(date, midnight);
    }
    return midnight + hours * hour + minutes * minute;
  }

  #daysAgo(days: number): string {
    return addDays(this.#today, -days);
  }

  /** Mondays of school weeks (no summer, no winter break) in this school year. Includes the last year if this one has just begun. */
  #mondays(least: number): string[] {
    const last = this.#daysAgo(24);
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
  plan<Lesson>(lessons: readonly Lesson[]): Planned<Lesson>[] {
    const stages = stagesOf(lessons.length);
    const past = stages.filter((stage) => stage === 'released').length;
    const mondays = this.#mondays(past);
    return lessons.map((lesson, index) => {
      const stage = stages[index] as Stage;
      if (stage !== 'released') {
        const [from, to] = stageDays[stage];
        return {
          lesson,
          stage,
          from_date: this.at(this.#daysAgo(from), 8),
          to_date: this.at(this.#daysAgo(to), 23, 59),
          released_at: null,
        };
      }
      const monday = mondays[Math.floor(((index + 0.5) * mondays.length) / past)] as string;
      return {
        lesson,
        stage,
        from_date: this.at(monday, 8),
        to_date: this.at(addDays(monday, 11), 23, 59),
        released_at: this.at(addDays(monday, 14), 16, 10),
      };
    });
  }
}
