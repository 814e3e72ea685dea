import { stateName } from '../../../common/states.ts';
import { Role } from '../../../contract/kit.ts';
import type { Summary } from '../../../contract/usageReports.ts';
import type { Db } from '../../kit/access.ts';
import { notFound, type UserContext } from '../../kit/handler.ts';
import { districtsOf } from './districtsOfState.ts';

/** What a usage report is about: districts of a state, one district, or one of its schools. */
export interface UsageScope {
  /** What every report says of it. */
  place: Pick<Summary, 'level' | 'id' | 'name' | 'district_id' | 'districts' | 'schools'>;
  districts: readonly { district_id: number; name: string; db: Db }[];
  /** null: all schools. */
  school_id: number | null;
}

const byName = new Intl.Collator('en', { numeric: true });
/** Orders classes by name. */
export const byGroup = (a: { group_puid: number; name: string }, b: { group_puid: number; name: string }) =>
  byName.compare(a.name, b.name) || a.group_puid - b.group_puid;

const schoolsOf = (db: Db) => db.selectFrom('school').select(['school_id', 'name']).orderBy('name').orderBy('school_id');

async function ownSchool(db: Db, user_puid: number): Promise<number> {
  const person = await db.selectFrom('app_user').select('school_id').where('user_puid', '=', user_puid).executeTakeFirst();
  return person?.school_id ?? 0;
}

/** What an administrator asked about. Throws 404 for a district or school that they do not see. */
export async function usageScope(
  { ports, user }: Pick<UserContext, 'ports' | 'user'>,
  asked: { district_id?: number | undefined; school_id?: number | undefined },
): Promise<UsageScope> {
  const { state_id, ofState, districts: all } = await districtsOf(ports.db, user);
  const choices = all.length > 1 ? all.map(({ district_id, name }) => ({ district_id, name })) : [];
  let districts = asked.district_id === undefined ? ofState : all.filter(({ district_id }) => district_id === asked.district_id);
  if (districts.length === 0) throw notFound('district');
  const isOfSchool = user.role < Role.districtAdministrator;
  let wanted = asked.school_id;
  if (isOfSchool) {
    const own = await ownSchool(ports.db, user.user_puid);
    if ((wanted ?? own) !== own) throw notFound('school');
    wanted = own;
  }
  let school: { school_id: number; name: string } | undefined;
  if (wanted !== undefined) {
    for (const one of asked.district_id === undefined ? all : districts) {
      school = await schoolsOf(one.db).where('school_id', '=', wanted).executeTakeFirst();
      if (school) {
        districts = [one];
        break;
      }
    }
    if (!school) throw notFound('school');
  }
  const [district] = districts;
  const schools = !isOfSchool && districts.length === 1 && district ? await schoolsOf(district.db).execute() : [];
  const lists = { district_id: districts.length === 1 ? (district?.district_id ?? null) : null, districts: choices, schools };
  if (school)
    return { place: { level: 'school', id: school.school_id, name: school.name, ...lists }, districts, school_id: school.school_id };
  if (districts.length === 1 && district)
    return { place: { level: 'district', id: district.district_id, name: district.name, ...lists }, districts, school_id: null };
  const id = state_id ?? 0;
  return { place: { level: 'state', id, name: stateName(id), ...lists }, districts, school_id: null };
}
