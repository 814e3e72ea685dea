import { describe, expect, it } from 'vitest';
import { Role } from '../../contract/kit.ts';
import type { Configuration } from '../../src/machines/app/appMachine.ts';
import { mayInspect } from '../../src/views/mayInspect.ts';

const configuration: Configuration = { backends: { lms: '', ngss: '', search: '', game: '' }, token: 'memory', developerPages: true };

describe('the running statecharts', () => {
  it.each([
    [Role.student, false],
    [Role.teacher, false],
    [Role.schoolAdministrator, true],
    [Role.districtAdministrator, true],
    [Role.providerAdministrator, true],
    [Role.superAdministrator, true],
  ])('in a built product, role %i: %s', (role, may) => expect(mayInspect(role, configuration, false)).toBe(may));
  it('are closed to all when the configuration does not open them', () => {
    expect(mayInspect(Role.superAdministrator, { ...configuration, developerPages: false }, false)).toBe(false);
    expect(mayInspect(Role.superAdministrator, null, false)).toBe(false);
  });
  it('are open to whoever is signed in while the product is developed', () => {
    expect(mayInspect(Role.student, null, true)).toBe(true);
    expect(mayInspect(undefined, configuration, true)).toBe(false);
  });
});
