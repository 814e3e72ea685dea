import { type ActorRef, assign, enqueueActions, setup } from 'xstate';
import type { RosterJob, RosterOptions } from '../../../contract/rostering.ts';
import { actorSlot, type ChartMeta, type Reasons } from '../chart.ts';
import { failure, type Problem, toProblem } from '../problem.ts';

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

/** Events sent to the listener of a file upload. */
export type FileNews =
  | { type: 'file.uploaded'; job: RosterJob }
  | { type: 'file.verified'; job: RosterJob }
  | { type: 'file.failed'; problem: Problem };

export interface RosteringInput {
  /** Receives news about the file. */
  listener: ActorRef<never, FileNews> | null;
}

/** Number of parts across all files. */
export const partsOf = (files: readonly FileToSend[]): number => files.reduce((sum, { parts }) => sum + parts, 0);

/** How often to poll the server for progress, in ms. */
export const pollPause = 1_000;

export const rosteringReasons: Reasons<'isLastPart' | 'isUploaded' | 'isChecking' | 'isSent'> = {
  isLastPart: 'More parts of the file are still to be uploaded.',
  isUploaded: 'Parts of the file are not on the server yet.',
  isChecking: 'The server has finished checking.',
  isSent: 'No file was sent from this screen.',
};

/** Roster files: upload and verification (specification, sections 3, 4 and 7). */
export const rosteringMachine = setup({
  types: {
    input: {} as RosteringInput,
    context: {} as RosteringInput & {
      files: readonly FileToSend[];
      /** Uploaded parts across all files. */
      sent: number;
      options: RosterOptions | null;
      job: RosterJob | null;
      uploadStatus: boolean;
      uploadResult: RosterJob | null;
      verifyStatus: boolean;
      verifyResult: RosterJob | null;
    },
    events: {} as
      | { type: 'file.sent'; files: readonly FileToSend[]; options: RosterOptions }
      | { type: 'verification.asked'; job: RosterJob; options: RosterOptions }
      | { type: 'verification.found'; job: RosterJob }
      | { type: 'file.retried' },
    tags: {} as 'failed',
    meta: {} as ChartMeta,
  },
  actors: {
    uploadPart: actorSlot<RosterJob, PartOrder>('uploadPart', 'POST upload_file'),
    verify: actorSlot<RosterJob, { jobId: number; options: RosterOptions }>('verify', 'POST validate_file'),
    look: actorSlot<RosterJob, { jobId: number }>('look', 'GET get_job'),
  },
  actions: {
    setFiles: assign({
      files: (_, { files }: { files: readonly FileToSend[]; options: RosterOptions }) => files,
      options: (_, { options }) => options,
      sent: 0,
      job: null,
      uploadStatus: false,
      uploadResult: null,
      verifyStatus: false,
      verifyResult: null,
    }),
    setOptions: assign({
      job: (_, { job }: { job: RosterJob; options: RosterOptions }) => job,
      options: (_, { options }) => options,
      verifyStatus: false,
      verifyResult: null,
    }),
    setFound: assign({
      job: (_, { job }: { job: RosterJob }) => job,
      files: [],
      sent: 0,
      options: null,
      uploadStatus: false,
      uploadResult: null,
      verifyStatus: false,
      verifyResult: null,
    }),
    setJob: assign({ job: (_, { job }: { job: RosterJob }) => job }),
    countPart: assign({ sent: ({ context }) => context.sent + 1 }),
    setUploaded: assign({ uploadStatus: true, uploadResult: (_, { job }: { job: RosterJob }) => job }),
    setVerified: assign({
      verifyStatus: true,
      verifyResult: (_, { job }: { job: RosterJob }) => job,
      uploadStatus: false,
      uploadResult: null,
    }),
    tell: enqueueActions(({ context, enqueue }, news: FileNews) => {
      if (context.listener) enqueue.sendTo(context.listener, news as never);
    }),
    tellFailed: enqueueActions(({ context, enqueue }, { error }: { error: unknown }) => {
      if (context.listener) enqueue.sendTo(context.listener, { type: 'file.failed', problem: toProblem(error) } as never);
    }),
  },
  guards: {
    isLastPart: ({ context }) => context.sent + 1 >= partsOf(context.files),
    isUploaded: ({ context }) => context.sent >= partsOf(context.files),
    isChecking: (_, { job }: { job: RosterJob }) => job.state === 'checking',
    isSent: ({ context }) => context.options !== null,
  },
  delays: { pollPause },
}).createMachine({
  id: 'rostering',
  description: 'A staff member sends roster files to the server to be uploaded and verified.',
  meta: { reasons: rosteringReasons },
  context: ({ input }) => ({
    ...input,
    files: [],
    sent: 0,
    options: null,
    job: null,
    uploadStatus: false,
    uploadResult: null,
    verifyStatus: false,
    verifyResult: null,
  }),
  type: 'parallel',
  states: {
    file: {
      description: 'A roster file on its way to the server.',
      initial: 'none',
      on: {
        'file.sent': {
          target: '.uploading',
          actions: { type: 'setFiles', params: ({ event }) => event },
          description: 'The import wizard has read and checked a file and sends it.',
        },
        'verification.asked': {
          target: '.verifying',
          actions: { type: 'setOptions', params: ({ event }) => event },
          description: 'The user wants the uploaded file verified again with different options.',
        },
        'verification.found': {
          target: '.checking',
          actions: { type: 'setFound', params: ({ event }) => event },
          description: 'A check is already running on the server, found after a reload or started by a colleague.',
        },
      },
      states: {
        none: { description: 'No file is being handled.' },
        uploading: {
          description: 'Uploading the file part by part.',
          invoke: {
            id: 'uploadPart',
            src: 'uploadPart',
            input: ({ context }): PartOrder => {
              let before = 0;
              for (const { file, parts } of context.files) {
                if (context.sent < before + parts) return { jobId: context.job?.job_id ?? null, file, part: context.sent - before + 1 };
                before += parts;
              }
              throw new Error('Nothing is left to send.');
            },
            onDone: [
              {
                guard: 'isLastPart',
                target: 'verifying',
                actions: [
                  'countPart',
                  { type: 'setJob', params: ({ event }) => ({ job: event.output }) },
                  { type: 'setUploaded', params: ({ event }) => ({ job: event.output }) },
                  { type: 'tell', params: ({ event }) => ({ type: 'file.uploaded' as const, job: event.output }) },
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
            onError: {
              target: 'failed',
              actions: { type: 'tellFailed', ...failure },
              description: 'A part was refused or did not arrive.',
            },
          },
        },
        verifying: {
          description: 'Asking the server to verify the file.',
          invoke: {
            id: 'verify',
            src: 'verify',
            input: ({ context }) => ({ jobId: context.job?.job_id ?? 0, options: context.options as RosterOptions }),
            onDone: {
              target: 'checking',
              actions: { type: 'setJob', params: ({ event }) => ({ job: event.output }) },
              description: 'The server has started the verification.',
            },
            onError: {
              target: 'failed',
              actions: { type: 'tellFailed', ...failure },
              description: 'The server refused or did not answer.',
            },
          },
        },
        checking: {
          description: 'The server is checking the file and working out what it would change.',
          after: { pollPause: { target: 'looking', description: 'Time to poll again.' } },
        },
        looking: {
          description: 'Asking the server whether the check is finished.',
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
                actions: [
                  { type: 'setJob', params: ({ event }) => ({ job: event.output }) },
                  { type: 'setVerified', params: ({ event }) => ({ job: event.output }) },
                  { type: 'tell', params: ({ event }) => ({ type: 'file.verified' as const, job: event.output }) },
                ],
                description: 'The check is finished: set the verify status and clear the upload status and result.',
              },
            ],
            onError: {
              target: 'failed',
              actions: { type: 'tellFailed', ...failure },
              description: 'The server did not answer. The check goes on there.',
            },
          },
        },
        verified: { description: 'The server has finished checking the file.' },
        failed: {
          description: 'The file did not arrive, or its status is unknown. It can be retried.',
          tags: 'failed',
          on: {
            'file.retried': [
              { guard: 'isSent', target: 'sending', description: 'Try again is pressed.' },
              { target: 'looking', description: 'Try again is pressed for a check that was found on the server.' },
            ],
          },
        },
        sending: {
          description: 'Resuming where the upload stopped.',
          always: [
            { guard: 'isUploaded', target: 'verifying', description: 'All parts are uploaded, so only verification is left.' },
            { target: 'uploading', description: 'Continue with the first missing part.' },
          ],
        },
      },
    },
  },
});
