import { del, get, keys, promisifyRequest, set, type UseStore, update } from 'idb-keyval';
import * as v from 'valibot';
import { type KeptAttempt, newestAnswers, newestNumbers, type QuizLayout } from '../../../common/attempt.ts';
import type { QuizDetails, StartedQuiz } from '../../../contract/quiz.ts';

/** Persistent key-value storage; any call may reject. */
export interface Storage {
  get: (key: string) => Promise<unknown>;
  set: (key: string, value: unknown) => Promise<void>;
  /** Reads and writes atomically. */
  update: (key: string, change: (before: unknown) => unknown) => Promise<void>;
  remove: (key: string) => Promise<void>;
  keys: () => Promise<string[]>;
}

/** Data to show a quiz again without a connection. */
export interface KeptQuiz {
  overview: QuizDetails;
  started: StartedQuiz;
}

/** Unsent data of a user on this device; the outbox sends it by its kind. */
export interface KeptItem {
  kind: 'attempt';
  attempt: KeptAttempt;
}

const numbers = v.record(v.string(), v.number());
const Answer = v.object({
  answerId: v.nullable(v.number()),
  answerText: v.string(),
  sequence: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  givenAt: v.number(),
});
/** One unreadable answer does not invalidate the others. */
const Answers = v.pipe(
  v.record(v.string(), v.unknown()),
  v.transform((all) =>
    Object.fromEntries(
      Object.entries(all).flatMap(([id, one]) => {
        const answer = v.safeParse(Answer, one);
        return answer.success && /^\d+$/.test(id) ? [[Number(id), answer.output] as const] : [];
      }),
    ),
  ),
);
const BegunHere = v.object({ at: v.number(), groupAssignmentId: v.number(), serverId: v.number() });
const Attempt: v.GenericSchema<unknown, KeptAttempt> = v.object({
  resultId: v.number(),
  begun: v.optional(BegunHere),
  isCheck: v.optional(v.boolean()),
  kind: v.picklist(['quiz', 'assessment', 'reader']),
  quizId: v.number(),
  lessonId: v.number(),
  title: v.string(),
  answers: Answers,
  seconds: v.fallback(numbers, {}),
  acknowledged: v.fallback(numbers, {}),
  index: v.fallback(v.number(), 0),
  flagged: v.fallback(v.array(v.number()), []),
  crossedOut: v.fallback(v.record(v.string(), v.array(v.number())), {}),
  isHandedIn: v.fallback(v.boolean(), false),
  isClosed: v.fallback(v.boolean(), false),
});
/** Increment when the shape changes. */
const version = 1;
const Envelope = v.object({ v: v.literal(version), attempt: Attempt });

const attemptOf = (value: unknown): KeptAttempt | null => {
  const envelope = v.safeParse(Envelope, value);
  return envelope.success ? envelope.output.attempt : null;
};

const quizOf = (value: unknown): KeptQuiz | null => {
  const { v: written, quiz } = Object(value) as { v?: unknown; quiz?: KeptQuiz };
  return written === version && quiz ? quiz : null;
};

/** Attempts started on this device, in order of their starts: a lesson may require that order. */
const inOrderOfStart = (one: KeptItem, other: KeptItem) => (one.attempt.begun?.at ?? 0) - (other.attempt.begun?.at ?? 0);

/** How long the device may take before it counts as unable to store data, in ms. */
const patience = 4_000;

/**
 * Data that the device keeps until the server has it, under keys of its owner: no other user sees or sends it, and it survives sign-out.
 * Every call may reject.
 * @param changed notifies the listeners, in every tab
 * @param later calls `act` after `ms`; returns a function that cancels it
 */
export function createKept(storage: Storage, changed: () => void, later: (ms: number, act: () => void) => () => void) {
  const within = <T>(work: Promise<T>) =>
    new Promise<T>((resolve, reject) => {
      const stop = later(patience, () => reject(new Error('The storage of this device does not answer.')));
      work.then(resolve, reject).finally(stop);
    });
  const attemptKey = (owner: string, resultId: number) => `attempt/${owner}/${resultId}`;
  const quizKey = (owner: string, quizId: number, lessonId: number) => `quiz/${owner}/${quizId}/${lessonId}`;
  const layoutKey = (owner: string) => `layout/${owner}`;

  return {
    /** The stored attempt; null if there is none. Unreadable data is set aside for support. */
    readAttempt: async (owner: string, resultId: number): Promise<KeptAttempt | null> => {
      const key = attemptKey(owner, resultId);
      const value = await within(storage.get(key));
      const attempt = attemptOf(value);
      if (value !== undefined && attempt === null) await within(storage.set(`unreadable/${owner}/${resultId}`, value));
      return attempt;
    },

    /** Stores an attempt. Newer answers from another tab or visit win. Returns what is now stored. */
    writeAttempt: async (owner: string, attempt: KeptAttempt): Promise<KeptAttempt> => {
      let written = attempt;
      await within(
        storage.update(attemptKey(owner, attempt.resultId), (before) => {
          const kept = attemptOf(before);
          if (kept)
            written = {
              ...attempt,
              ...(kept.begun ? { begun: kept.begun } : {}),
              answers: newestAnswers(kept.answers, attempt.answers),
              acknowledged: newestNumbers(kept.acknowledged, attempt.acknowledged),
              isClosed: kept.isClosed || attempt.isClosed,
            };
          return { v: version, attempt: written };
        }),
      );
      changed();
      return written;
    },

    /** Sets the server's id of an attempt that was started here. Does nothing if it is not stored. */
    nameAttempt: async (owner: string, resultId: number, serverId: number): Promise<void> => {
      const key = attemptKey(owner, resultId);
      if (!attemptOf(await within(storage.get(key)))?.begun) return;
      await within(
        storage.update(key, (before) => {
          const kept = attemptOf(before);
          return kept?.begun ? { v: version, attempt: { ...kept, begun: { ...kept.begun, serverId } } } : before;
        }),
      );
    },

    /** The server has everything, so the device removes the attempt and its questions. */
    forgetAttempt: async (owner: string, { resultId, quizId, lessonId }: Pick<KeptAttempt, 'resultId' | 'quizId' | 'lessonId'>) => {
      const key = quizKey(owner, quizId, lessonId);
      // A later attempt at the same quiz keeps its questions.
      const isOfIt = ((await within(storage.get(key))) as { quiz?: KeptQuiz } | undefined)?.quiz?.started.result_id === resultId;
      await within(Promise.all([storage.remove(attemptKey(owner, resultId)), ...(isOfIt ? [storage.remove(key)] : [])]));
      changed();
    },

    /** All items of one user, in the order of their attempts. */
    list: async (owner: string): Promise<KeptItem[]> => {
      const start = attemptKey(owner, 0).slice(0, -1);
      const own = (await within(storage.keys())).filter((key) => key.startsWith(start));
      const values = await within(Promise.all(own.map((key) => storage.get(key))));
      return values
        .flatMap((value) => {
          const attempt = attemptOf(value);
          return attempt ? [{ kind: 'attempt' as const, attempt }] : [];
        })
        .toSorted(inOrderOfStart);
    },

    /** Stores the questions, so that the quiz opens without a connection. */
    writeQuiz: async (owner: string, lessonId: number, quiz: KeptQuiz): Promise<void> => {
      await within(storage.set(quizKey(owner, quiz.overview.quiz_id, lessonId), { v: version, quiz }));
      changed();
    },
    /** All stored quizzes of one user. */
    quizzes: async (owner: string): Promise<KeptQuiz[]> => {
      const own = (await within(storage.keys())).filter((key) => key.startsWith(`quiz/${owner}/`));
      return (await within(Promise.all(own.map((key) => storage.get(key))))).flatMap((value) => quizOf(value) ?? []);
    },
    /** The stored quiz, if this version wrote it; null if there is none. */
    readQuiz: async (owner: string, quizId: number, lessonId: number): Promise<KeptQuiz | null> => {
      return quizOf(await within(storage.get(quizKey(owner, quizId, lessonId))));
    },

    /** The user's preferred layout of questions. */
    readLayout: async (owner: string): Promise<QuizLayout> => ((await within(storage.get(layoutKey(owner)))) === 'all' ? 'all' : 'one'),
    writeLayout: (owner: string, layout: QuizLayout): Promise<void> => within(storage.set(layoutKey(owner), layout)),
  };
}
export type Kept = ReturnType<typeof createKept>;

const database = 'orrery.kept';

/** IndexedDB with strict durability: a power failure loses nothing that was acknowledged. */
export function deviceStorage(): Storage {
  let opened: UseStore | undefined;
  const store: UseStore = (mode, use) => {
    opened ??= strictStore();
    return opened(mode, use);
  };
  return {
    get: (key) => get(key, store),
    set: (key, value) => set(key, value, store),
    update: (key, change) => update(key, change, store),
    remove: (key) => del(key, store),
    keys: () => keys<string>(store),
  };
}

/** Like the library's `createStore`, which has no durability option. */
function strictStore(): UseStore {
  let opening: Promise<IDBDatabase> | undefined;
  const open = () => {
    const request = indexedDB.open(database, 1);
    request.onupgradeneeded = () => request.result.createObjectStore('kept');
    const opened = promisifyRequest(request);
    const forget = () => {
      opening = undefined;
    };
    opened.then((db) => {
      db.onclose = forget;
    }, forget);
    return opened;
  };
  return async (mode, use) => {
    opening ??= open();
    const db = await opening;
    return use(db.transaction('kept', mode, { durability: 'strict' }).objectStore('kept'));
  };
}
