import { screens as ofStudents } from '../../src/views/authenticatedRoutes.tsx';
import { tables } from '../../src/views/screenTables.ts';

/** Every screen behind sign-in: the students' and the staff's. */
export const screens = [...ofStudents, ...(await Promise.all(tables.map(({ load }) => load()))).flat()];
