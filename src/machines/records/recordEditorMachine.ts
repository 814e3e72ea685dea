import { and, assign, emit, setup } from 'xstate';
import { blankValues, isSameRecord, type Rules, type Values, valuesOf, wrongFields } from '../../../common/recordValues.ts';
import { actorSlot, type ChartMeta, type Reasons } from '../chart.ts';
import { failed, failure, isRefusedAs, type Problem, setProblem, withProblem } from '../problem.ts';

/** A record in a list, by field name. */
export type AnyRow = Readonly<Record<string, unknown>>;

/** A record to save; `row` is null for a new one. */
export interface SaveRecordOrder {
  row: AnyRow | null;
  values: Values;
}

interface Context {
  /** Of the open form; a new record may have other fields. */
  rules: Rules;
  /** The record as last loaded from the server; null for a new one. */
  row: AnyRow | null;
  values: Values;
  /** The version somebody else saved in the meantime. */
  newest: AnyRow | null;
  problem: Problem | null;
}

export const recordEditorReasons: Reasons<'isComplete' | 'isChanged' | 'isEditedBack' | 'isConflict' | 'isTaken'> = {
  isComplete: 'A field is missing, too long or malformed.',
  isChanged: 'Nothing differs from the saved record.',
  isEditedBack: 'The form differs from the saved record.',
  isConflict: 'The record is new, or the server did not refuse because somebody else changed it.',
  isTaken: 'The server did not refuse because another record has the same value.',
};

const baseOf = ({ rules, row }: Pick<Context, 'rules' | 'row'>): Values => (row ? valuesOf(rules, row) : blankValues(rules));
const editedTo = ({ values }: Context, { field, value }: FieldEdit): Values => ({ ...values, [field]: value });
interface FieldEdit {
  field: string;
  value: Values[string];
}

/** Form to add or edit a record in a list; every list uses this chart. */
export const recordEditorMachine = setup({
  types: {
    context: {} as Context,
    events: {} as
      | { type: 'editor.opened'; row: AnyRow | null; rules: Rules }
      | ({ type: 'field.edited' } & FieldEdit)
      | { type: 'form.submitted' }
      | { type: 'form.left' }
      | { type: 'changes.discarded' }
      | { type: 'changes.kept' }
      | { type: 'conflict.mineChosen' }
      | { type: 'conflict.theirsChosen' }
      | { type: 'conflict.retried' },
    emitted: {} as { type: 'record.saved'; row: AnyRow; isNew: boolean },
    /** `unsaved`: leaving now would lose changes. */
    tags: {} as 'open' | 'unsaved' | 'busy' | 'failed' | 'marked' | 'taken' | 'refused' | 'leaving' | 'conflict' | 'compared' | 'editable',
    meta: {} as ChartMeta,
  },
  actors: {
    saveRecord: actorSlot<AnyRow, SaveRecordOrder>('saveRecord', 'the call that adds or updates the record'),
    loadNewest: actorSlot<AnyRow, { row: AnyRow }>('loadNewest', 'the call that reads the record'),
  },
  actions: {
    open: assign((_, { row, rules }: { row: AnyRow | null; rules: Rules }) => ({
      rules,
      row,
      values: baseOf({ rules, row }),
      newest: null,
      problem: null,
    })),
    edit: assign({ values: ({ context }, edit: FieldEdit) => editedTo(context, edit), problem: null }),
    setProblem,
    clearProblem: assign({ problem: null }),
    setNewest: assign({ newest: (_, { row }: { row: AnyRow }) => row, problem: null }),
    takeTheirs: assign(({ context: { rules, newest } }) => ({ row: newest, values: baseOf({ rules, row: newest }), newest: null })),
    takeMine: assign({ row: ({ context }) => context.newest, newest: null }),
    tellSaved: emit(({ context }, { row }: { row: AnyRow }) => ({ type: 'record.saved' as const, row, isNew: context.row === null })),
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
    'Adds or edits a record. It asks before unsaved changes are dropped, and resolves conflicts when two people edit the same record.',
  meta: { reasons: recordEditorReasons },
  context: { rules: {}, row: null, values: {}, newest: null, problem: null },
  initial: 'closed',
  states: {
    closed: {
      description: 'The form is closed, and only the list is on the screen.',
      on: {
        'editor.opened': {
          target: 'editing',
          actions: { type: 'open', params: ({ event }) => event },
          description: 'The user presses Add, or Edit beside a record.',
        },
      },
    },
    editing: {
      description: 'The form is open for editing.',
      tags: ['open', 'editable'],
      initial: 'pristine',
      on: {
        'field.edited': [
          {
            guard: { type: 'isEditedBack', params: ({ event }) => event },
            target: '.pristine',
            actions: { type: 'edit', params: ({ event }) => event },
            description: 'The form matches the saved record again.',
          },
          {
            target: '.dirty',
            actions: { type: 'edit', params: ({ event }) => event },
            description: 'The form now differs from the saved record.',
          },
        ],
        'form.submitted': [
          { guard: and(['isComplete', 'isChanged']), target: 'saving', description: 'Save is pressed, with valid changes.' },
          { guard: 'isComplete', target: 'closed', description: 'Save is pressed, but nothing changed.' },
          { target: '.incomplete', reenter: true, description: 'Save is pressed, but a field is not valid.' },
        ],
        'form.left': [
          { guard: 'isChanged', target: 'leaving', description: 'The user leaves a form with unsaved changes.' },
          { target: 'closed', description: 'The user leaves a form without changes.' },
        ],
      },
      states: {
        pristine: { description: 'The form is empty or matches the saved record.' },
        dirty: { description: 'The form has unsaved changes.', tags: 'unsaved' },
        incomplete: {
          description: 'Some fields are not valid. The form says which and why.',
          ...failed({ focus: 'record-wrong' }, 'marked', 'unsaved'),
        },
        taken: {
          description: 'Another record already has a value that must be unique. The field says so.',
          ...failed({ focus: 'record-wrong' }, 'taken', 'unsaved'),
        },
        refused: {
          description: 'The server refused or gave no usable answer. The form keeps everything.',
          ...failed({ focus: 'record-problem' }, 'refused', 'unsaved'),
        },
      },
    },
    leaving: {
      description: 'A dialog asks whether to discard the changes.',
      tags: ['open', 'leaving', 'unsaved'],
      on: {
        'changes.discarded': { target: 'closed', description: 'The user discards the changes.' },
        'changes.kept': { target: 'editing.dirty', description: 'The user keeps editing.' },
      },
    },
    saving: {
      description: 'Waiting for the server to save the record.',
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
            description: 'Somebody else saved the record after the form was opened.',
          },
          {
            guard: { type: 'isTaken', ...failure },
            target: 'editing.taken',
            ...withProblem,
            description: 'Another record already has this value.',
          },
          {
            target: 'editing.refused',
            ...withProblem,
            description: 'The record could not be saved for another reason.',
          },
        ],
      },
    },
    comparing: {
      description: 'Somebody else changed the record. Loading the latest version to show it beside the form.',
      tags: ['open', 'busy', 'conflict', 'unsaved'],
      invoke: {
        id: 'loadNewest',
        src: 'loadNewest',
        input: ({ context }) => ({ row: context.row as AnyRow }),
        onDone: {
          target: 'conflict',
          actions: { type: 'setNewest', params: ({ event }) => ({ row: event.output }) },
          description: 'Both versions are on the screen.',
        },
        onError: {
          target: 'incomparable',
          ...withProblem,
          description: 'The record was removed, or the server did not answer.',
        },
      },
    },
    incomparable: {
      description: 'Somebody else changed the record, and the latest version could not be loaded. The screen offers Try again.',
      tags: ['open', 'failed', 'conflict', 'unsaved'],
      meta: { focus: 'record-problem' },
      on: {
        'conflict.retried': { target: 'comparing', actions: 'clearProblem', description: 'The user presses Try again.' },
        'form.left': { target: 'leaving', description: 'The user leaves the form.' },
      },
    },
    conflict: {
      description: 'The user’s version and the one somebody else saved are side by side. The user chooses one.',
      tags: ['open', 'conflict', 'compared', 'unsaved'],
      meta: { focus: 'record-versions' },
      on: {
        'conflict.mineChosen': { target: 'saving', actions: 'takeMine', description: 'The user’s version replaces the saved one.' },
        'conflict.theirsChosen': {
          target: 'editing.pristine',
          actions: 'takeTheirs',
          description: 'The form takes over the saved version.',
        },
        'form.left': { target: 'leaving', description: 'The user leaves the form.' },
      },
    },
  },
});
