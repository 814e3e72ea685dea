import { describe, expect, it } from 'vitest';
import { sessionFlags } from '../../src/machines/login/sessionFlags.ts';
import { sessionOf } from './session.model.ts';

const { user } = sessionOf(7);

describe('the flags of a session', () => {
  it.each([
    [25_251, 1, true],
    [25_251, 2, false],
    [25_251, 15, false],
    [25_250, 1, false],
  ])('district %i, role %i: isPalmDistrictStudent is %s', (districtID, role, expected) => {
    expect(sessionFlags({ ...user, districtID, role }).isPalmDistrictStudent).toBe(expected);
  });
  it('knows students, guests with a code, and who is acted as', () => {
    expect(sessionFlags({ ...user, role: 2 })).toMatchObject({ isStudentUser: false, loggedInWithCode: false, isLoginAsUser: false });
    expect(sessionFlags({ ...user, user_info: { token: 't', lesson_id: 1, assignment_id: 2 } }).loggedInWithCode).toBe(true);
    expect(sessionFlags({ ...user, acting: { user_puid: 9, name: 'Sam', until: '' } }).isLoginAsUser).toBe(true);
  });
  it('lets what nobody asked for be shown to whoever is signed in as themselves', () => {
    const userInfo = { token: 't', lesson_id: 1, assignment_id: 2 };
    expect(sessionFlags(user).showPopUps).toBe(true);
    expect(sessionFlags({ ...user, user_info: userInfo }).showPopUps).toBe(false);
    expect(sessionFlags({ ...user, acting: { user_puid: 9, name: 'Sam', until: '' } }).showPopUps).toBe(false);
  });
});
