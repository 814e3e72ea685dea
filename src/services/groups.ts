import { type ClassTransfer, classTransfers, type GroupDetail, groups } from '../../contract/groups.ts';
import type { DataOf } from '../../contract/kit.ts';
import { rostering } from '../../contract/rostering.ts';
import type { TransferOrder } from '../machines/groups/classTransferMachine.ts';
import type { LabelsOrder } from '../machines/groups/labelsMachine.ts';
import { callActor } from './kit/callActor.ts';
import type { Send } from './kit/client.ts';

/** The form values of a class or group. Omitted values are empty strings. */
export interface GroupDraft {
  group_name: string;
  subject: string;
  grade: string;
  period: string;
}

/** One change to a class or group. */
export type GroupOrder =
  | { kind: 'add'; type: 'class' | 'group'; draft: GroupDraft; schoolId: number | null }
  | { kind: 'update'; groupPuid: number; draft: GroupDraft; active: boolean; version: number }
  | { kind: 'fill'; groupPuid: number; students: readonly number[] }
  | { kind: 'empty'; groupPuid: number; students: readonly number[] }
  | { kind: 'transfer'; from: number; to: number; students: readonly number[] };

const orNull = (text: string) => (text.trim() === '' ? null : text.trim());
const fieldsOf = ({ group_name, subject, grade, period }: GroupDraft) => ({
  group_name: group_name.trim(),
  subject: orNull(subject),
  grade: orNull(grade),
  period: orNull(period),
});

/** Creates, edits, fills or empties a class or group, or moves its students to another one. */
export async function changeGroup(send: Send, order: GroupOrder, signal: AbortSignal): Promise<GroupDetail> {
  switch (order.kind) {
    case 'add':
      return send(groups.addGroup, { ...fieldsOf(order.draft), kind: order.type, school_id: order.schoolId }, { signal });
    case 'update':
      return send(
        groups.updateGroup,
        { group_puid: order.groupPuid, ...fieldsOf(order.draft), active: order.active, version: order.version },
        { signal },
      );
    case 'fill':
      return send(groups.addGroupStudents, { group_puid: order.groupPuid, user_puids: [...order.students] }, { signal });
    case 'empty':
      return send(groups.removeGroupStudents, { group_puid: order.groupPuid, user_puids: [...order.students] }, { signal });
    case 'transfer':
      return (
        await send(
          groups.transferStudents,
          { from_group_puid: order.from, to_group_puid: order.to, user_puids: [...order.students] },
          { signal },
        )
      ).from;
  }
}

export const labelsActors = (send: Send) => ({
  makeLabels: callActor<DataOf<typeof rostering.makeLabels>, LabelsOrder>(({ input, signal }) =>
    send(rostering.makeLabels, { user_puids: [...input.students], renew: input.renew }, { signal }),
  ),
});

/** Calls that transfer classes between teachers. */
export const classTransferActors = (send: Send) => ({
  transfer: callActor<ClassTransfer, TransferOrder>(({ input: { from, to, classes }, signal }) =>
    send(
      classTransfers.transferClasses,
      { from_teacher_puid: from.user_puid, to_teacher_puid: to.user_puid, group_puids: classes.map((one) => one.group_puid) },
      { signal },
    ),
  ),
  undo: callActor<ClassTransfer, { transfer: ClassTransfer }>(({ input, signal }) =>
    send(classTransfers.undoClassTransfer, { transfer_id: input.transfer.transfer_id }, { signal }),
  ),
});
