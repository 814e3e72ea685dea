import { assign, emit, not, or, setup } from 'xstate';
import type { ExternalResource } from '../../../contract/library.ts';
import { actorSlot, type ChartMeta, type Reasons } from '../chart.ts';
import { failure, isRefusedAs, type Problem, toProblem } from '../problem.ts';

/** What is in the form, as typed. */
export interface ExternalDraft {
  title: string;
  description: string;
  url: string;
}

export type Attachment = NonNullable<ExternalResource['attachment']>;

export interface ExternalInput {
  userPuid: number;
  /** Null: a new one. */
  resource: ExternalResource | null;
  draft?: ExternalDraft;
}

export interface ExternalOrder {
  userPuid: number;
  resourceId: number | null;
  draft: ExternalDraft;
  attachmentId: number | null;
  /** `ask`: refuse where another one has its address or its file; `keep`: put it beside the other. */
  sameResource: 'ask' | 'keep';
}

export const externalResourceReasons: Reasons<'hasTitle' | 'hasAddress' | 'hasFile' | 'isFileNew' | 'isEqual'> = {
  hasTitle: 'The resource has no title.',
  hasAddress: 'There is no web address.',
  hasFile: 'There is no file.',
  isFileNew: 'The file, if there is one, is on the server already.',
  isEqual: 'The server refused for another reason, or there was no answer.',
};

/** A teacher adds a resource from elsewhere to my library, or changes one (specification, sections 3, 7 and 8). */
export const externalResourceMachine = setup({
  types: {
    input: {} as ExternalInput,
    context: {} as {
      userPuid: number;
      resourceId: number | null;
      draft: ExternalDraft;
      /** A file that is on the server. */
      attachment: Attachment | null;
      /** A file that is not there yet. */
      file: File | null;
      sameResource: ExternalOrder['sameResource'];
      /** Why it was not kept, or is asked about. */
      problem: Problem | null;
    },
    events: {} as
      | { type: 'draft.changed'; draft: ExternalDraft }
      | { type: 'file.chosen'; file: File }
      | { type: 'file.removed' }
      | { type: 'form.submitted' }
      | { type: 'both.kept' }
      | { type: 'resource.reconsidered' },
    emitted: {} as { type: 'resource.saved'; isNew: boolean },
    tags: {} as 'busy' | 'failed' | 'done' | 'equal',
    meta: {} as ChartMeta,
  },
  actors: {
    upload: actorSlot<Attachment, { userPuid: number; file: File }>('upload', 'POST upload external attachment'),
    save: actorSlot<ExternalResource, ExternalOrder>('save', 'POST add or update external items'),
  },
  actions: {
    setDraft: assign({ draft: (_, { draft }: { draft: ExternalDraft }) => draft }),
    setFile: assign({ file: (_, { file }: { file: File }) => file }),
    clearFile: assign({ file: null, attachment: null }),
    setAttachment: assign({ attachment: (_, { attachment }: { attachment: Attachment }) => attachment, file: null }),
    setProblem: assign({ problem: (_, { error }: { error: unknown }) => toProblem(error) }),
    begin: assign({ problem: null, sameResource: 'ask' }),
    keepBoth: assign({ sameResource: 'keep' }),
    tellSaved: emit(({ context }) => ({ type: 'resource.saved' as const, isNew: context.resourceId === null })),
  },
  guards: {
    hasTitle: ({ context }) => context.draft.title.trim() !== '',
    hasAddress: ({ context }) => context.draft.url.trim() !== '',
    hasFile: ({ context }) => context.file !== null || context.attachment !== null,
    isFileNew: ({ context }) => context.file !== null,
    isEqual: (_, { error }: { error: unknown }) => isRefusedAs(error, 'sameAddress', 'sameFile'),
  },
}).createMachine({
  id: 'externalResource',
  description: 'A resource from elsewhere: a title, and a web address, a file, or both.',
  meta: { reasons: externalResourceReasons },
  context: ({ input }) => ({
    userPuid: input.userPuid,
    resourceId: input.resource?.resource_id ?? null,
    draft: input.draft ?? {
      title: input.resource?.title ?? '',
      description: input.resource?.description ?? '',
      url: input.resource?.url ?? '',
    },
    attachment: input.resource?.attachment ?? null,
    file: null,
    sameResource: 'ask',
    problem: null,
  }),
  initial: 'editing',
  states: {
    editing: {
      description: 'The form is open and takes what is typed.',
      initial: 'ready',
      on: {
        'draft.changed': {
          target: '.ready',
          actions: { type: 'setDraft', params: ({ event }) => event },
          description: 'The teacher types.',
        },
        'file.chosen': {
          target: '.ready',
          actions: { type: 'setFile', params: ({ event }) => event },
          description: 'The teacher chooses a file, or drops one.',
        },
        'file.removed': {
          guard: 'hasFile',
          target: '.ready',
          actions: 'clearFile',
          description: 'The teacher takes the file away.',
        },
        'form.submitted': [
          { guard: not('hasTitle'), target: '.untitled', description: 'A title is missing: the field says so.' },
          { guard: not(or(['hasAddress', 'hasFile'])), target: '.without', description: 'There is neither address nor file.' },
          { guard: 'isFileNew', target: 'uploading', actions: 'begin', description: 'The file goes first.' },
          { target: 'saving', actions: 'begin', description: 'The teacher presses Save.' },
        ],
      },
      states: {
        ready: { description: 'Nothing is wrong so far.' },
        untitled: {
          description: 'Save was pressed without a title.',
          tags: 'failed',
          meta: { announce: 'library_title_missing', focus: 'external-title' },
        },
        without: {
          description: 'Save was pressed with neither address nor file.',
          tags: 'failed',
          meta: { announce: 'library_address_or_file' },
        },
        refused: {
          description: 'The server refused, or did not answer; its message is shown and everything is still here.',
          tags: 'failed',
          meta: { focus: 'external-problem' },
        },
      },
    },
    uploading: {
      description: 'The file is on its way.',
      tags: 'busy',
      invoke: {
        id: 'upload',
        src: 'upload',
        input: ({ context }) => ({ userPuid: context.userPuid, file: context.file as File }),
        onDone: {
          target: 'saving',
          actions: { type: 'setAttachment', params: ({ event }) => ({ attachment: event.output }) },
          description: 'The file is there; it is not sent again.',
        },
        onError: {
          target: 'editing.refused',
          actions: { type: 'setProblem', ...failure },
          description: 'The file was refused, or did not arrive.',
        },
      },
    },
    saving: {
      description: 'The resource is kept.',
      tags: 'busy',
      invoke: {
        id: 'save',
        src: 'save',
        input: ({ context }) => ({
          userPuid: context.userPuid,
          resourceId: context.resourceId,
          draft: context.draft,
          attachmentId: context.attachment?.attachment_id ?? null,
          sameResource: context.sameResource,
        }),
        onDone: { target: 'saved', actions: 'tellSaved', description: '"Resource Added", or "Resource Updated".' },
        onError: [
          {
            guard: { type: 'isEqual', ...failure },
            target: 'equal',
            actions: { type: 'setProblem', ...failure },
            description: 'Another one has its address or its file: the teacher is asked.',
          },
          {
            target: 'editing.refused',
            actions: { type: 'setProblem', ...failure },
            description: 'The message is kept for display.',
          },
        ],
      },
    },
    equal: {
      description: 'The question: both are kept, or the teacher goes back to the form, which is as it was.',
      tags: 'equal',
      on: {
        'both.kept': { target: 'saving', actions: 'keepBoth', description: 'The teacher wants it beside the other.' },
        'resource.reconsidered': { target: 'editing.ready', description: 'The teacher goes back to the form.' },
      },
    },
    saved: { type: 'final', description: 'It is in my library.' },
  },
});
