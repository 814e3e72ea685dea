import { del, get, keys, promisifyRequest, set, type UseStore, update } from 'idb-keyval';
import * as v from 'valibot';
import { type KeptAttempt, newestAnswers, newestNumbers, type QuizLayout } from '../../../common/attempt.ts';
import type { QuizDetails, StartedQuiz } from '../../../contract/quiz.ts';
import type { WaitingItem } from '../../machines/quiz/outboxMachine.ts';

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
/** How attempts are stored. */
export interface KeptFormat {
  /** Raised whenever the shape of an attempt changes. */
  version: number;
  /** For each version before: turns what it stored into what the next one stores. May throw on what it does not expect. */
  upgrades: Readonly<Record<number, (attempt: unknown) => unknown>>;
}
const currentFormat: KeptFormat = { version: 1, upgrades: {} };

/** The attempt in an envelope of this version or an earlier one; null if it cannot be read. */
function readEnvelope({ version, upgrades }: KeptFormat, value: unknown): KeptAttempt | null {
  let { v: written, attempt } = Object(value) as { v?: unknown; attempt?: unknown };
  if (typeof written !== 'number') return null;
  try {
    for (; written < version; written++) attempt = upgrades[written]?.(attempt);
  } catch {
    return null;
  }
  const parsed = v.safeParse(Attempt, attempt);
  return written === version && parsed.success ? parsed.output : null;
}

/** The title of an attempt that cannot be read, as far as it has one. */
const titleOf = (value: unknown): string => {
  const { title } = Object(Object(value).attempt) as { title?: unknown };
  return typeof title === 'string' ? title : '';
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
 * @param format how attempts are stored; other than today's in tests
 */
export function createKept(
  storage: Storage,
  changed: () => void,
  later: (ms: number, act: () => void) => () => void,
  format: KeptFormat = currentFormat,
) {
  const { version } = format;
  const attemptOf = (value: unknown) => readEnvelope(format, value);
  const quizOf = (value: unknown): KeptQuiz | null => {
    const { v: written, quiz } = Object(value) as { v?: unknown; quiz?: KeptQuiz };
    return written === version && quiz ? quiz : null;
  };
  const within = <T>(work: Promise<T>) =>
    new Promise<T>((resolve, reject) => {
      const stop = later(patience, () => reject(new Error('The storage of this device does not answer.')));
      work.then(resolve, reject).finally(stop);
    });
  const attemptKey = (owner: string, resultId: number) => `attempt/${owner}/${resultId}`;
  const quizKey = (owner: string, quizId: number, lessonId: number) => `quiz/${owner}/${quizId}/${lessonId}`;
  const layoutKey = (owner: string) => `layout/${owner}`;
  const unreadableKey = (owner: string, resultId: number) => `unreadable/${owner}/${resultId}`;
  /** The stored attempt; null if there is none. What cannot be read is set aside, since the next answer is stored in its place. */
  const readAttempt = async (owner: string, resultId: number): Promise<KeptAttempt | null> => {
    const key = attemptKey(owner, resultId);
    const value = await within(storage.get(key));
    const attempt = attemptOf(value);
    if (value !== undefined && attempt === null) {
      await within(storage.set(unreadableKey(owner, resultId), value));
      await within(storage.remove(key));
    }
    return attempt;
  };

  /** The server has everything, so the device removes the attempt and its questions. */
  const forgetAttempt = async (owner: string, { resultId, quizId, lessonId }: Pick<KeptAttempt, 'resultId' | 'quizId' | 'lessonId'>) => {
    const key = quizKey(owner, quizId, lessonId);
    // A later attempt at the same quiz keeps its questions.
    const isOfIt = ((await within(storage.get(key))) as { quiz?: KeptQuiz } | undefined)?.quiz?.started.result_id === resultId;
    await within(Promise.all([storage.remove(attemptKey(owner, resultId)), ...(isOfIt ? [storage.remove(key)] : [])]));
    changed();
  };

  /** Stores an attempt. Newer answers from another tab or visit win. Returns what is now stored. */
  const writeAttempt = async (owner: string, attempt: KeptAttempt): Promise<KeptAttempt> => {
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
  };

  return {
    readAttempt,

    writeAttempt,

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

    forgetAttempt,

    /**
     * All items of one user, in the order of their attempts; and the attempts that another version of the program stored and this one cannot
     * read. What an earlier version could not read comes back once this one can.
     */
    list: async (owner: string): Promise<{ items: KeptItem[]; unreadable: WaitingItem[] }> => {
      const keys = await within(storage.keys());
      const allUnder = (start: string): Promise<[id: number, value: unknown][]> =>
        Promise.all(
          keys
            .filter((key) => key.startsWith(start))
            .map(async (key) => [Number(key.slice(start.length)), await storage.get(key)] as const),
        ) as Promise<[number, unknown][]>;
      const [stored, aside] = await within(Promise.all([allUnder(`attempt/${owner}/`), allUnder(`unreadable/${owner}/`)]));
      const attempts = new Map(stored.map(([id, value]) => [id, attemptOf(value)]));
      for (const [id, value] of aside) {
        const attempt = attemptOf(value);
        if (attempt === null) continue;
        attempts.set(id, await writeAttempt(owner, attempt));
        await within(storage.remove(unreadableKey(owner, id)));
      }
      const unreadable = new Map([...aside, ...stored].filter(([, value]) => attemptOf(value) === null));
      return {
        items: [...attempts.values()]
          .flatMap((attempt) => (attempt ? [{ kind: 'attempt' as const, attempt }] : []))
          .toSorted(inOrderOfStart),
        unreadable: [...unreadable].map(([id, value]) => ({
          kind: 'attempt',
          id,
          title: titleOf(value),
          count: 0,
          state: 'closed',
          isHandedIn: false,
          isUnreadable: true,
        })),
      };
    },
    /** Such an attempt, as it is stored; undefined if there is none. */
    readUnreadable: async (owner: string, resultId: number): Promise<unknown> =>
      (await within(storage.get(unreadableKey(owner, resultId)))) ?? within(storage.get(attemptKey(owner, resultId))),

    /** Forgets what the server does not take, or what cannot be read. Does nothing to an attempt that can still be sent. */
    discard: async (owner: string, resultId: number): Promise<void> => {
      const attempt = await readAttempt(owner, resultId);
      if (attempt === null) await within(storage.remove(unreadableKey(owner, resultId)));
      else if (attempt.isClosed) await forgetAttempt(owner, attempt);
      changed();
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
