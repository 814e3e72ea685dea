import { rosteringMachine } from '../../src/machines/rostering/rosteringMachine.ts';
import { defineModel } from '../kit/modelKit.ts';
import { draft, student } from './rosterSamples.ts';

const [ada, marie] = [student(1, 'Ada'), student(2, 'Marie')];
const problem = { code: 503, message: 'Too much to do' };

export const rosteringModel = defineModel({
  machine: rosteringMachine,
  input: { userPuid: 9 },
  events: [
    { type: 'students.retried' },
    { type: 'student.addAsked' },
    { type: 'student.editAsked', student: ada },
    { type: 'student.submitted', draft },
    { type: 'password.resetAsked', student: ada },
    { type: 'password.resetConfirmed' },
    { type: 'revocation.asked', student: ada },
    { type: 'revocation.confirmed' },
    { type: 'dialog.closed' },
    { type: 'student.deleted', student: marie },
    { type: 'deletion.undone' },
    { type: 'deletion.dismissed' },
    { type: 'xstate.done.actor.loadStudents', output: { students: [ada, marie], total: 2 } },
    { type: 'xstate.error.actor.loadStudents', error: problem },
    { type: 'xstate.done.actor.createStudent', output: { student: student(3, 'Irene'), password: 'abcd2345' } },
    { type: 'xstate.error.actor.createStudent', error: { code: 409, message: 'Another account already has this user name.' } },
    { type: 'xstate.done.actor.updateStudent', output: ada },
    { type: 'xstate.error.actor.updateStudent', error: problem },
    { type: 'xstate.done.actor.resetPassword', output: { student: ada, password: 'wxyz6789' } },
    { type: 'xstate.error.actor.resetPassword', error: problem },
    { type: 'xstate.done.actor.revokeCode', output: ada },
    { type: 'xstate.error.actor.revokeCode', error: problem },
    { type: 'xstate.done.actor.deleteStudent', output: { undo_id: 77 } },
    { type: 'xstate.error.actor.deleteStudent', error: problem },
    { type: 'xstate.done.actor.restoreStudent', output: [marie] },
    { type: 'xstate.error.actor.restoreStudent', error: problem },
  ],
  project: ({ chosen }) => ({ isNew: chosen === null }),
  // A student is deleted only while nothing else is in progress.
  can: (event, { value }) => {
    const { type } = event as { type: string };
    const { students, removal } = value as { students: unknown; removal: string };
    const isIdle = JSON.stringify(students) === '{"listed":"idle"}';
    return /^student\.deleted|^deletion|actor\.(delete|restore)/.test(type) ? isIdle : removal === 'none';
  },
  invariants: {
    'students are keyed by user_puid': ({ context }) =>
      Object.entries(context.students).every(([key, { user_puid }]) => key === String(user_puid)),
    'a login code is known only while it is shown': (snapshot) => snapshot.hasTag('telling') === (snapshot.context.secret !== null),
    'whoever was deleted is not in the list': (snapshot) =>
      !snapshot.matches({ removal: 'undoable' }) || !((snapshot.context.removed?.user_puid ?? 0) in snapshot.context.students),
  },
});
