import { openDatabase } from './db/open.ts';
import { nodePorts } from './kit/nodePorts.ts';
import { makeSampleSchool } from './sample/makeSampleSchool.ts';

/*
 * Program: creates a sample school with SCHOOL_STUDENTS students (0: only the tables) in the empty database SCHOOL_DATABASE. Runs in a
 * separate process, so that the server neither loads the sample's sources nor keeps the memory.
 */
const { SCHOOL_DATABASE: database, SCHOOL_STUDENTS } = process.env;
const students = Number(SCHOOL_STUDENTS);
if (!database || !Number.isInteger(students)) throw new Error('The server starts this program; make a school with "npm run reset".');
const db = await openDatabase(database);
if (students > 0) {
  // Nothing is signed here.
  const ports = nodePorts({ db, signingKey: new Uint8Array() });
  await makeSampleSchool(ports, { today: new Date(ports.now()), students });
}
await db.destroy();
