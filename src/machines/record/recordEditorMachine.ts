import { and, assign, emit, setup } from 'xstate';
import { blankValues, isSameRecord, type Rules, type Values, valuesOf, wrongFields } from '../../../common/recordValues.ts';
import type { RecordRow } from '../../../contract/resource.ts';
import { actorSlot, type ChartMeta, type Reasons } from '../chart.ts';
import { failure, isRefusedAs, type Problem, toProblem } from '../problem.ts';

/** A record's form; `row` null: a new one. */
export interface SaveRecordOrder {
  row: RecordRow | null;
  values: Values;
}

interface Context {
  rules: Rules;
  /** As the server had it when the form opened, or last; null: a new record. */
  row: RecordRow | null;
  values: Values;
  /** What somebody else has saved meanwhile. */
  newest: RecordRow | null;
  problem: Problem | null;
}

export const recordEditorReasons: Reasons<'isComplete' | 'isChanged' | 'isEditedBack' | 'isConflict' | 'isTaken'> = {
  isComplete: 'A field is missing, or too long.',
  isChanged: 'Nothing is different from what is saved.',
  isEditedBack: 'The form differs from what is saved.',
  isConflict: 'The record is a new one, or the failure is not that somebody else has changed it.',
  isTaken: 'The failure is not that another record has the value.',
};

const baseOf = ({ rules, row }: Pick<Context, 'rules' | 'row'>): Values => (row ? valuesOf(rules, row) : blankValues(rules));
const editedTo = ({ values }: Context, { field, value }: FieldEdit): Values => ({ ...values, [field]: value });
interface FieldEdit {
  field: string;
  value: Values[string];
}

/** The form of a record in a list: one chart for the forms of all lists. */
export const recordEditorMachine = setup({
  types: {
    input: {} as { rules: Rules },
    context: {} as Context,
    events: {} as
      | { type: 'editor.opened'; row: RecordRow | null }
      | ({ type: 'field.edited' } & FieldEdit)
      | { type: 'form.submitted' }
      | { type: 'form.left' }
      | { type: 'changes.discarded' }
      | { type: 'changes.kept' }
      | { type: 'conflict.mineChosen' }
      | { type: 'conflict.theirsChosen' }
      | { type: 'conflict.retried' },
    emitted: {} as { type: 'record.saved'; row: RecordRow; isNew: boolean },
    /** `unsaved`: leaving now would lose something. */
    tags: {} as 'open' | 'unsaved' | 'busy' | 'failed' | 'marked' | 'taken' | 'refused' | 'leaving' | 'conflict' | 'compared' | 'editable',
    meta: {} as ChartMeta,
  },
  actors: {
    saveRecord: actorSlot<RecordRow, SaveRecordOrder>('saveRecord', 'the call that adds or updates the record'),
    loadNewest: actorSlot<RecordRow, { row: RecordRow }>('loadNewest', 'the call that reads the record'),
  },
  actions: {
    open: assign(({ context: { rules } }, { row }: { row: RecordRow | null }) => ({
      row,
      values: baseOf({ rules, row }),
      newest: null,
      problem: null,
    })),
    edit: assign({ values: ({ context }, edit: FieldEdit) => editedTo(context, edit), problem: null }),
    setProblem: assign({ problem: (_, { error }: { error: unknown }) => toProblem(error) }),
    clearProblem: assign({ problem: null }),
    setNewest: assign({ newest: (_, { row }: { row: RecordRow }) => row, problem: null }),
    takeTheirs: assign(({ context: { rules, newest } }) => ({ row: newest, values: baseOf({ rules, row: newest }), newest: null })),
    takeMine: assign({ row: ({ context }) => context.newest, newest: null }),
    tellSaved: emit(({ context }, { row }: { row: RecordRow }) => ({ type: 'record.saved' as const, row, isNew: context.row === null })),
  },
  guards: {
    isComplete: ({ context: { rules, values } }) => Object.keys(wrongFields(rules, values)).length === 0,
    isChanged: ({ context }) => !isSameRecord(context.values, baseOf(context)),
    isEditedBack: ({ context }, edit: FieldEdit) => isSameRecord(editedTo(context, edit), baseOf(context)),
    isConflict: ({ context }, { error }: { error: unknown }) => context.row !== null && isRefusedAs(error, 'recordChanged'),
    isTaken: (_, { error }: { error: unknown }) => isRefusedAs(error, 'valueTaken'),
  },
}).createMachine({
  id: 'recordEditor',
  description:
    'The form of a record: it is added or changed, two people who change it at once lose nothing, and neither does who leaves it.',
  meta: { reasons: recordEditorReasons },
  context: ({ input: { rules } }) => ({ rules, row: null, values: blankValues(rules), newest: null, problem: null }),
  initial: 'closed',
  states: {
    closed: {
      description: 'The list alone is on the screen.',
      on: {
        'editor.opened': {
          target: 'editing',
          actions: { type: 'open', params: ({ event }) => event },
          description: 'Add was pressed, or Edit beside a record.',
        },
      },
    },
    editing: {
      description: 'The form takes what is typed.',
      tags: ['open', 'editable'],
      initial: 'pristine',
      on: {
        'field.edited': [
          {
            guard: { type: 'isEditedBack', params: ({ event }) => event },
            target: '.pristine',
            actions: { type: 'edit', params: ({ event }) => event },
            description: 'The form is again as it is saved.',
          },
          { target: '.dirty', actions: { type: 'edit', params: ({ event }) => event }, description: 'Something differs.' },
        ],
        'form.submitted': [
          { guard: and(['isComplete', 'isChanged']), target: 'saving', description: 'Save is pressed.' },
          { guard: 'isComplete', target: 'closed', description: 'Save is pressed, and there is nothing to save.' },
          { target: '.incomplete', reenter: true, description: 'Save is pressed, and a field is wrong.' },
        ],
        'form.left': [
          { guard: 'isChanged', target: 'leaving', description: 'The person leaves a form with changes.' },
          { target: 'closed', description: 'The person leaves a form without changes.' },
        ],
      },
      states: {
        pristine: { description: 'The form shows what is saved, or is a new one.' },
        dirty: { description: 'The form holds changes that are not saved.', tags: 'unsaved' },
        incomplete: {
          description: 'The form says which fields are wrong, and why.',
          tags: ['failed', 'marked', 'unsaved'],
          meta: { focus: 'record-wrong' },
        },
        taken: {
          description: 'Another record has a value that is one of a kind; the field says so.',
          tags: ['failed', 'taken', 'unsaved'],
          meta: { focus: 'record-wrong' },
        },
        refused: {
          description: 'The server refused, or there was no usable answer; the form keeps everything.',
          tags: ['failed', 'refused', 'unsaved'],
          meta: { focus: 'record-problem' },
        },
      },
    },
    leaving: {
      description: 'A question: discard the changes?',
      tags: ['open', 'leaving', 'unsaved'],
      on: {
        'changes.discarded': { target: 'closed', description: 'The person does not want the changes.' },
        'changes.kept': { target: 'editing.dirty', description: 'The person goes on editing.' },
      },
    },
    saving: {
      description: 'The server adds or changes the record.',
      tags: ['open', 'busy', 'unsaved'],
      entry: 'clearProblem',
      invoke: {
        id: 'saveRecord',
        src: 'saveRecord',
        input: ({ context: { row, values } }) => ({ row, values }),
        onDone: {
          target: 'closed',
          actions: { type: 'tellSaved', params: ({ event }) => ({ row: event.output }) },
          description: 'The record is saved.',
        },
        onError: [
          {
            guard: { type: 'isConflict', ...failure },
            target: 'comparing',
            description: 'Somebody else has saved the record since the form opened.',
          },
          {
            guard: { type: 'isTaken', ...failure },
            target: 'editing.taken',
            actions: { type: 'setProblem', ...failure },
            description: 'Another record has the value already.',
          },
          { target: 'editing.refused', actions: { type: 'setProblem', ...failure }, description: 'It could not be saved.' },
        ],
      },
    },
    comparing: {
      description: 'The newest version is fetched, to be shown beside the form.',
      tags: ['open', 'busy', 'conflict', 'unsaved'],
      invoke: {
        id: 'loadNewest',
        src: 'loadNewest',
        input: ({ context }) => ({ row: context.row as RecordRow }),
        onDone: {
          target: 'conflict',
          actions: { type: 'setNewest', params: ({ event }) => ({ row: event.output }) },
          description: 'Both versions are on the screen.',
        },
        onError: {
          target: 'incomparable',
          actions: { type: 'setProblem', ...failure },
          description: 'The record was removed, or there was no answer.',
        },
      },
    },
    incomparable: {
      description: 'Somebody else has changed the record, and the newest version could not be fetched.',
      tags: ['open', 'failed', 'conflict', 'unsaved'],
      meta: { focus: 'record-problem' },
      on: {
        'conflict.retried': { target: 'comparing', actions: 'clearProblem', description: 'The person presses Try again.' },
        'form.left': { target: 'leaving', description: 'The person leaves the form.' },
      },
    },
    conflict: {
      description: 'Two versions: what the person has typed, and what somebody else has saved.',
      tags: ['open', 'conflict', 'compared', 'unsaved'],
      meta: { focus: 'record-versions' },
      on: {
        'conflict.mineChosen': { target: 'saving', actions: 'takeMine', description: 'The typed version replaces the saved one.' },
        'conflict.theirsChosen': { target: 'editing.pristine', actions: 'takeTheirs', description: 'The form shows the saved version.' },
        'form.left': { target: 'leaving', description: 'The person leaves the form.' },
      },
    },
  },
});
