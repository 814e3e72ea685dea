import { Role } from '../../contract/kit.ts';
import {
  type Finding,
  finalModes,
  isOfSelection,
  mostRosterBytes,
  type RosterChange,
  rosterPartSize,
} from '../../contract/rostering/job.ts';
import { mostJobs, type rostering as rosteringCalls } from '../../contract/rostering.ts';
import { fieldReason } from '../kit/fieldReasons.ts';
import { assertFilePart } from '../kit/fileParts.ts';
import { assertSelf, type HandlersOf, notFound, refuse } from '../kit/handler.ts';
import { transact } from '../kit/transact.ts';
import { refuseBeside } from '../roster/beside.ts';
import { byHand } from '../roster/handChanges.ts';
import { filePart, type JobResult, optionsOf, reportOf, undoLife } from '../roster/jobs.ts';
import { schoolOf } from '../roster/people.ts';
import { staysOf } from '../roster/stays.ts';
import {
  continueJob,
  discardJob,
  jobAnswer,
  jobsAs,
  listedColumns,
  makeRoom,
  moveJob,
  newJob,
  notBegun,
  visibleJob,
} from './rostering/importJobs.ts';
import { rosterTemplate } from './rostering/rosterTemplate.ts';
import { studentAccounts } from './rostering/studentAccounts.ts';
import { studentLoginCodes } from './rostering/studentLoginCodes.ts';

/** Files per import. */
const mostFiles = 40;

export const rostering: HandlersOf<typeof rosteringCalls> = {
  ...studentAccounts,
  ...studentLoginCodes,
  ...rosterTemplate,

  uploadRosterPart: async ({ body }, { ports, user }) => {
    const { db } = ports;
    const { district_id } = user;
    assertFilePart(body, rosterPartSize);
    const now = ports.now();
    let job_id = body.job_id;
    if (job_id === null) {
      await makeRoom(ports, user);
      job_id = ports.newId();
      await db
        .insertInto('roster_job')
        .values(await newJob(ports, user, job_id))
        .execute();
    } else {
      const job = await visibleJob(ports, user, job_id);
      if (!['uploaded', 'validated', 'refused', 'failed'].includes(job.state) || job.source !== null || isOfSelection(optionsOf(job)))
        throw refuse('importClosed');
      const files = await db
        .selectFrom('roster_file')
        .select(['name', 'size'])
        .distinct()
        .where('job_id', '=', job_id)
        .where('name', '<>', body.file_name)
        .execute();
      if (files.length >= mostFiles)
        throw refuse('tooManyRosterFiles', { most: mostFiles }, { fields: [fieldReason('file_name', 'tooMany', { most: mostFiles })] });
      if (files.reduce((sum, file) => sum + file.size, body.size) > mostRosterBytes) throw refuse('rosterTooLarge');
    }
    const key = { district_id, job_id, name: body.file_name } as const;
    await transact(db, async (trx) => {
      // A different size means a different file with the same name.
      await trx
        .deleteFrom('roster_file')
        .where('job_id', '=', key.job_id)
        .where('name', '=', body.file_name)
        .where('size', '<>', body.size)
        .execute();
      await trx
        .insertInto('roster_file')
        .values({ ...key, part_no: body.part_no, size: body.size, content: body.content })
        .onConflict((conflict) => conflict.columns(['district_id', 'job_id', 'name', 'part_no']).doUpdateSet({ content: body.content }))
        .execute();
      await trx.updateTable('roster_job').set({ state: 'uploaded', updated_at: now }).where('job_id', '=', key.job_id).execute();
    });
    return jobAnswer(ports, user, job_id);
  },

  validateFile: async ({ body }, { ports, user }) => {
    const job = await visibleJob(ports, user, body.job_id);
    const [shown] = await jobsAs(ports, [job]);
    const missing = shown?.files.find((file) => file.received < file.parts);
    if (missing) throw refuse('importFileIncomplete', { file: missing.name });
    if (!shown?.files.length) throw refuse('importIncomplete');
    const isSelected = isOfSelection(shown.options);
    if (isOfSelection(body.options) !== isSelected) throw refuse('importClosed');
    await moveJob(
      ports,
      user,
      job,
      ['uploaded', 'validated', 'refused', 'failed'],
      { state: 'checking', options: JSON.stringify(isSelected ? shown.options : body.options), validated_at: null, problem: null },
      'roster.validate',
    );
    continueJob(ports, user, job.job_id);
    return jobAnswer(ports, user, job.job_id);
  },

  importStudents: async ({ body }, { ports, user }) => {
    const job = await visibleJob(ports, user, body.job_id);
    if (job.state === 'validated' && job.confirmation !== null && body.confirmation.trim() !== job.confirmation)
      throw refuse(
        'importUnconfirmed',
        { confirmation: job.confirmation },
        { fields: [fieldReason('confirmation', 'notTyped', { words: job.confirmation })] },
      );
    const { losers = [] } = JSON.parse(job.result) as JobResult;
    if (losers.includes(user.user_puid)) throw refuse('importOfOwnAccount');
    const later = await ports.db
      .selectFrom('roster_job')
      .select('job_id')
      .where('form', 'not in', byHand)
      .where('finished_at', '>', job.validated_at ?? 0)
      .executeTakeFirst();
    if (later && job.validated_at !== null) throw refuse('importOutdated');
    await moveJob(ports, user, job, ['validated'], { state: 'confirmed' }, 'roster.import', (trx) => refuseBeside(trx, job));
    continueJob(ports, user, job.job_id);
    return jobAnswer(ports, user, job.job_id);
  },

  rosterJob: async ({ query }, { ports, user }) => jobAnswer(ports, user, query.job_id),

  rosterJobs: async ({ query }, { ports, user }) => {
    assertSelf(user, query.userPuid);
    const school_id = await schoolOf(ports.db, user);
    let jobs = ports.db
      .selectFrom('roster_job')
      .select(listedColumns)
      .where((eb) => eb.or([eb('form', 'is', null), eb('form', 'not in', byHand)]))
      .orderBy('created_at', 'desc')
      .orderBy('job_id', 'desc')
      .limit(mostJobs);
    if (user.role === Role.schoolAdministrator) jobs = jobs.where('school_id', '=', school_id);
    else if (user.role < Role.districtAdministrator) jobs = jobs.where('created_by', '=', user.user_puid);
    if (query.from_date !== undefined) jobs = jobs.where('created_at', '>=', Date.parse(query.from_date));
    return (await jobsAs(ports, await jobs.execute())).map((job) => ({
      ...job,
      brake: null,
      check: job.check && { ...job.check, groups: [] },
    }));
  },

  rosterFindings: async ({ query }, { ports, user }) => JSON.parse((await visibleJob(ports, user, query.job_id)).findings) as Finding[],
  rosterRowFindings: async ({ query }, { ports, user }) => reportOf(ports.db, await visibleJob(ports, user, query.job_id)),
  rosterChanges: async ({ query }, { ports, user }) => JSON.parse((await visibleJob(ports, user, query.job_id)).changes) as RosterChange[],

  rosterFilePart: async ({ query }, { ports, user }) => {
    await visibleJob(ports, user, query.job_id);
    const part = await filePart(ports.db, query).executeTakeFirst();
    if (!part) throw notFound('file');
    return part;
  },

  undoImport: async ({ body }, { ports, user }) => {
    const job = await visibleJob(ports, user, body.job_id);
    if (finalModes.includes(optionsOf(job).mode)) throw refuse('batchFinal');
    if (job.state === 'done' && (job.finished_at ?? 0) <= ports.now() - undoLife) throw refuse('importTooOld');
    const stays = await staysOf(ports, job);
    if (stays && stays.count > body.stays_seen) throw refuse('importBuiltUpon');
    await moveJob(ports, user, job, ['done', 'partial'], { state: 'undoing', left_alone: 0 }, 'roster.undo', (trx) =>
      refuseBeside(trx, job),
    );
    continueJob(ports, user, job.job_id);
    return jobAnswer(ports, user, job.job_id);
  },

  resumeImport: async ({ body }, { ports, user }) => {
    const job = await visibleJob(ports, user, body.job_id);
    await moveJob(ports, user, job, ['partial'], { state: 'applying', problem: null }, 'roster.resume', (trx) => refuseBeside(trx, job));
    continueJob(ports, user, job.job_id);
    return jobAnswer(ports, user, job.job_id);
  },

  cancelImport: async ({ body }, { ports, user }) => {
    const job = await visibleJob(ports, user, body.job_id);
    const isApplying = job.state === 'applying';
    if (isApplying) await moveJob(ports, user, job, ['applying'], { state: 'partial', problem: 'cancelled' }, 'roster.cancel');
    else await discardJob(ports, user, job, [...notBegun, 'confirmed'], job.problem);
    return jobAnswer(ports, user, job.job_id);
  },
};
