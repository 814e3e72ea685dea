import { screens as ofStudents, tables } from '../../src/views/authenticatedRoutes.tsx';

/** Every screen behind sign-in: the students' and the staff's. */
export const screens = [...ofStudents, ...(await Promise.all(tables.map(({ load }) => load()))).flat()];
