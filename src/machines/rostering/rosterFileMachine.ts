import { type ActorRef, assign, enqueueActions, setup } from 'xstate';
import type { RosterJob, RosterOptions } from '../../../contract/rostering/job.ts';
import { actorSlot, type ChartMeta, type Reasons } from '../chart.ts';
import * as following from '../following.ts';
import { failed, type Problem, toProblem, withProblem } from '../problem.ts';

/** A file to upload in parts. */
export interface FileToSend {
  file: File;
  parts: number;
}

/** One part of a file to upload. */
export interface PartOrder {
  jobId: number | null;
  file: File;
  /** From 1. */
  part: number;
}

/** Sent to the listener as soon as the server has the whole file. */
export interface FileUploaded {
  type: 'file.uploaded';
  job: RosterJob;
}

export interface RosterFileInput {
  /** Files to upload; empty if the server has them. */
  files: readonly FileToSend[];
  /** The import that the server has; null before the first part is uploaded. */
  job: RosterJob | null;
  /** How to check the file; null if the server is checking it already. */
  options: RosterOptions | null;
  listener: ActorRef<never, FileUploaded> | null;
}

/** Number of parts across all files. */
export const partsOf = (files: readonly FileToSend[]): number => files.reduce((sum, { parts }) => sum + parts, 0);

/** The first part that is not uploaded yet, when `sent` are; undefined if there is none. */
export function nextPart(files: readonly FileToSend[], sent: number): { file: File; part: number } | undefined {
  let before = 0;
  for (const { file, parts } of files) {
    if (sent < before + parts) return { file, part: sent - before + 1 };
    before += parts;
  }
  return undefined;
}

export const rosterFileReasons: Reasons<'hasMoreParts' | 'isLastPart' | 'hasOptions' | 'isChecking'> = {
  hasMoreParts: 'All parts of the file are on the server.',
  isLastPart: 'More parts of the file are still to be uploaded.',
  hasOptions: 'The check was found running on the server, so there is nothing to ask for.',
  isChecking: 'The server has finished checking.',
};

/** A roster file on its way: uploaded in parts, then verified by the server (specification, sections 3 and 4, Rostering). */
export const rosterFileMachine = setup({
  types: {
    input: {} as RosterFileInput,
    context: {} as RosterFileInput & {
      /** Uploaded parts across all files. */
      sent: number;
      uploadStatus: boolean;
      uploadResult: RosterJob | null;
      verifyStatus: boolean;
      verifyResult: RosterJob | null;
      problem: Problem | null;
    },
    events: {} as { type: 'file.retried' } | { type: 'file.abandoned' },
    /** The verified import, or null if the user gave up. */
    output: {} as RosterJob | null,
    tags: {} as 'busy' | 'failed' | 'uploading',
    meta: {} as ChartMeta,
  },
  actors: {
    uploadPart: actorSlot<RosterJob, PartOrder>('uploadPart', 'POST upload_file'),
    verify: actorSlot<RosterJob, { jobId: number; options: RosterOptions }>('verify', 'POST validate_file'),
    look: actorSlot<RosterJob, { jobId: number }>('look', 'GET get_job'),
  },
  actions: {
    setJob: assign({ job: (_, { job }: { job: RosterJob }) => job, problem: null }),
    countPart: assign({ sent: ({ context }) => context.sent + 1 }),
    setUploaded: assign({ uploadStatus: true, uploadResult: (_, { job }: { job: RosterJob }) => job }),
    setVerified: assign({
      verifyStatus: true,
      verifyResult: (_, { job }: { job: RosterJob }) => job,
      uploadStatus: false,
      uploadResult: null,
    }),
    setProblem: assign({ problem: (_, { error }: { error: unknown }) => toProblem(error) }),
    tellUploaded: enqueueActions(({ context, enqueue }, { job }: { job: RosterJob }) => {
      if (context.listener) enqueue.sendTo(context.listener, { type: 'file.uploaded', job } as never);
    }),
  },
  guards: {
    hasMoreParts: ({ context: { files, sent } }) => sent < partsOf(files),
    isLastPart: ({ context: { files, sent } }) => sent + 1 >= partsOf(files),
    hasOptions: ({ context }) => context.options !== null,
    isChecking: (_, { job }: { job: RosterJob }) => job.state === 'checking',
  },
  delays: following.delays,
}).createMachine({
  id: 'rosterFile',
  description:
    'A roster file is uploaded part by part and verified by the server. What failed can be retried, and continues where it stopped.',
  meta: { reasons: rosterFileReasons },
  context: ({ input }) => ({
    ...input,
    sent: 0,
    uploadStatus: false,
    uploadResult: null,
    verifyStatus: false,
    verifyResult: null,
    problem: null,
  }),
  output: ({ context }) => context.verifyResult,
  initial: 'resuming',
  states: {
    resuming: {
      description: 'Finding out what is left to do, at the start and after a failure.',
      always: [
        { guard: 'hasMoreParts', target: 'uploading', description: 'Continue with the first missing part.' },
        { guard: 'hasOptions', target: 'verifying', description: 'All parts are uploaded, so only verification is left.' },
        { target: 'looking', description: 'The server is checking already: wait for its verdict.' },
      ],
    },
    uploading: {
      description: 'Uploading the file part by part.',
      tags: ['busy', 'uploading'],
      meta: { announce: 'rostering_sending' },
      invoke: {
        id: 'uploadPart',
        src: 'uploadPart',
        input: ({ context: { files, sent, job } }) => ({
          jobId: job?.job_id ?? null,
          ...(nextPart(files, sent) as { file: File; part: number }),
        }),
        onDone: [
          {
            guard: 'isLastPart',
            target: 'verifying',
            actions: [
              'countPart',
              { type: 'setJob', params: ({ event }) => ({ job: event.output }) },
              { type: 'setUploaded', params: ({ event }) => ({ job: event.output }) },
              { type: 'tellUploaded', params: ({ event }) => ({ job: event.output }) },
            ],
            description: 'The last part arrived: set the upload status and start verification.',
          },
          {
            target: 'uploading',
            reenter: true,
            actions: ['countPart', { type: 'setJob', params: ({ event }) => ({ job: event.output }) }],
            description: 'The part arrived; send the next one.',
          },
        ],
        onError: { target: 'failed', ...withProblem, description: 'A part was refused or did not arrive.' },
      },
    },
    verifying: {
      description: 'Asking the server to verify the file.',
      tags: 'busy',
      meta: { announce: 'rostering_checking' },
      invoke: {
        id: 'verify',
        src: 'verify',
        input: ({ context }) => ({ jobId: context.job?.job_id ?? 0, options: context.options as RosterOptions }),
        onDone: {
          target: 'checking',
          actions: { type: 'setJob', params: ({ event }) => ({ job: event.output }) },
          description: 'The server has started the verification.',
        },
        onError: { target: 'failed', ...withProblem, description: 'The server refused or did not answer.' },
      },
    },
    checking: {
      description: 'The server is checking the file and working out what it would change.',
      tags: 'busy',
      after: { pollPause: { target: 'looking', description: 'Time to poll again.' } },
    },
    looking: {
      description: 'Asking the server whether the check is finished.',
      tags: 'busy',
      invoke: {
        id: 'look',
        src: 'look',
        input: ({ context }) => ({ jobId: context.job?.job_id ?? 0 }),
        onDone: [
          {
            guard: { type: 'isChecking', params: ({ event }) => ({ job: event.output }) },
            target: 'checking',
            description: 'The check is not finished yet.',
          },
          {
            target: 'verified',
            actions: { type: 'setVerified', params: ({ event }) => ({ job: event.output }) },
            description: 'The check is finished: set the verify status and clear the upload status and result.',
          },
        ],
        onError: { target: 'failed', ...withProblem, description: 'The server did not answer. The check goes on there.' },
      },
    },
    failed: {
      description: 'The file did not arrive, or its status is unknown. The parts that arrived stay on the server.',
      ...failed({ focus: 'problem' }),
      on: {
        'file.retried': { target: 'resuming', description: 'The user presses Try again: continue where it stopped.' },
        'file.abandoned': { target: 'abandoned', description: 'The user wants to import another file.' },
      },
    },
    verified: { type: 'final', description: 'The server has finished checking the file.' },
    abandoned: { type: 'final', description: 'The user gave the file up.' },
  },
});
