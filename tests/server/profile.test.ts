import { beforeEach, describe, expect, it } from 'vitest';
import { calls } from '../../contract/index.ts';
import { mostPhotoBytes } from '../../contract/profile.ts';
import { ids, schoolServer } from './fixtureSchool.ts';
import { jpeg, png, webpExtended, webpLossless, webpLossy } from './pictures.ts';
import { auditOf, expectFailure, type TestClient, type TestServer } from './testServer.ts';

let server: TestServer;
let tess: TestClient;
beforeEach(async () => {
  [server, tess] = await schoolServer('tess');
});
const self = { user_puid: ids.tess };
const named = { ...self, first_name: 'Theresa', last_name: 'Teacher' };
const mails = () => server.db.selectFrom('mail').select(['recipient', 'subject']).execute();
const setAddress = (email: string | null) => server.db.updateTable('app_user').set({ email }).where('user_puid', '=', ids.tess).execute();

describe('one’s own account', () => {
  it('can be read and renamed, and its owner is called so from the next token on', async () => {
    await setAddress('tess@hill.example');
    expect(await tess.ok(calls.userDetail, self)).toMatchObject({
      user_name: 'tess',
      district_name: 'North',
      school_name: 'Hill',
      has_password: true,
    });
    const changed = await tess.ok(calls.updateUserDetail, { ...named, email: 'Tess@hill.example' });
    expect(changed).toMatchObject({ first_name: 'Theresa', last_name: 'Teacher' });
    expect((await tess.ok(calls.userInfo, self)).first_name).toBe('Theresa');
    expect(await mails(), 'the same address in other letters is no other address').toEqual([]);
  });

  it('gets another e-mail address only with the password, and the former address hears of it', async () => {
    await setAddress('tess@hill.example');
    const wanted = { ...named, email: 'thief@elsewhere.example' };
    expectFailure(await tess.call(calls.updateUserDetail, wanted), 400, 'Your current password is not right.');
    expectFailure(await tess.call(calls.updateUserDetail, { ...wanted, current_password: 'guess' }), 400);
    expect((await tess.ok(calls.userDetail, self)).first_name, 'nothing of it was saved').toBe('tess');
    expect(await tess.ok(calls.updateUserDetail, { ...wanted, current_password: 'science-rocks' })).toMatchObject({ email: wanted.email });
    expect(await mails()).toEqual([{ recipient: 'tess@hill.example', subject: 'Your email address was changed' }]);
    const audited = await auditOf(server.db, 'profile.change').select(['action', 'detail']).execute();
    expect(audited).toEqual([{ action: 'profile.change', detail: '{"otherAddress":true}' }]);
  });

  it('stops who guesses the password by way of the address', async () => {
    const wanted = { ...named, email: 'thief@elsewhere.example' };
    for (let guess = 0; guess < 10; guess++)
      expectFailure(await tess.call(calls.updateUserDetail, { ...wanted, current_password: `guess ${guess}` }), 400);
    expectFailure(await tess.call(calls.updateUserDetail, { ...wanted, current_password: 'science-rocks' }), 429);
  });

  it('may have no password, where people sign in elsewhere', async () => {
    await server.db.updateTable('app_user').set({ password_hash: null }).where('user_puid', '=', ids.tess).execute();
    expect(await tess.ok(calls.updateUserDetail, { ...named, email: 'new@hill.example' })).toMatchObject({
      email: 'new@hill.example',
      has_password: false,
    });
  });

  it('is the school’s to name, for students', async () => {
    const ana = await server.signIn('ana');
    expectFailure(await ana.call(calls.updateUserDetail, { user_puid: ids.ana, first_name: 'Queen', last_name: 'Ana', email: null }), 403);
  });
});

describe('a photo', () => {
  const upload = (content: Uint8Array<ArrayBuffer> | string, name = 'me.png') =>
    tess.call(calls.uploadUserPhoto, { ...self, photo: new File([content], name) });

  it.each([
    ['image/png', png(64, 48)],
    ['image/jpeg', jpeg(64, 48)],
    ['image/webp', webpExtended(64, 48)],
    ['image/webp', webpLossy(64, 48)],
    ['image/webp', webpLossless(64, 48)],
  ])('may be %s by its bytes, whatever its name says', async (media_type, bytes) => {
    const answer = await upload(bytes, '../../evil.html');
    expect(answer.data).toEqual({ media_type, content: Buffer.from(bytes).toString('base64') });
    expect(await tess.ok(calls.userPhoto, self)).toEqual(answer.data);
  });

  it('takes the place of the one before, is nobody else’s, and can be taken away', async () => {
    await upload(png(8, 8));
    await upload(jpeg(9, 9));
    expect(await server.db.selectFrom('user_photo').select(['district_id', 'user_puid', 'media_type']).execute()).toEqual([
      { district_id: 1, user_puid: ids.tess, media_type: 'image/jpeg' },
    ]);
    const tom = await server.signIn('tom');
    expect(await tom.ok(calls.userPhoto, { user_puid: ids.tom })).toBeNull();
    expectFailure(await tom.call(calls.userPhoto, self), 404);
    expectFailure(await tom.call(calls.removeUserPhoto, self), 404);
    await tess.ok(calls.removeUserPhoto, self);
    expect(await tess.ok(calls.userPhoto, self)).toBeNull();
  });

  it.each<[string, number, Uint8Array<ArrayBuffer> | string, string?]>([
    ['a page', 415, '<!doctype html><script>alert(1)</script>', 'me.png'],
    ['a drawing with a script', 415, '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>', 'me.svg'],
    ['a text that is kept elsewhere', 415, 'hello', 'me.txt'],
    ['a document', 415, '%PDF-1.7', 'me.png'],
    ['an animation', 415, 'GIF89a..............................', 'me.gif'],
    ['nothing', 400, '', 'me.png'],
    ['a PNG without its head', 415, png(8, 8).slice(0, 20)],
    ['a JPEG without a frame', 415, jpeg(8, 8).slice(0, 22)],
    ['a picture of no size', 415, png(0, 8)],
    ['a picture too wide to look at', 413, png(100_000, 8)],
    ['a wide JPEG', 413, jpeg(60_000, 8)],
    ['a wide WebP', 413, webpExtended(100_000, 8)],
    ['a wide lossy WebP', 413, webpLossy(16_000, 8)],
    ['a wide lossless WebP', 413, webpLossless(16_000, 8)],
    ['a picture too high to look at', 413, jpeg(8, 65_000)],
    ['a WebP too large to look at', 413, webpExtended(16_000_000, 16_000_000)],
    ['too many bytes', 413, new Uint8Array([...png(8, 8), ...new Uint8Array(mostPhotoBytes)])],
  ])('is not %s', async (_what, code, bytes, name) => {
    expectFailure(await upload(bytes, name), code);
    expect(await tess.ok(calls.userPhoto, self)).toBeNull();
  });

  it('is not what is no file, and a request of more than a megabyte is not read', async () => {
    expectFailure(await tess.call(calls.uploadUserPhoto, { ...self, photo: 'me.png' as unknown as File }), 400);
    expectFailure(await upload(new Uint8Array(1_100_000)), 413);
  });
});

describe('hints of a first visit', () => {
  it('are remembered one by one, each person’s own', async () => {
    expect(await tess.ok(calls.userOverlay, self)).toEqual([]);
    await tess.ok(calls.updateUserOverlay, { ...self, overlay_key: 'welcome', is_seen: true });
    await tess.ok(calls.updateUserOverlay, { ...self, overlay_key: 'welcome', is_seen: true });
    await tess.ok(calls.updateUserOverlay, { ...self, overlay_key: 'library', is_seen: true });
    await tess.ok(calls.updateUserOverlay, { ...self, overlay_key: 'library', is_seen: false });
    expect(await tess.ok(calls.userOverlay, self)).toEqual([
      { overlay_key: 'library', is_seen: false },
      { overlay_key: 'welcome', is_seen: true },
    ]);
    const tom = await server.signIn('tom');
    expect(await tom.ok(calls.userOverlay, { user_puid: ids.tom })).toEqual([]);
  });
});

describe('while an administrator acts as somebody', () => {
  it('nothing of the account changes, and nothing is said in their name', async () => {
    const dan = await server.signIn('dan');
    const { token } = await dan.ok(calls.loginAsUser, { user_puid: ids.dan, login_as_puid: ids.tess });
    const acting = { authorization: `Bearer ${token}` };
    for (const [call, input] of [
      [calls.updateUserDetail, { ...named, email: null }],
      [calls.removeUserPhoto, self],
      [calls.updateUserOverlay, { ...self, overlay_key: 'welcome', is_seen: true }],
      [calls.adoptionFeedback, { ...self, rating: 1, feedback_text: '' }],
    ] as const)
      expectFailure(await server.call(call, input, acting), 403, /Exit first/);
    expect((await server.call(calls.userDetail, self, acting)).code, 'reading is what acting is for').toBe(200);
  });
});

describe('what people say', () => {
  const said = { ...self, category: 'problem' as const, feedback_text: 'The moon is too slow.' };

  it('is kept, with a file under a name of ours', async () => {
    const { feedback_id } = await tess.ok(calls.insertFeedback, { ...said, feedback_file: new File([png(4, 4)], '..\\evil\u202egnp.exe') });
    const row = await server.db.selectFrom('user_feedback').selectAll().where('feedback_id', '=', feedback_id).executeTakeFirstOrThrow();
    expect(row).toMatchObject({
      district_id: 1,
      user_puid: ids.tess,
      kind: 'feedback',
      category: 'problem',
      file_name: 'evilgnp.png',
      media_type: 'image/png',
    });
    await tess.ok(calls.insertFeedback, said);
    const rated = await tess.ok(calls.adoptionFeedback, { ...self, rating: 4, feedback_text: '' });
    expect(
      await server.db.selectFrom('user_feedback').select(['kind', 'rating']).where('feedback_id', '=', rated.feedback_id).execute(),
    ).toEqual([{ kind: 'adoption', rating: 4 }]);
  });

  it.each([
    [{ feedback_text: '  ' }, 400],
    [{ category: 'insult' }, 400],
    [{ feedback_file: new File(['MZ\u0000\u0001'], 'setup.exe') }, 415],
    [{ feedback_file: new File([new Uint8Array(720 * 1024)], 'zeros.png') }, 413],
  ])('is refused with %j', async (part, code) => {
    expectFailure(await tess.call(calls.insertFeedback, { ...said, ...part } as never), code);
    expect(await server.db.selectFrom('user_feedback').selectAll().execute()).toEqual([]);
  });

  it('is stopped when it comes over and over', async () => {
    for (let time = 0; time < 20; time++) await tess.ok(calls.insertFeedback, said);
    expectFailure(await tess.call(calls.insertFeedback, said), 429);
    expectFailure(await tess.call(calls.scheduleRequest, training), 429);
  });

  const training = {
    ...self,
    school_id: ids.school,
    grade_levels: '["6","7"]',
    primary_use: '["lessons","reports"]',
    preferred_date: '2026-09-01',
    note: '',
  };
  it('may ask for a training, with lists as JSON text', async () => {
    const { request_id } = await tess.ok(calls.scheduleRequest, training);
    const row = await server.db.selectFrom('schedule_request').selectAll().where('request_id', '=', request_id).executeTakeFirstOrThrow();
    expect([row.grade_levels, row.primary_use, row.preferred_date]).toEqual(['["6","7"]', '["lessons","reports"]', '2026-09-01']);
  });
  it.each([
    [{ grade_levels: '6,7' }, 400],
    [{ grade_levels: '{"6":7}' }, 400],
    [{ grade_levels: '["14"]' }, 400],
    [{ grade_levels: '[]' }, 400],
    [{ primary_use: '["naps"]' }, 400],
    [{ preferred_date: 'soon' }, 400],
    [{ school_id: 21 }, 404],
  ])('is no training with %j', async (part, code) => {
    expectFailure(await tess.call(calls.scheduleRequest, { ...training, ...part }), code);
  });
});

describe('schools and grades to choose from', () => {
  it('are those of the own district', async () => {
    expect(await tess.ok(calls.allSchools, { district_id: 1, logged_in_user_puid: ids.tess })).toEqual([
      { school_id: ids.school, name: 'Hill' },
      { school_id: ids.otherSchool, name: 'Lake' },
    ]);
    expectFailure(await tess.call(calls.allSchools, { district_id: 2, logged_in_user_puid: ids.tess }), 404);
    expectFailure(await tess.call(calls.allSchools, { district_id: 1, logged_in_user_puid: ids.tom }), 404);
    expect((await tess.ok(calls.allGrades, {})).map(({ grade }) => grade)).toEqual([
      'K',
      '1',
      '2',
      '3',
      '4',
      '5',
      '6',
      '7',
      '8',
      '9',
      '10',
      '11',
      '12',
    ]);
  });
});
