import * as v from 'valibot';
import { userStates } from './account.ts';
import { administrators, call, flag, id, smallId } from './kit.ts';
import { selectionModes } from './rostering/job.ts';
import { mostSelected } from './userBatchLimits.ts';

const ours = { backend: 'lms', access: administrators, onFailure: 'state', origin: 'ours' } as const;

export const userBatch = {
  userIdList: call({
    ...ours,
    method: 'GET',
    path: '/UserSetup/get_user_id_list',
    summary: 'Get the list of new usernames and roster ids as CSV: an empty template, or with the users whose ids the caller may change',
    query: v.object({ user_puid: id, with_people: v.optional(flag, false) }),
    data: v.object({ file_name: v.string(), content: v.string() }),
  }),
  startBatch: call({
    ...ours,
    method: 'POST',
    path: '/UserSetup/start_user_batch',
    summary:
      'Select many people of the own district to deactivate, activate or move them, to end their sessions or take back their login codes. Nothing happens until import_students confirms the job.',
    refusedWhileActing: true,
    body: v.object({
      user_puid: id,
      action: v.picklist(selectionModes),
      /** Where they move. */
      school_id: v.optional(v.nullable(id), null),
      /** null: everybody in the list of users, as far as what follows narrows it. */
      selected: v.nullable(v.pipe(v.array(id), v.minLength(1), v.maxLength(mostSelected))),
      search: v.optional(v.pipe(v.string(), v.maxLength(100)), ''),
      role: v.optional(smallId),
      in_school_id: v.optional(id),
      state: v.optional(v.picklist(userStates)),
    }),
    data: v.object({ job_id: v.number() }),
  }),
};
