import { assign, emit, setup } from 'xstate';
import type { CourseChange, CourseFinding, CourseImport } from '../../../contract/courseImport.ts';
import { actorSlot, type ChartMeta, type Reasons } from '../chart.ts';
import * as following from '../following.ts';
import { failed, type Problem, setProblem, withProblem } from '../problem.ts';

/** What the check of a course found, and what its import changes. */
export interface CourseReport {
  findings: readonly CourseFinding[];
  changes: readonly CourseChange[];
}
export type CourseCommand = 'check' | 'confirm' | 'undo';

interface Context {
  /** The chosen file, until it is on the server. */
  file: File | null;
  jobId: number | null;
  job: CourseImport | null;
  report: CourseReport | null;
  command: CourseCommand;
  problem: Problem | null;
}

/** How many things an import adds, changes, removes, or keeps as they were edited here. */
export const changesIn = ({ counts }: CourseImport): number =>
  counts.reduce((sum, { added, changed, removed, kept }) => sum + added + changed + removed + kept, 0);

const isRunning = ({ state }: CourseImport) => state === 'checking' || state === 'importing' || state === 'undoing';
const hasReport = ({ state }: CourseImport) => state === 'refused' || state === 'checked' || state === 'outdated';

export const courseImportReasons: Reasons<
  'hasJob' | 'isUnderWay' | 'isRunning' | 'hasReport' | 'isIncomplete' | 'mayConfirm' | 'mayCheck' | 'mayUndo'
> = {
  hasJob: 'There is no import yet.',
  isUnderWay: 'The server is done with the import for now.',
  isRunning: 'The server is done with the import for now.',
  hasReport: 'The course has not been checked.',
  isIncomplete: 'All of the file is on the server.',
  mayConfirm: 'The course has errors, changes nothing, or is somebody else’s.',
  mayCheck: 'There is nothing to check again.',
  mayUndo: 'The import cannot be undone any more.',
};

const jobId = ({ context }: { context: Context }) => ({ jobId: context.jobId ?? 0 });
const known = { type: 'setJob' as const, params: ({ event }: { event: { output: CourseImport } }) => ({ job: event.output }) };
const underWay = { type: 'isUnderWay' as const, params: ({ event }: { event: { output: CourseImport } }) => ({ job: event.output }) };
const chosen = {
  target: 'sending',
  actions: [{ type: 'setFile', params: ({ event }: { event: { file: File } }) => event }, 'tellJob'],
  description: 'The user chooses a file.',
} as const;
const opened = {
  target: 'finding',
  actions: [{ type: 'setJobId', params: ({ event }: { event: { jobId: number } }) => event }, 'tellJob'],
  description: 'The user opens an earlier import.',
} as const;
const restarted = { target: 'choosing', actions: ['forget', 'tellJob'], description: 'The user wants to import another file.' } as const;

/** An import of the course's files: a zip is uploaded, checked, compared with the catalog, confirmed and written, and may be undone. */
export const courseImportMachine = setup({
  types: {
    /** `jobId`: an import to continue; null: a new one. */
    input: {} as { jobId: number | null },
    context: {} as Context,
    events: {} as
      | { type: 'file.chosen'; file: File }
      | { type: 'import.opened'; jobId: number }
      | { type: 'import.confirmed' }
      | { type: 'import.checked' }
      | { type: 'undo.asked' }
      | { type: 'undo.confirmed' }
      | { type: 'undo.dismissed' }
      | { type: 'import.retried' }
      | { type: 'import.restarted' },
    emitted: {} as { type: 'job.known'; jobId: number | null },
    tags: {} as 'choosing' | 'busy' | 'sending' | 'failed' | 'ready' | 'commanding' | 'running' | 'stale' | 'over' | 'asking',
    meta: {} as ChartMeta,
  },
  actors: {
    find: actorSlot<CourseImport, { jobId: number }>('find', 'GET /v2/content/get_course_imports'),
    load: actorSlot<CourseReport, { jobId: number }>('load', 'GET /v2/content/get_course_report'),
    upload: actorSlot<CourseImport, { file: File }>('upload', 'POST /v2/content/import_course'),
    carryOut: actorSlot<CourseImport, { jobId: number; command: CourseCommand }>('carryOut', 'POST /v2/content/confirm_course'),
  },
  actions: {
    setFile: assign({ file: (_, { file }: { file: File }) => file, jobId: null, job: null, report: null, problem: null }),
    setJob: assign({ job: (_, { job }: { job: CourseImport }) => job, jobId: (_, { job }) => job.job_id, file: null }),
    setJobId: assign({ jobId: (_, { jobId }: { jobId: number }) => jobId, file: null, problem: null }),
    setReport: assign({ report: (_, { report }: { report: CourseReport }) => report }),
    setCommand: assign({ command: (_, { command }: { command: CourseCommand }) => command, problem: null }),
    forget: assign({ file: null, jobId: null, job: null, report: null, problem: null }),
    clearProblem: assign({ problem: null }),
    setProblem,
    tellJob: emit(({ context }) => ({ type: 'job.known' as const, jobId: context.jobId })),
  },
  guards: {
    hasJob: ({ context }) => context.jobId !== null,
    isUnderWay: (_, { job }: { job: CourseImport }) => isRunning(job),
    isRunning: ({ context: { job } }) => job !== null && isRunning(job),
    hasReport: ({ context: { job } }) => job !== null && hasReport(job),
    isIncomplete: ({ context: { job } }) => job?.state === 'uploaded' && job.received < job.parts,
    mayConfirm: ({ context: { job } }) => job?.state === 'checked' && job.is_own && changesIn(job) > 0,
    mayCheck: ({ context: { job } }) => job?.is_own === true && job.state !== 'refused' && job.received === job.parts,
    mayUndo: ({ context: { job } }) => job?.undo_until != null,
  },
  delays: following.delays,
}).createMachine({
  id: 'courseImport',
  description: 'The course’s folder is uploaded as a zip, checked, compared with the catalog, confirmed and written. It can be undone.',
  meta: { reasons: courseImportReasons },
  context: ({ input }) => ({ file: null, jobId: input.jobId, job: null, report: null, command: 'check', problem: null }),
  initial: 'opening',
  states: {
    opening: {
      description: 'Checks whether the address names an import.',
      always: [
        { guard: 'hasJob', target: 'finding', description: 'The address names an import: ask the server about it.' },
        { target: 'choosing', description: 'A new import begins.' },
      ],
    },
    choosing: {
      description: 'The user chooses the zip of the course. Earlier imports are listed.',
      tags: 'choosing',
      on: { 'file.chosen': chosen, 'import.opened': opened },
    },
    sending: {
      description: 'The file is uploaded part by part, and its check is started.',
      tags: 'sending',
      invoke: {
        id: 'upload',
        src: 'upload',
        input: ({ context }) => ({ file: context.file as File }),
        onDone: { target: 'sorted', actions: [known, 'tellJob'], description: 'The file is on the server, which checks it.' },
        onError: { target: 'unsent', ...withProblem, description: 'The server refused the file or did not answer.' },
      },
    },
    unsent: {
      description: 'The file did not reach the server. This page still has it, so the user can send it again, or choose another.',
      tags: 'choosing',
      meta: { focus: 'problem' },
      on: {
        'import.retried': { target: 'sending', actions: 'clearProblem', description: 'The user presses Try again.' },
        'file.chosen': chosen,
        'import.opened': opened,
      },
    },
    finding: {
      description: 'Asking the server for the state of the import.',
      tags: 'busy',
      invoke: {
        id: 'find',
        src: 'find',
        input: jobId,
        onDone: { target: 'sorted', actions: known, description: 'The server reported the state.' },
        onError: { target: 'lost', ...withProblem, description: 'The import does not exist, or the server did not answer.' },
      },
    },
    lost: {
      description: 'The import could not be shown. The server keeps working on it.',
      ...failed({ focus: 'problem' }),
      on: {
        'import.retried': { target: 'finding', actions: 'clearProblem', description: 'The user presses Try again.' },
        'import.restarted': restarted,
      },
    },
    sorted: {
      description: 'Picks the next step from the server’s state of the import.',
      always: [
        { guard: 'isRunning', target: 'following', description: 'The server is checking, writing or undoing.' },
        { guard: 'hasReport', target: 'loading', description: 'The course was checked: show what was found.' },
        { guard: 'isIncomplete', ...restarted, description: 'The upload was interrupted, and this page does not have the file.' },
        { target: 'over', description: 'The import has ended, or its check was not started.' },
      ],
    },
    loading: {
      description: 'Loading the findings and the changes.',
      tags: 'busy',
      invoke: {
        id: 'load',
        src: 'load',
        input: jobId,
        onDone: {
          target: 'ready',
          actions: { type: 'setReport', params: ({ event }) => ({ report: event.output }) },
          description: 'They are here.',
        },
        onError: { target: 'lost', ...withProblem, description: 'The server did not answer.' },
      },
    },
    ready: {
      description: 'The user sees what is wrong with the course, or what it changes, and decides. Nothing is written yet.',
      tags: 'ready',
      meta: { focus: 'course' },
      on: {
        'import.confirmed': {
          guard: 'mayConfirm',
          target: 'commanding',
          actions: { type: 'setCommand', params: { command: 'confirm' } },
          description: 'The user confirms the import.',
        },
        'import.checked': {
          guard: 'mayCheck',
          target: 'commanding',
          actions: { type: 'setCommand', params: { command: 'check' } },
          description: 'The user has the course compared again.',
        },
        'import.restarted': restarted,
      },
    },
    commanding: {
      description: 'The server starts what the user asked for.',
      tags: 'commanding',
      invoke: {
        id: 'carryOut',
        src: 'carryOut',
        input: ({ context }) => ({ jobId: context.jobId ?? 0, command: context.command }),
        onDone: { target: 'sorted', actions: known, description: 'The server started.' },
        onError: {
          target: 'finding',
          ...withProblem,
          description: 'The server refused or did not answer: keep the message and ask for the current state.',
        },
      },
    },
    following: {
      description: 'The server checks, writes or undoes. The user can leave the page and come back.',
      tags: 'running',
      initial: 'waiting',
      states: following.states(jobId, [
        { guard: underWay, target: 'waiting', actions: known, description: 'The server is still at it.' },
        { target: '#courseImport.sorted', actions: known, description: 'The server is done.' },
      ]),
    },
    over: {
      description: 'The import is written or undone; or the server stopped and wrote nothing; or the file waits for its check.',
      tags: 'over',
      meta: { focus: 'course' },
      on: {
        'undo.asked': { guard: 'mayUndo', target: 'asking', description: 'The user presses Undo: ask whether they mean it.' },
        'import.checked': {
          guard: 'mayCheck',
          target: 'commanding',
          actions: { type: 'setCommand', params: { command: 'check' } },
          description: 'The server had stopped, or the check was not started: check the file.',
        },
        'import.restarted': restarted,
      },
    },
    asking: {
      description: 'Asking whether the import is to be undone.',
      tags: ['over', 'asking'],
      on: {
        'undo.confirmed': {
          target: 'commanding',
          actions: { type: 'setCommand', params: { command: 'undo' } },
          description: 'The user confirms.',
        },
        'undo.dismissed': { target: 'over', description: 'The user keeps the import.' },
      },
    },
  },
});
