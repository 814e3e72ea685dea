import { insertAll } from '../../../server/db/upsert.ts';
import { secrets } from '../../../server/roster/api/readSet.ts';
import { ids } from '../../server/fixtureSchool.ts';
import type { TestServer } from '../../server/testServer.ts';

/** A student list in the template's format. */
export const list = 'user_name,first_name,last_name,class_name\nnia,Nia,Okoro,"Science 6, Period 2"\n';

const roster = {
  /** Tess's students: one to change, one to delete, one in the group. */
  student: 1901,
  leaver: 1902,
  member: 1903,
  /** A group of tess's. */
  group: 1904,
  uploaded: 1911,
  validated: 1912,
  done: 1913,
  undoable: 1914,
  partial: 1915,
  cancellable: 1916,
  removal: 1917,
  transfer: 1918,
  removedSubject: 1919,
  closedSchool: 1920,
  removedGrade: 1921,
  emptyDistrict: 1922,
  removedDistrict: 1923,
  connection: 1924,
  /** Learning platforms, and a choice of tess's. */
  platform: 1925,
  removedPlatform: 1926,
  choice: 1927,
  sync: 1928,
} as const;
export type RosterWorld = typeof roster;

/** Adds students that may be changed without affecting other cases, and imports of tess's in every state that waits for a user. */
export async function makeRosterWorld({ db, clock, ports }: TestServer): Promise<RosterWorld> {
  const district_id = 1;
  await insertAll(db, 'roster_connection', [
    {
      ...{ district_id, connection_id: roster.connection, version: 1, name: 'Student information', roster_version: '1.2' },
      ...{ service: 'oneRoster', kinds: '[]' },
      ...{ base_url: 'https://sis.example.org', token_url: 'https://sis.example.org/oauth2', client_id: 'orrery', scope: '' },
      ...{ sealed_secret: secrets.seal(ports, 'sealed in the tests'), school_ids: '[]', nightly_hour: null, arranged_by: ids.dan },
      ...{ next_at: null, synced_at: null, full_at: null },
    },
    {
      ...{ district_id, connection_id: roster.sync, version: 1, name: 'roster.example.org', roster_version: '1.2', service: 'clever' },
      ...{ base_url: 'https://roster.example.org', token_url: '', client_id: '', scope: '', kinds: '["students"]' },
      ...{ sealed_secret: secrets.seal(ports, 'sealed in the tests'), school_ids: '[]', nightly_hour: null, arranged_by: ids.dan },
      ...{ next_at: null, synced_at: null, full_at: null },
    },
  ]);
  const base = { district_id, sourced_id: null, active: 1 };
  await insertAll(
    db,
    'app_user',
    ([roster.student, roster.leaver, roster.member] as const).map((user_puid) => ({
      ...base,
      user_puid,
      user_name: `pupil${user_puid}`,
      user_key: `pupil${user_puid}`,
      password_hash: null,
      role_id: 1,
      first_name: 'Pupil',
      last_name: String(user_puid),
      email: null,
      school_id: ids.school,
      grade: '6',
      token_version: 1,
      created_at: clock.now,
    })),
  );
  const group = {
    group_puid: roster.group,
    school_id: ids.school,
    name: 'Team',
    kind: 'group' as const,
    subject: null,
    grade: null,
    period: null,
  };
  await insertAll(db, 'class_group', [{ ...base, ...group }]);
  await insertAll(db, 'school', [
    { district_id, school_id: roster.closedSchool, name: 'Old Mill', sourced_id: null, closed_at: clock.now },
  ]);
  const empty = { name: 'East', state_id: null, time_zone: 'America/New_York', nav_tabs: '[]' };
  await insertAll(db, 'district', [
    { ...empty, district_id: roster.emptyDistrict, removed_at: null },
    { ...empty, district_id: roster.removedDistrict, removed_at: clock.now },
  ]);
  await insertAll(db, 'grade', [
    { district_id, grade_id: roster.removedGrade, name: '13', name_key: '13', version: 1, removed_at: clock.now },
  ]);
  await insertAll(db, 'subject', [
    { district_id, subject_id: roster.removedSubject, name: 'Latin', name_key: 'latin', active: 1, version: 1, removed_at: clock.now },
  ]);
  const platform = (platform_id: number, removed_at: number | null) => ({
    ...{ district_id, platform_id, name: 'Campus', issuer: `https://${platform_id}.example`, client_id: 'tool', deployment_ids: '["d1"]' },
    ...{ authorization_endpoint: 'https://campus.example/auth', token_endpoint: '', jwks_uri: 'https://campus.example/keys' },
    ...{ subject_is_sourced_id: 0, active: 1, launches: 0, launched_at: null, version: 1, created_at: clock.now, removed_at },
  });
  await insertAll(db, 'lti_platform', [platform(roster.platform, null), platform(roster.removedPlatform, clock.now)]);
  await insertAll(db, 'lti_choice', [
    {
      ...{ district_id, choice_id: roster.choice, platform_id: roster.platform, user_puid: ids.tess, deployment_id: 'd1' },
      ...{ return_url: 'https://campus.example/back', data: null, expires_at: Number.MAX_SAFE_INTEGER, link_id: null, return_hash: null },
    },
  ]);
  const enroll = (group_puid: number, user_puid: number, role: 'student' | 'teacher') => ({ ...base, group_puid, user_puid, role });
  await insertAll(db, 'enrollment', [
    enroll(ids.class, roster.student, 'student'),
    enroll(ids.class, roster.leaver, 'student'),
    enroll(roster.group, ids.tess, 'teacher'),
    enroll(roster.group, roster.member, 'student'),
  ]);
  const person = { user_puid: ids.tess, first_name: 'tess', last_name: 'Person' };
  const job = (
    job_id: number,
    state: 'uploaded' | 'validated' | 'done' | 'partial',
    form: 'simple' | 'removal' | 'transfer' = 'simple',
  ) => ({
    district_id,
    job_id,
    created_by: ids.tess,
    school_id: ids.school,
    form,
    state,
    options: JSON.stringify({ mends: [], mapping: null, mode: 'add', overwrite_manual: false, leave_out: false }),
    result: JSON.stringify({ files: [], check: null, counts: null, skipped: 0, looksUp: false }),
    findings: '[]',
    changes: '[]',
    confirmation: null,
    problem: null,
    rows_total: 1,
    rows_done: 0,
    left_alone: 0,
    created_at: clock.now,
    updated_at: clock.now,
    validated_at: clock.now,
    finished_at: state === 'done' ? clock.now : null,
    runner: null,
    lease_until: 0,
  });
  await insertAll(db, 'roster_job', [
    job(roster.uploaded, 'uploaded'),
    job(roster.validated, 'validated'),
    job(roster.done, 'done'),
    job(roster.undoable, 'partial'),
    job(roster.partial, 'partial'),
    job(roster.cancellable, 'uploaded'),
    job(roster.removal, 'done', 'removal'),
    {
      ...job(roster.transfer, 'done', 'transfer'),
      result: JSON.stringify({
        from: person,
        to: person,
        groups: [{ group_puid: ids.class, group_name: 'Science 6' }],
        transferred_by: 'X',
      }),
    },
  ]);
  await insertAll(
    db,
    'roster_file',
    [roster.uploaded, roster.validated, roster.partial].map((job_id) => ({
      district_id,
      job_id,
      name: 'list.csv',
      part_no: 1,
      size: list.length,
      content: btoa(list),
    })),
  );
  await insertAll(
    db,
    'roster_batch',
    [roster.removal, roster.transfer].map((job_id) => ({ district_id, job_id, batch_no: 1, entries: '[]' })),
  );
  return roster;
}
