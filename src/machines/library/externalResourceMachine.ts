import { assign, emit, not, or, setup } from 'xstate';
import type { ExternalResource } from '../../../contract/library.ts';
import { actorSlot, type ChartMeta, type Reasons } from '../chart.ts';
import type * as form from '../form.ts';
import { failed, failure, isRefusedAs, setProblem, withProblem } from '../problem.ts';

/** Form input as typed. */
export interface ExternalDraft {
  title: string;
  description: string;
  url: string;
}

export type Attachment = NonNullable<ExternalResource['attachment']>;

export interface ExternalInput {
  userPuid: number;
  /** Null: a new resource. */
  resource: ExternalResource | null;
  draft?: ExternalDraft;
}

export interface ExternalOrder {
  userPuid: number;
  resourceId: number | null;
  draft: ExternalDraft;
  attachmentId: number | null;
  /** `ask`: the server refuses if another resource has the same address or file. `keep`: it saves both. */
  sameResource: 'ask' | 'keep';
}

export const externalResourceReasons: Reasons<'hasTitle' | 'hasAddress' | 'hasFile' | 'isFileNew' | 'isEqual'> = {
  hasTitle: 'The title is missing.',
  hasAddress: 'The web address is missing.',
  hasFile: 'No file is attached.',
  isFileNew: 'There is no file, or it is already on the server.',
  isEqual: 'The server refused for another reason, or did not answer.',
};

/** A teacher adds an external resource to My Library or edits one (specification, sections 3, 7 and 8). */
export const externalResourceMachine = setup({
  types: {
    input: {} as ExternalInput,
    context: {} as form.Context & {
      userPuid: number;
      resourceId: number | null;
      draft: ExternalDraft;
      /** File that is already on the server. */
      attachment: Attachment | null;
      /** File that has not been uploaded yet. */
      file: File | null;
      sameResource: ExternalOrder['sameResource'];
    },
    events: {} as
      | { type: 'draft.changed'; draft: ExternalDraft }
      | { type: 'file.chosen'; file: File }
      | { type: 'file.removed' }
      | { type: 'form.submitted' }
      | { type: 'both.kept' }
      | { type: 'resource.reconsidered' },
    emitted: {} as { type: 'resource.saved'; isNew: boolean },
    tags: {} as 'busy' | 'failed' | 'equal' | 'untitled' | 'without' | 'refused',
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
    setProblem,
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
  description: 'A teacher adds or edits an external resource with a title and a web address, a file, or both.',
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
      description: 'The form is open for editing.',
      initial: 'ready',
      on: {
        'draft.changed': {
          target: '.ready',
          actions: { type: 'setDraft', params: ({ event }) => event },
          description: 'The teacher changes a field.',
        },
        'file.chosen': {
          target: '.ready',
          actions: { type: 'setFile', params: ({ event }) => event },
          description: 'The teacher chooses or drops a file.',
        },
        'file.removed': {
          guard: 'hasFile',
          target: '.ready',
          actions: 'clearFile',
          description: 'The teacher removes the file.',
        },
        'form.submitted': [
          { guard: not('hasTitle'), target: '.untitled', description: 'The title is missing: the field says so.' },
          { guard: not(or(['hasAddress', 'hasFile'])), target: '.without', description: 'The resource has neither an address nor a file.' },
          { guard: 'isFileNew', target: 'uploading', actions: 'begin', description: 'There is a new file: upload it before saving.' },
          { target: 'saving', actions: 'begin', description: 'The teacher presses Save.' },
        ],
      },
      states: {
        ready: { description: 'The form shows no error.' },
        untitled: {
          description: 'The teacher pressed Save without a title.',
          ...failed({ announce: 'library_title_missing', focus: 'external-title' }, 'untitled'),
        },
        without: {
          description: 'The teacher pressed Save with neither an address nor a file.',
          ...failed({ announce: 'library_address_or_file' }, 'without'),
        },
        refused: {
          description: 'The server refused or did not answer. The form shows the reason and keeps its input.',
          ...failed({ focus: 'external-problem' }, 'refused'),
        },
      },
    },
    uploading: {
      description: 'Uploading the file. The dialog stays open and ignores changes.',
      tags: 'busy',
      invoke: {
        id: 'upload',
        src: 'upload',
        input: ({ context }) => ({ userPuid: context.userPuid, file: context.file as File }),
        onDone: {
          target: 'saving',
          actions: { type: 'setAttachment', params: ({ event }) => ({ attachment: event.output }) },
          description: 'The file is on the server. A retry does not upload it again.',
        },
        onError: { target: 'editing.refused', ...withProblem, description: 'The file was refused, or the upload failed.' },
      },
    },
    saving: {
      description: 'Waiting for the server to save the resource. The dialog stays open and ignores changes.',
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
        onDone: { target: 'saved', actions: 'tellSaved', description: 'The server saved it: "Resource Added" or "Resource Updated".' },
        onError: [
          {
            guard: { type: 'isEqual', ...failure },
            target: 'equal',
            ...withProblem,
            description: 'Another resource has the same address or file: ask the teacher.',
          },
          {
            target: 'editing.refused',
            ...withProblem,
            description: 'The server refused or did not answer: keep the input and show the reason.',
          },
        ],
      },
    },
    equal: {
      description: 'Asks the teacher whether to keep both resources or go back to the form, which is unchanged.',
      tags: 'equal',
      on: {
        'both.kept': { target: 'saving', actions: 'keepBoth', description: 'The teacher keeps both.' },
        'resource.reconsidered': { target: 'editing.ready', description: 'The teacher goes back to the form.' },
      },
    },
    saved: { type: 'final', description: 'The resource is in My Library.' },
  },
});
