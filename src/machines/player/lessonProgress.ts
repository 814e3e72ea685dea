import type { PlayerLesson } from '../../../contract/player.ts';

/** Progress in one resource. */
export interface Progress {
  /** Seconds so far, across all sessions. */
  seconds: number;
  /** 0 to 100; never decreases. */
  percentage: number;
  /** Page number or second, for resuming at the exact spot. */
  position: number;
}

/** Progress in a lesson, as cached on a device. */
export interface KeptLesson {
  seconds: number;
  /** `PlayerResource.id` of the open resource. */
  resourceId: number;
  /** Keyed by `PlayerResource.id`. */
  resources: Readonly<Record<number, Progress>>;
}

/** Percentage of a finished resource. */
export const complete = 100;

export const isComplete = ({ percentage }: Progress) => percentage >= complete;

/** Whether a resource may be opened: in some lessons, all before it must be finished. */
export const isInOrder = (lesson: PlayerLesson | null, progress: readonly Progress[], index: number) =>
  !lesson?.enforce_order || progress.slice(0, index).every(isComplete);

/** Whether there is such a resource, and it may be opened. */
export const canOpen = ({ lesson, progress }: { lesson: PlayerLesson | null; progress: readonly Progress[] }, index: number) =>
  index >= 0 && index < progress.length && isInOrder(lesson, progress, index);

/** The progress with a change in one resource. */
export const withChange = (progress: readonly Progress[], index: number, change: (known: Progress) => Partial<Progress>): Progress[] =>
  progress.map((known, at) => (at === index ? { ...known, ...change(known) } : known));

/**
 * Picks the resource to open: the requested one, else the last one open, else the first unfinished one. Skips the last one if it is
 * finished, and either one if it is out of order.
 */
const whereToGoOn = (lesson: PlayerLesson, progress: readonly Progress[], lastId: number, askedId: number | undefined) => {
  const asked = lesson.lesson_resources.findIndex(({ id }) => id === askedId);
  if (asked >= 0 && isInOrder(lesson, progress, asked)) return asked;
  const last = lesson.lesson_resources.findIndex(({ id }) => id === lastId);
  const lastProgress = progress[last];
  if (lastProgress && !isComplete(lastProgress) && isInOrder(lesson, progress, last)) return last;
  return Math.max(
    0,
    progress.findIndex((one) => !isComplete(one)),
  );
};

/** The further of two. The device may have seconds the server never got, and the server may have seconds from another device. */
const further = (known: Progress, kept: Progress | undefined): Progress =>
  kept === undefined || kept.seconds < known.seconds
    ? known
    : { seconds: kept.seconds, percentage: Math.max(known.percentage, kept.percentage), position: kept.position };

/**
 * Progress in a lesson that is opened: what the server knows, merged with what the device kept, and the index of the resource to open.
 * `unheard`: indexes of resources finished on this device that the server never heard about.
 */
export function resume(opened: PlayerLesson, { kept, resourceId }: { kept: KeptLesson | null; resourceId?: number }) {
  const lesson = { ...opened, lesson_resources: opened.lesson_resources.toSorted((a, b) => a.sort_order - b.sort_order) };
  const known = lesson.lesson_resources.map(({ time_spent, percentage_completed, position }) => ({
    seconds: time_spent,
    percentage: percentage_completed,
    position,
  }));
  const progress = known.map((one, at) => further(one, kept?.resources[lesson.lesson_resources[at]?.id ?? 0]));
  const isKeptFurther = kept !== null && kept.seconds > opened.time_spent;
  return {
    lesson,
    progress,
    index: whereToGoOn(lesson, progress, isKeptFurther ? kept.resourceId : opened.last_resource_id, resourceId),
    seconds: isKeptFurther ? kept.seconds : opened.time_spent,
    unheard: progress.flatMap((one, index) => (isComplete(one) && !isComplete(known[index] as Progress) ? [index] : [])),
  };
}
