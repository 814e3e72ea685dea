import { BlobWriter, ZipWriter } from '@zip.js/zip.js';
import writeXlsxFile from 'write-excel-file/universal';
import type { RosterOptions } from '../../contract/rostering/job.ts';

const utf8 = new TextEncoder();
type Files = Record<string, string | Uint8Array>;

/** One upload, and the findings expected from reading it. */
export interface Upload {
  name: string;
  files: () => Files | Promise<Files>;
  options?: Partial<RosterOptions>;
  /** `code file:row column`, in the order found, with `~` before warnings. Empty if the upload is valid. */
  verdict: string[];
  /** The findings left after applying the first fix of every finding; absent if no fix is offered. */
  mended?: string[];
}

const tables = ['orgs', 'academicSessions', 'courses', 'classes', 'users', 'enrollments'];
const manifest = (version: string, modes: Record<string, string>) =>
  [
    'propertyName,value',
    'manifest.version,1.0',
    `oneroster.version,${version}`,
    ...Object.entries(modes).map(([name, mode]) => `file.${name},${mode}`),
    '',
  ].join('\n');
const bulk = Object.fromEntries(tables.map((name) => [name, 'bulk']));

/** A small valid OneRoster 1.1 set. */
export const one: Record<string, string> = {
  'manifest.csv': manifest('1.1', bulk),
  'orgs.csv': 'sourcedId,name,type,parentSourcedId\nd,District,district,\ns,"Hill, the school",school,d\n',
  'academicSessions.csv':
    'sourcedId,title,type,startDate,endDate,parentSourcedId,schoolYear\ny,Year,schoolYear,2030-08-01,2031-06-01,,2031\nt,Fall,term,2030-08-01,2030-12-20,y,2031\n',
  'courses.csv': 'sourcedId,title,orgSourcedId\nc,Science,d\n',
  'classes.csv':
    'sourcedId,title,grades,courseSourcedId,classType,schoolSourcedId,termSourcedIds,subjects,periods\nk1,Science 6,06,c,scheduled,s,"y,t","Science,Lab",2\nk2,Science 7,07,c,scheduled,s,y,Science,3\n',
  'users.csv':
    'sourcedId,enabledUser,orgSourcedIds,role,username,givenName,familyName,email,grades\n' +
    't1,true,s,teacher,Rivera,Elena,Rivera,e@x.example,\n' +
    'p1,true,s,student,maya,Maya,Núñez,,06\n' +
    'p2,true,s,student,leo,Leo,Li,,KG\n' +
    'a1,true,s,administrator,okafor,Grace,Okafor,,\n' +
    'g1,true,s,guardian,mum,Mo,Núñez,,\n',
  'enrollments.csv':
    'sourcedId,classSourcedId,schoolSourcedId,userSourcedId,role\ne1,k1,s,t1,teacher\ne2,k1,s,p1,student\ne3,k1,s,p2,student\ne4,k1,s,a1,administrator\n',
};
const oneWith = (changes: Record<string, string | Uint8Array | undefined>) => () =>
  Object.fromEntries(
    Object.entries({ ...one, ...changes }).filter((entry): entry is [string, string | Uint8Array] => entry[1] !== undefined),
  );
const edit = (file: string, from: string | RegExp, to: string) => oneWith({ [file]: (one[file] as string).replace(from, to) });

/** The same as OneRoster 1.2, with roles, demographics and profiles. */
export const two: Record<string, string> = {
  ...one,
  'manifest.csv': manifest('1.2', { ...bulk, roles: 'bulk', demographics: 'bulk', userProfiles: 'bulk' }),
  'users.csv':
    'sourcedId,enabledUser,username,givenName,familyName,email,grades,primaryOrgSourcedId,pronouns\n' +
    't1,true,Rivera,Elena,Rivera,e@x.example,,s,\np1,true,maya,Maya,Núñez,,06,s,she\np2,true,leo,Leo,Li,,KG,s,\na1,true,okafor,Grace,Okafor,,,s,\n',
  'roles.csv':
    'sourcedId,userSourcedId,roleType,role,beginDate,endDate,orgSourcedId\nr1,t1,primary,teacher,,,s\nr2,p1,primary,student,2030-08-01,2031-06-01,s\nr3,p2,primary,student,,,s\nr4,a1,primary,siteAdministrator,,,s\n',
  'demographics.csv': 'sourcedId,birthDate,sex,asian\np1,2018-05-04,female,false\n',
  'userProfiles.csv': 'sourcedId,userSourcedId,profileType,vendorId,credentialType,username\nf1,p1,lms,v1,plain,maya\n',
};
const twoWith = (changes: Record<string, string | undefined>) => () =>
  Object.fromEntries(Object.entries({ ...two, ...changes }).filter((entry): entry is [string, string] => entry[1] !== undefined));
const editTwo = (file: string, from: string | RegExp, to: string) => twoWith({ [file]: (two[file] as string).replace(from, to) });

/** Changes to existing data. */
const delta: Record<string, string> = {
  'manifest.csv': manifest('1.1', { users: 'delta', enrollments: 'delta' }),
  'users.csv':
    'sourcedId,status,dateLastModified,enabledUser,orgSourcedIds,role,username,givenName,familyName\n' +
    'p3,active,2030-09-01T10:00:00.000Z,true,s,student,nia,Nia,Okoro\np2,tobedeleted,2030-09-01T10:00:00.000Z,,,,,,\n',
  'enrollments.csv':
    'sourcedId,status,dateLastModified,classSourcedId,schoolSourcedId,userSourcedId,role\ne9,active,2030-09-01T10:00:00Z,k1,s,p3,student\ne3,tobedeleted,2030-09-01T10:00:00Z,,,,\n',
};
const deltaWith = (file: string, from: string | RegExp, to: string) => () => ({
  ...delta,
  [file]: (delta[file] as string).replace(from, to),
});

/** A valid student list. */
export const list =
  'student_id,user_name,first_name,last_name,grade,email,class_name,period\n' +
  '000101,maya,Maya,Núñez,6,maya@x.example,Science 6,2\n000102,leo,Leo,Li,KG,,Science 6,2\n000103,nia,Nia,Okoro,7,,"Science 7, honors",3\n';
const listed = (from: string | RegExp, to: string) => () => ({ 'students.csv': list.replace(from, to) });
const asList = (text: string | Uint8Array) => () => ({ 'students.csv': text });

const utf16 = (text: string, littleEndian: boolean, mark = true) => {
  const all = mark ? `\uFEFF${text}` : text;
  const bytes = new Uint8Array(all.length * 2);
  const view = new DataView(bytes.buffer);
  for (let index = 0; index < all.length; index++) view.setUint16(index * 2, all.charCodeAt(index), littleEndian);
  return bytes;
};
const latin1 = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
const numbers = (rows: number, id: (index: number) => string) =>
  `student_id,user_name,first_name,last_name\n${Array.from({ length: rows }, (_, index) => `${id(index)},u${index},First${index},Last${index}\n`).join('')}`;

/** A zip of files with the given names. */
export async function zipOf(files: Files, options: { password?: string } = {}): Promise<Uint8Array> {
  const writer = new ZipWriter(new BlobWriter(), { useWebWorkers: false, ...options });
  for (const [name, text] of Object.entries(files)) {
    const bytes = typeof text === 'string' ? utf8.encode(text) : text;
    await writer.add(name, new Blob([bytes as Uint8Array<ArrayBuffer>]).stream());
  }
  return new Uint8Array(await (await writer.close()).arrayBuffer());
}
/** A zip with one entry whose name no writer would produce: the bytes of the name are replaced. */
async function zipNamed(name: string): Promise<Uint8Array> {
  const bytes = await zipOf({ ['x'.repeat(name.length)]: 'a,b\n1,2\n' });
  const wanted = utf8.encode(name);
  for (let at = 0; at + wanted.length <= bytes.length; at++)
    if (bytes.subarray(at, at + wanted.length).every((byte) => byte === 120)) bytes.set(wanted, at);
  return bytes;
}
type Cell = string | number | Date | null;
const cellsOf = (rows: Cell[][]) =>
  rows.map((row) =>
    row.map((value) =>
      value instanceof Date
        ? { type: Date, value, format: 'mm/dd/yyyy' }
        : typeof value === 'number'
          ? { type: Number, value }
          : value === null
            ? null
            : { type: String, value },
    ),
  );
/** A workbook with one or more named sheets. */
async function workbook(rows: Cell[][] | Record<string, Cell[][]>): Promise<Uint8Array> {
  const sheets = Array.isArray(rows) ? { Sheet1: rows } : rows;
  const made = await writeXlsxFile(Object.entries(sheets).map(([sheet, of]) => ({ sheet, data: cellsOf(of) })) as never);
  const blob = 'toBlob' in made ? await (made as { toBlob: () => Promise<Blob> }).toBlob() : (made as unknown as Blob);
  return new Uint8Array(await blob.arrayBuffer());
}
const listRows = () =>
  list
    .trim()
    .split('\n')
    .map((line) => line.replace('"Science 7, honors"', 'Science 7').split(','));

const good = (name: string, files: Upload['files'], verdict: string[] = []): Upload => ({ name, files, verdict });
const bad = (name: string, files: Upload['files'], verdict: string[], mended?: string[]): Upload => ({
  name,
  files,
  verdict,
  ...(mended ? { mended } : {}),
});

const valid: Upload[] = [
  good('a set of OneRoster 1.1', oneWith({})),
  good('a byte order mark', oneWith({ 'users.csv': `\uFEFF${one['users.csv']}` })),
  good('line ends of Windows', oneWith({ 'users.csv': one['users.csv']!.replaceAll('\n', '\r\n') })),
  good('line ends of old Macs', oneWith({ 'users.csv': one['users.csv']!.replaceAll('\n', '\r') })),
  good('mixed line ends', oneWith({ 'users.csv': one['users.csv']!.replace('\n', '\r\n') })),
  good('no line end at the end', oneWith({ 'users.csv': one['users.csv']!.trimEnd() })),
  good('empty lines between and after', oneWith({ 'users.csv': `${one['users.csv']!.replace('\np1', '\n\n  \n,,,,,,,,\np1')}\n\n` })),
  good('everything in quotation marks', oneWith({ 'courses.csv': '"sourcedId","title","orgSourcedId"\n"c","Science","d"\n' })),
  good('a line break and quotation marks within a field', edit('courses.csv', 'Science', '"Sci\nence ""A"""')),
  good('spaces around values', edit('courses.csv', 'c,Science,d', ' c , Science , d ')),
  good('columns in another order', oneWith({ 'courses.csv': 'title,orgSourcedId,sourcedId\nScience,d,c\n' })),
  good(
    'columns of the standard that are not needed',
    oneWith({ 'courses.csv': 'sourcedId,status,dateLastModified,title,orgSourcedId,courseCode\nc,,,Science,d,S6\n' }),
  ),
  good(
    'status “active” in bulk',
    oneWith({ 'courses.csv': 'sourcedId,status,dateLastModified,title,orgSourcedId\nc,active,,Science,d\n' }),
  ),
  good('another file beside the set', oneWith({ 'readme.txt': 'hello' })),
  good('a table of the standard that is not read', oneWith({ 'lineItems.csv': 'a,b\n1,2\n' }), ['~fileIgnored lineItems.csv']),
  good('file names in capitals', () => Object.fromEntries(Object.entries(one).map(([name, text]) => [name.toUpperCase(), text]))),
  good('an extension column with its value', oneWith({ 'courses.csv': 'sourcedId,title,orgSourcedId,ext.room\nc,Science,d,12\n' }), [
    '~columnExtension courses.csv:1 ext.room',
  ]),
  good('a metadata column', oneWith({ 'courses.csv': 'sourcedId,title,orgSourcedId,metadata.room\nc,Science,d,12\n' }), [
    '~columnExtension courses.csv:1 metadata.room',
  ]),
  good('an unknown column', oneWith({ 'courses.csv': 'sourcedId,title,orgSourcedId,colour\nc,Science,d,red\n' }), [
    '~columnUnknown courses.csv:1 colour',
  ]),
  good('a set of OneRoster 1.2', twoWith({})),
  good('OneRoster 1.2 with secondary roles', twoWith({ 'roles.csv': `${two['roles.csv']}r5,t1,secondary,siteAdministrator,,,s\n` })),
  good('OneRoster 1.2 written as 1.2.1', editTwo('manifest.csv', 'version,1.2', 'version,1.2.1')),
  good('a OneRoster 1.2 user without a role', twoWith({ 'users.csv': `${two['users.csv']}x1,true,xena,Xena,X,,,s,\n` }), [
    '~roleless users.csv:6 sourcedId',
  ]),
  good('two primary roles of one user', twoWith({ 'roles.csv': `${two['roles.csv']}r5,t1,primary,siteAdministrator,,,s\n` }), [
    '~primaryTwice roles.csv:6 roleType',
  ]),
  good(
    'a primary role in each of two organizations',
    twoWith({ 'roles.csv': `${two['roles.csv']}r5,t1,primary,districtAdministrator,,,d\n` }),
  ),
  good('1.2 tables in a set of 1.1', oneWith({ 'roles.csv': two['roles.csv'] }), ['~fileOfOtherVersion roles.csv']),
  good('changes only', () => delta),
  good('changes with statuses only of users', () => ({
    'manifest.csv': manifest('1.1', { users: 'delta' }),
    'users.csv': delta['users.csv'] as string,
  })),
  good(
    'tables that are absent',
    oneWith({
      'manifest.csv': manifest('1.1', { ...bulk, courses: 'absent', academicSessions: 'absent' }),
      'courses.csv': undefined,
      'academicSessions.csv': undefined,
    }),
  ),
  good('a table that the manifest calls absent', edit('manifest.csv', 'file.courses,bulk', 'file.courses,absent'), [
    '~fileNotPromised courses.csv',
  ]),
  good('a mail address that is none', edit('users.csv', 'e@x.example', 'none'), ['~email users.csv:2 email']),
  good('a grade that nobody knows', edit('users.csv', ',06', ',first'), ['~grade users.csv:3 grades']),
  good(
    'an agent who is not there',
    oneWith({
      'users.csv': one['users.csv']!.replaceAll('\n', ',\n').replace('grades,', 'grades,agentSourcedIds').replace('06,', '06,"g1,x"'),
    }),
    ['~referenceUnused users.csv:3 agentSourcedIds'],
  ),
  good('a zip', async () => ({ 'roster.zip': await zipOf(one) })),
  good('a list in a zip that is called a workbook', async () => ({ 'students.xlsx': await zipOf({ 'students.csv': list }) }), [
    '~renamedZip students.xlsx',
  ]),
  good('a set in a zip that is called a workbook', async () => ({ 'roster.XLSX': await zipOf(one) }), ['~renamedZip roster.XLSX']),
  good('a list in a zip that is called a CSV', async () => ({ 'students.csv': await zipOf({ 'students.csv': list }) }), [
    '~renamedZip students.csv',
  ]),
  good('a zip with a folder and the litter of macOS', async () => ({
    'roster.zip': await zipOf({
      ...Object.fromEntries(Object.entries(one).map(([name, text]) => [`export/${name}`, text])),
      '__MACOSX/._users.csv': 'x',
      'export/.DS_Store': 'x',
    }),
  })),
  good('a large zip, read in pieces', async () => ({
    'roster.zip': await zipOf({
      ...one,
      'users.csv':
        one['users.csv'] +
        Array.from({ length: 9000 }, (_, index) => `n${index},true,s,student,name${index},Given${index},Family${index},,06\n`).join(''),
    }),
  })),
  good('a student list', asList(list)),
  good('a student list with a byte order mark', asList(`\uFEFF${list}`)),
  good(
    'a student list in Spanish',
    asList('Matrícula,Usuario,Nombre,Apellidos,Grado,Correo electrónico,Clase\n1,maya,Maya,Núñez,6,,Ciencias\n'),
  ),
  good('a student list with names of its own, mapped', () => ({ 'students.csv': 'A,B,C\nmaya,Maya,Núñez\n' })),
  good('one student in two classes', asList(`${list}000101,maya,Maya,Núñez,6,maya@x.example,Chemistry,4\n`)),
  good('a student list without numbers', asList('user_name,first_name,last_name\nmaya,Maya,Núñez\n')),
  good('a student list without user names', asList('student_id,first_name,last_name\n7,Maya,Núñez\n')),
  good('a column that is not used', asList('user_name,first_name,last_name,shoe size\nmaya,Maya,Núñez,36\n'), [
    '~columnUnknown students.csv:1 shoe size',
  ]),
  good('grades with zeros and K', listed('6,maya@', '06,maya@')),
  good('a workbook', async () => ({ 'students.xlsx': await workbook(listRows()) })),
  good('a workbook with numbers', async () => ({
    'students.xlsx': await workbook([
      ['student_id', 'user_name', 'first_name', 'last_name', 'grade'],
      [123456789012, 'maya', 'Maya', 'Núñez', 6],
    ]),
  })),
  good('a workbook with gaps and dates', async () => ({
    'students.xlsx': await workbook([
      [null, null, null],
      ['user_name', 'first_name', 'last_name', 'grade'],
      [null],
      ['maya', 'Maya', 'Núñez', null],
      ['leo', 'Leo', new Date(Date.UTC(2030, 7, 1)), 7],
    ]),
  })),
  good('a workbook that is called a CSV', async () => ({ 'students.csv': await workbook(listRows()) }), ['~renamedWorkbook students.csv']),
  good('a workbook that is called a zip', async () => ({ 'students.zip': await workbook(listRows()) }), ['~renamedWorkbook students.zip']),
  good('a CSV that is called a workbook', () => ({ 'students.xlsx': list }), ['~renamedText students.xlsx']),
  good('a workbook whose list is on the second sheet', async () => ({
    'students.xlsx': await workbook({ Notes: [[null]], Students: listRows() }),
  })),
  good('a workbook with several sheets', async () => ({ 'students.xlsx': await workbook({ Students: listRows(), Other: [['x']] }) }), [
    '~sheetsMore students.xlsx',
  ]),
];
valid.find((upload) => upload.name.includes('mapped'))!.options = { mapping: { user_name: 'A', first_name: 'B', last_name: 'C' } };

const damaged: Upload[] = [
  bad('UTF-16 with its mark', oneWith({ 'users.csv': utf16(one['users.csv']!, true) }), ['utf16 users.csv'], []),
  bad('UTF-16 the other way round', oneWith({ 'users.csv': utf16(one['users.csv']!, false) }), ['utf16 users.csv'], []),
  bad('UTF-16 without its mark', oneWith({ 'users.csv': utf16(one['users.csv']!, true, false) }), ['utf16 users.csv'], []),
  bad(
    'UTF-16 the other way round without its mark',
    oneWith({ 'users.csv': utf16(one['users.csv']!, false, false) }),
    ['utf16 users.csv'],
    [],
  ),
  bad('Windows-1252', oneWith({ 'users.csv': latin1(one['users.csv']!) }), ['notUtf8 users.csv:3'], []),
  bad('a student list in UTF-16', asList(utf16(list, true)), ['utf16 students.csv'], []),
  bad('a student list in Windows-1252', asList(latin1(list)), ['notUtf8 students.csv:2'], []),
  bad('a zero byte', edit('users.csv', 'Maya', 'Ma\0ya'), ['nul users.csv:3'], []),
  bad('a zero byte in a student list', listed('Maya', 'Ma\0ya'), ['nul students.csv:2'], []),
  bad('an empty file', oneWith({ 'users.csv': '\n \n' }), ['empty users.csv']),
  bad('a header alone', asList('user_name,first_name,last_name\n'), ['noRows students.csv']),
  bad('an empty student list', asList('\n'), ['empty students.csv']),
  bad('sep=, as Excel writes it', listed(/^/, 'sep=,\n'), ['sepLine students.csv:1'], []),
  bad(
    'sep=; with semicolons',
    asList(`sep=;\n${list.replace('"Science 7, honors"', 'Science 7').replaceAll(',', ';')}`),
    ['sepLine students.csv:1'],
    [],
  ),
  bad('semicolons', oneWith({ 'courses.csv': one['courses.csv']!.replaceAll(',', ';') }), ['~delimiter courses.csv:1'], []),
  bad('tabs', oneWith({ 'courses.csv': one['courses.csv']!.replaceAll(',', '\t') }), ['~delimiter courses.csv:1'], []),
  bad('vertical bars', oneWith({ 'courses.csv': one['courses.csv']!.replaceAll(',', '|') }), ['~delimiter courses.csv:1'], []),
  bad(
    'semicolons in a student list',
    asList(list.replace('"Science 7, honors"', 'Science 7').replaceAll(',', ';')),
    ['delimiter students.csv:1'],
    [],
  ),
  bad(
    'tabs in a student list',
    asList(list.replace('"Science 7, honors"', 'Science 7').replaceAll(',', '\t')),
    ['delimiter students.csv:1'],
    [],
  ),
  bad(
    'a file that was cut off',
    oneWith({ 'users.csv': one['users.csv']!.slice(0, -12) }),
    ['rowCut users.csv:6'],
    ['required users.csv:6 givenName', 'required users.csv:6 familyName'],
  ),
  bad(
    'a row with too few fields',
    edit('users.csv', 'p1,true,s,', 'p1,s,'),
    ['rowShort users.csv:3'],
    [
      'choice users.csv:3 enabledUser',
      'reference users.csv:3 orgSourcedIds',
      'choice users.csv:3 role',
      'required users.csv:3 familyName',
      '~email users.csv:3 email',
    ],
  ),
  bad('a row with too many fields', edit('orgs.csv', '"Hill, the school"', 'Hill, the school'), ['rowLong orgs.csv:3']),
  bad('a row with empty fields too many', listed(',Science 6,2\n000102', ',Science 6,2,,\n000102'), ['rowLong students.csv:2'], []),
  bad('a row without its last empty fields', listed('KG,,Science 6,2', 'KG'), ['rowShort students.csv:3'], []),
  bad('a quotation that does not end', edit('orgs.csv', 'the school"', 'the school'), ['quoteOpen orgs.csv:3']),
  bad('a quotation mark within a field', listed('"Science 7, honors"', '"Science "7", honors"'), ['quoteOpen students.csv:4']),
  bad('a column twice', edit('users.csv', 'email', 'role'), ['headerTwice users.csv:1 role'], []),
  bad(
    'a column twice in a student list',
    asList('user_name,first_name,last_name,grade,grade\nmaya,Maya,Núñez,6,7\n'),
    ['headerTwice students.csv:1 grade'],
    [],
  ),
  bad('a missing column', oneWith({ 'courses.csv': 'sourcedId,orgSourcedId\nc,d\n' }), ['~columnMissing courses.csv:1 title']),
  bad('a column in other letters', edit('users.csv', 'username', 'userName'), ['columnSpelling users.csv:1 userName'], []),
  bad('a column with spaces', edit('users.csv', 'givenName', 'Given Name'), ['columnSpelling users.csv:1 Given Name'], []),
  bad('numbers that Excel has mangled', listed('000101', '1.23E+11'), ['mangled students.csv:2 student_id']),
  bad('user names that Excel has mangled', listed('maya', '1E+05'), ['mangled students.csv:2 user_name']),
  bad('ids that Excel has mangled', edit('users.csv', 'p1,', '2.5E+10,'), [
    'mangled users.csv:3 sourcedId',
    'reference enrollments.csv:3 userSourcedId',
  ]),
  bad('references that Excel has mangled', edit('enrollments.csv', 'p1', '"2,5E+10"'), ['mangled enrollments.csv:3 userSourcedId']),
  bad(
    'lost zeros in front',
    asList(numbers(8, (index) => (index === 3 ? '3217' : `9${String(index).padStart(5, '0')}`))),
    ['~leadingZeros students.csv student_id'],
    [],
  ),
  bad(
    'lost zeros in references',
    oneWith({ 'users.csv': one['users.csv']!.replace('p1,', '0007,'), 'enrollments.csv': one['enrollments.csv']!.replace('p1', '7') }),
    ['referenceZeros enrollments.csv:3 userSourcedId'],
    [],
  ),
  bad(
    'lost zeros in ids',
    oneWith({ 'users.csv': one['users.csv']!.replace('p1,', '7,'), 'enrollments.csv': one['enrollments.csv']!.replace('p1', '0007') }),
    ['referenceZeros enrollments.csv:3 userSourcedId'],
    [],
  ),
  bad(
    'dates that could be read either way',
    edit('academicSessions.csv', '2030-08-01', '08/01/2030'),
    ['~dateAmbiguous academicSessions.csv:2 startDate'],
    [],
  ),
  bad(
    'dates with the month first',
    edit('academicSessions.csv', '2030-12-20', '12/20/2030'),
    ['~dateFormat academicSessions.csv:3 endDate'],
    [],
  ),
  bad(
    'dates with the day first',
    edit('academicSessions.csv', '2030-12-20', '20.12.2030'),
    ['~dateFormat academicSessions.csv:3 endDate'],
    [],
  ),
  bad('dates as numbers of a spreadsheet', edit('academicSessions.csv', '2030-12-20', '47837'), [
    '~dateSerial academicSessions.csv:3 endDate',
  ]),
  bad('a date that does not exist', edit('academicSessions.csv', '2030-12-20', '2030-02-30'), ['~date academicSessions.csv:3 endDate']),
  bad('a control character', listed('Maya', 'Ma\u0007ya'), ['control students.csv:2 first_name']),
  bad('a text that is too long', listed('Maya', 'M'.repeat(300)), ['tooLong students.csv:2 first_name']),
  bad('an old Excel file', () => ({ 'students.xls': Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1) }), [
    'oldExcel students.xls',
  ]),
  bad(
    'a workbook under a password',
    () => ({
      'students.xlsx': Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, ...Array(70_000).fill(0), ...utf16('EncryptedPackage', true, false)]),
    }),
    ['xlsxEncrypted students.xlsx'],
  ),
  bad(
    'tabs in a text that is called an old workbook',
    () => ({ 'students.xls': list.replace('"Science 7, honors"', 'Science 7').replaceAll(',', '\t') }),
    ['~renamedText students.xls', 'delimiter students.xls:1'],
    ['~renamedText students.xls'],
  ),
  bad('a sheet of LibreOffice', async () => ({ 'students.ods': await zipOf({ mimetype: 'x', 'content.xml': '<x/>' }) }), [
    'otherSheet students.ods',
  ]),
  bad(
    'a workbook with a row that lacks a name, after a gap',
    async () => ({
      'students.xlsx': await workbook([['user_name', 'first_name', 'last_name'], [null], [null], ['maya', 'Maya', null]]),
    }),
    ['required students.xlsx:4 last_name'],
  ),
  bad(
    'a workbook whose rows are broken',
    async () => ({
      'students.xlsx': await zipOf({
        'xl/workbook.xml': '<workbook xmlns:r="r"><sheets><sheet name="A" r:id="1"/></sheets></workbook>',
        'xl/_rels/workbook.xml.rels': '<Relationships><Relationship Id="1" Target="/xl/a.xml"/></Relationships>',
        'xl/a.xml': '<worksheet><sheetData><row><c><v>1</v></c></row><row></sheetData>',
      }),
    }),
    ['xlsxBroken students.xlsx'],
  ),
  bad('a PDF', () => ({ 'students.csv': utf8.encode('%PDF-1.7\n') }), ['notATable students.csv']),
  bad('a picture', () => ({ 'students.csv': Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a) }), ['notATable students.csv']),
  bad('a web page', asList('<!doctype html><title>Sign in</title>'), ['webPage students.csv']),
  bad('a text called a zip', () => ({ 'roster.zip': 'hello' }), ['zipBroken roster.zip']),
  bad('a zip that was cut off', async () => ({ 'roster.zip': (await zipOf(one)).slice(0, -60) }), ['zipBroken roster.zip']),
  bad('a zip with a broken entry', async () => {
    const bytes = await zipOf({ 'students.csv': list });
    bytes.fill(0, 60, 90);
    return { 'roster.zip': bytes };
  }, ['zipBroken students.csv']),
  bad('an empty zip', async () => ({ 'roster.zip': await zipOf({}) }), ['zipEmpty roster.zip']),
  bad('a zip with a password', async () => ({ 'roster.zip': await zipOf({ 'students.csv': list }, { password: 'secret' }) }), [
    'zipEncrypted roster.zip',
  ]),
  bad('a zip in a zip', async () => ({ 'roster.zip': await zipOf({ 'inner.zip': await zipOf(one) }) }), ['zipNested roster.zip']),
  bad('a workbook in a zip', async () => ({ 'roster.zip': await zipOf({ 'students.xlsx': await workbook(listRows()) }) }), [
    'zipWorkbook students.xlsx',
  ]),
  bad(
    'a workbook in a zip that is called a CSV',
    async () => ({ 'roster.zip': await zipOf({ 'users.csv': await workbook(listRows()) }) }),
    ['zipWorkbook users.csv'],
  ),
  bad(
    'a locked workbook in a zip',
    async () => ({ 'roster.zip': await zipOf({ 'students.xlsx': Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1) }) }),
    ['zipWorkbook students.xlsx'],
  ),
  bad('a PDF in a zip', async () => ({ 'roster.zip': await zipOf({ 'students.csv': '%PDF-1.7\n', 'notes.pdf': '%PDF-1.7\n' }) }), [
    'notATable students.csv',
  ]),
  bad('a zip that leaves its folder', async () => ({ 'roster.zip': await zipNamed('../../etc/users.csv') }), ['zipPath roster.zip']),
  bad('a zip with a path from the root', async () => ({ 'roster.zip': await zipNamed('/etc/users.csv') }), ['zipPath roster.zip']),
  bad('a zip with a path of Windows', async () => ({ 'roster.zip': await zipNamed('..\\users.csv') }), ['zipPath roster.zip']),
  bad('a zip with a drive', async () => ({ 'roster.zip': await zipNamed('c:users.csv') }), ['zipPath roster.zip']),
  bad(
    'a zip with too many files',
    async () => ({ 'roster.zip': await zipOf(Object.fromEntries(Array.from({ length: 41 }, (_, index) => [`${index}.csv`, 'a\n']))) }),
    ['zipTooMany roster.zip'],
  ),
  bad('a bomb', async () => ({ 'roster.zip': await zipOf({ 'students.csv': 'a'.repeat(4_000_000) }) }), ['zipRatio roster.zip']),
  bad('two files of one name', async () => ({ 'a.zip': await zipOf({ 'one/users.csv': 'a\n', 'two/Users.csv': 'b\n' }) }), [
    'fileTwice Users.csv',
  ]),
  bad('a workbook that is none', async () => ({ 'students.xlsx': await zipOf({ '[Content_Types].xml': '<Types/>', 'data.csv': list }) }), [
    'xlsxBroken students.xlsx',
  ]),
  bad('a zip of anything that is called a workbook', async () => ({ 'students.xlsx': await zipOf({ 'notes.md': 'hello' }) }), [
    'xlsxBroken students.xlsx',
  ]),
  bad('a workbook of LibreOffice that is called one of Excel', async () => ({ 'students.xlsx': await zipOf({ 'content.xml': '<x/>' }) }), [
    'otherSheet students.xlsx',
  ]),
  bad(
    'a locked zip of CSV files that is called a workbook',
    async () => ({ 'students.xlsx': await zipOf({ 'students.csv': list }, { password: 'secret' }) }),
    ['~renamedZip students.xlsx', 'zipEncrypted students.xlsx'],
  ),
  bad('two student lists', () => ({ 'a.csv': list, 'b.csv': list }), ['formsMixed b.csv']),
  bad('no table at all', () => ({ 'notes.md': 'hello' }), ['formUnknown notes.md']),
];

/** A student's enrollment that ended on a given day, beside one that continues. The tests run on 2030-01-15. */
const withDates = (end: string) =>
  oneWith({
    'enrollments.csv': `${one['enrollments.csv']!.replaceAll('\n', ',,\n').replace('role,,', 'role,beginDate,endDate')}e5,k1,s,p1,student,2029-08-01,${end}\n`,
  });
/** `~` for tables and columns that the product does not store. */
const mild = (file: string, column: string) =>
  /^(academicSessions|courses|demographics|userProfiles)/.test(file) || /^(course|term)/.test(column) ? '~' : '';
const oneRoster: Upload[] = [
  bad('no manifest', oneWith({ 'manifest.csv': undefined }), ['manifestMissing manifest.csv']),
  bad('a manifest of another shape', oneWith({ 'manifest.csv': 'a,b\n1,2' }), ['manifestHeader manifest.csv:1']),
  bad('no version', edit('manifest.csv', /oneroster.version.*\n/, ''), ['versionMissing manifest.csv oneroster.version']),
  bad('version 1.0', edit('manifest.csv', 'version,1.1', 'version,1.0'), ['versionUnknown manifest.csv:3 value']),
  bad('a mode that is none', edit('manifest.csv', 'file.users,bulk', 'file.users,full'), ['modeUnknown manifest.csv:8 value']),
  bad('a promised file that is not there', oneWith({ 'users.csv': undefined }), ['filePromised manifest.csv:8 value']),
  bad('a file that the manifest does not name', edit('manifest.csv', /file.users.*\n/, ''), ['manifestSilent manifest.csv file.users']),
  bad('nothing but absent tables', () => ({ 'manifest.csv': manifest('1.1', { users: 'absent' }) }), ['nothingToImport manifest.csv']),
  bad(
    'OneRoster 1.2 without roles',
    () =>
      Object.fromEntries(
        Object.entries({ ...two, 'manifest.csv': manifest('1.2', bulk) }).filter(([name]) => !/roles|demogr|userPro/.test(name)),
      ),
    ['rolesMissing manifest.csv'],
  ),
  ...(
    [
      ['orgs.csv', 'District', '', 'name', 2],
      ['academicSessions.csv', 'Year,', ',', 'title', 2],
      ['courses.csv', 'Science', '', 'title', 2],
      ['classes.csv', 'Science 6', '', 'title', 2],
      ['users.csv', 'Maya', '', 'givenName', 3],
      ['users.csv', 'maya', '', 'username', 3],
      ['users.csv', 'Li', '', 'familyName', 4],
      ['enrollments.csv', 'e2', '', 'sourcedId', 3],
      ['enrollments.csv', 'p1,student', 'p1,', 'role', 3],
    ] as const
  ).map(([file, from, to, column, row]) =>
    bad(`an empty ${column} of ${file}`, edit(file, from, to), [`${mild(file, column)}required ${file}:${row} ${column}`]),
  ),
  bad('an empty termSourcedIds of classes.csv', edit('classes.csv', '"y,t"', ''), ['~termMissing classes.csv:2 termSourcedIds']),
  ...(
    [
      ['orgs.csv', 'district,', 'region,', 'type', 2],
      ['academicSessions.csv', ',schoolYear,2030', ',trimester,2030', 'type', 2],
      ['classes.csv', 'scheduled', 'elective', 'classType', 2],
      ['users.csv', 'true,s,student,maya', 'yes,s,student,maya', 'enabledUser', 3],
      ['enrollments.csv', 'p1,student', 'p1,pupil', 'role', 3],
    ] as const
  ).map(([file, from, to, column, row]) =>
    bad(`a ${column} of ${file} that the standard does not know`, edit(file, from, to), [
      `${mild(file, column)}choice ${file}:${row} ${column}`,
    ]),
  ),
  bad('a role that the standard does not know', edit('users.csv', 'student,maya', 'pupil,maya'), ['choice users.csv:3 role']),
  bad(
    'values in other letters',
    edit('users.csv', /true/g, 'TRUE'),
    Array.from({ length: 5 }, (_, index) => `choiceCase users.csv:${index + 2} enabledUser`),
    [],
  ),
  bad('a role in other letters', edit('users.csv', 'teacher', 'Teacher'), ['choiceCase users.csv:2 role'], []),
  bad('a sourcedId twice', edit('users.csv', 'p2,', 'p1,'), [
    'duplicate users.csv:4 sourcedId',
    'reference enrollments.csv:4 userSourcedId',
  ]),
  bad('a user name twice', edit('users.csv', ',leo,', ',maya,'), ['duplicate users.csv:4 username']),
  bad('a user name twice but for the letters', edit('users.csv', ',leo,', ',MAYA,'), ['duplicateCase users.csv:4 username']),
  bad('an enrollment id twice', edit('enrollments.csv', 'e3', 'e2'), ['duplicate enrollments.csv:4 sourcedId']),
  bad('an org id twice', oneWith({ 'orgs.csv': `${one['orgs.csv']}s,Again,school,d\n` }), ['duplicate orgs.csv:4 sourcedId']),
  ...(
    [
      ['orgs.csv', 'school,d', 'school,x', 'parentSourcedId', 3],
      ['academicSessions.csv', '2030-12-20,y', '2030-12-20,x', 'parentSourcedId', 3],
      ['courses.csv', 'Science,d', 'Science,x', 'orgSourcedId', 2],
      ['classes.csv', ',c,', ',x,', 'courseSourcedId', 2],
      ['classes.csv', 'scheduled,s,"y', 'scheduled,x,"y', 'schoolSourcedId', 2],
      ['classes.csv', '"y,t"', '"y,x"', 'termSourcedIds', 2],
      ['users.csv', 'true,s,student,maya', 'true,x,student,maya', 'orgSourcedIds', 3],
      ['enrollments.csv', 'e2,k1', 'e2,x', 'classSourcedId', 3],
      ['enrollments.csv', 'k1,s,p1', 'k1,x,p1', 'schoolSourcedId', 3],
      ['enrollments.csv', 'p1', 'x', 'userSourcedId', 3],
    ] as const
  ).map(([file, from, to, column, row]) =>
    bad(`a ${column} of ${file} that is not there`, edit(file, from, to), [
      `${/^(course|term)/.test(column) || (column.startsWith('parent') && file.startsWith('academic')) ? '~referenceUnused' : `${mild(file, column)}reference`} ${file}:${row} ${column}`,
    ]),
  ),
  bad('orgs that are above each other', edit('orgs.csv', 'district,', 'district,s'), ['orgLoop orgs.csv:2 parentSourcedId']),
  bad('a class in a district', edit('classes.csv', 'scheduled,s,"y', 'scheduled,d,"y'), ['notASchool classes.csv:2 schoolSourcedId']),
  bad('a session that ends before it begins', edit('academicSessions.csv', '2030-12-20', '2030-01-20'), [
    '~datesOrder academicSessions.csv:3 endDate',
  ]),
  good('a student who left a class and came back', withDates('2030-01-14')),
  bad('a student twice in a class, on the last day of one of them', withDates('2030-01-15'), ['enrolledTwice enrollments.csv:6 role']),
  good('a user whose only role has ended', editTwo('roles.csv', '2030-08-01,2031-06-01', '2029-08-01,2030-01-14'), [
    '~roleless users.csv:3 sourcedId',
  ]),
  good(
    'courses and sessions that the manifest promises in vain',
    oneWith({ 'courses.csv': undefined, 'academicSessions.csv': undefined }),
    ['~filePromised manifest.csv:5 value', '~filePromised manifest.csv:6 value'],
  ),
  good(
    'classes without terms',
    oneWith({
      'classes.csv': one['classes.csv']!.replace(',termSourcedIds', '').replace(',"y,t"', '').replace(',y,', ','),
    }),
    ['~columnMissing classes.csv:1 termSourcedIds'],
  ),
  bad('a student twice in a class', oneWith({ 'enrollments.csv': `${one['enrollments.csv']}e5,k1,s,p1,student\n` }), [
    'enrolledTwice enrollments.csv:6 role',
  ]),
  bad('a student who teaches the same class', oneWith({ 'enrollments.csv': `${one['enrollments.csv']}e5,k1,s,p1,proctor\n` }), [
    'twoRoles enrollments.csv:6 role',
  ]),
  bad('a student enrolled as a teacher', oneWith({ 'enrollments.csv': `${one['enrollments.csv']}e5,k2,s,p1,teacher\n` }), [
    'enrollmentRole enrollments.csv:6 role',
  ]),
  bad('a teacher enrolled as a student', oneWith({ 'enrollments.csv': `${one['enrollments.csv']}e5,k2,s,t1,student\n` }), [
    'enrollmentRole enrollments.csv:6 role',
  ]),
  bad(
    'a deleted row in bulk',
    oneWith({ 'courses.csv': 'sourcedId,status,dateLastModified,title,orgSourcedId\nc,tobedeleted,,Science,d\n' }),
    ['~bulkDeleted courses.csv:2 status'],
  ),
  bad(
    'a delta without statuses',
    () => ({ 'manifest.csv': manifest('1.1', { courses: 'delta' }), 'courses.csv': one['courses.csv'] as string }),
    ['~columnMissing courses.csv:1 status', '~columnMissing courses.csv:1 dateLastModified'],
  ),
  bad('a delta row without a status', deltaWith('users.csv', 'p3,active', 'p3,'), ['required users.csv:2 status']),
  bad('a delta row with another status', deltaWith('users.csv', 'p3,active', 'p3,inactive'), ['choice users.csv:2 status']),
  bad('a delta row without a time', deltaWith('users.csv', 'active,2030-09-01T10:00:00.000Z', 'active,'), [
    'required users.csv:2 dateLastModified',
  ]),
  bad('a delta row with a time that is none', deltaWith('users.csv', 'active,2030-09-01T10:00:00.000Z', 'active,yesterday'), [
    'instant users.csv:2 dateLastModified',
  ]),
  bad('a deleted row without an id', deltaWith('users.csv', 'p2,tobedeleted', ',tobedeleted'), ['required users.csv:3 sourcedId']),
  bad('a 1.2 role of 1.1', editTwo('roles.csv', 'siteAdministrator', 'administrator'), ['choice roles.csv:5 role']),
  bad('a role of nobody', editTwo('roles.csv', 'r2,p1', 'r2,x'), [
    'reference roles.csv:3 userSourcedId',
    '~roleless users.csv:3 sourcedId',
  ]),
  bad('a role that ends before it begins', editTwo('roles.csv', '2031-06-01', '2030-06-01'), ['datesOrder roles.csv:3 endDate']),
  bad('demographics of nobody', editTwo('demographics.csv', 'p1', 'x'), ['~reference demographics.csv:2 sourcedId']),
  bad('demographics twice', twoWith({ 'demographics.csv': `${two['demographics.csv']}p1,2018-05-04,female,false\n` }), [
    '~duplicate demographics.csv:3 sourcedId',
  ]),
  bad('a birth date that is none', editTwo('demographics.csv', '2018-05-04', 'May'), ['~date demographics.csv:2 birthDate']),
  bad('a profile of nobody', editTwo('userProfiles.csv', 'f1,p1', 'f1,x'), ['~reference userProfiles.csv:2 userSourcedId']),
  bad('a profile without a vendor', editTwo('userProfiles.csv', 'v1', ''), ['~required userProfiles.csv:2 vendorId']),
];

const lists: Upload[] = [
  good('a list called users.csv', () => ({ 'users.csv': list })),
  good('a list called enrollments.csv', () => ({ 'enrollments.csv': list })),
  bad(
    'a list called users.csv, with semicolons',
    () => ({ 'users.csv': list.replace('"Science 7, honors"', 'Science 7').replaceAll(',', ';') }),
    ['delimiter users.csv:1'],
    [],
  ),
  bad('users of OneRoster alone', () => ({ 'users.csv': one['users.csv'] as string }), ['manifestMissing manifest.csv']),
  ...(['semicolons;', 'tabs\t', 'bars|'] as const).map((name) =>
    bad(
      `${name.slice(0, -1)} between quotation marks`,
      asList(
        list
          .replace('"Science 7, honors"', 'Science 7, honors'.replace(', ', ' '))
          .trim()
          .split('\n')
          .map((line) =>
            line
              .split(',')
              .map((value) => `"${value}"`)
              .join(name.slice(-1)),
          )
          .join('\r\n'),
      ),
      ['delimiter students.csv:1'],
      [],
    ),
  ),
  bad(
    'semicolons between quotation marks in rows alone, after empty lines',
    asList('\n \nuser_name;first_name;last_name\n"maya";"Maya";"Núñez, jr"\n'),
    ['delimiter students.csv:3'],
    [],
  ),
  bad('no first name', listed('Maya', ''), ['required students.csv:2 first_name']),
  bad('no last name', listed('Li', ''), ['required students.csv:3 last_name']),
  bad('neither number nor user name', listed('000101,maya', ','), ['identityMissing students.csv:2 user_name']),
  bad('a period without a class', listed('Science 6,2', ',2'), ['required students.csv:2 class_name']),
  bad('no column for first names', asList('user_name,last_name\nmaya,Núñez\n'), ['fieldMissing students.csv:1 first_name']),
  bad('no column that tells students apart', asList('first_name,last_name\nMaya,Núñez\n'), ['fieldMissing students.csv:1 user_name']),
  bad('a user name of two students', listed('000102,leo', '000102,maya'), ['duplicate students.csv:3 user_name']),
  bad('a user name of two students but for the letters', listed('000102,leo', '000102,Maya'), ['duplicateCase students.csv:3 user_name']),
  bad('a number of two students', listed('000102,leo', '000101,leo'), ['otherName students.csv:3 first_name']),
  bad('a student twice in a class of a list', asList(`${list}000101,maya,Maya,Núñez,6,,science 6,2\n`), [
    'enrolledTwice students.csv:5 class_name',
  ]),
  good('a mail address that is none in a list', listed('maya@x.example', 'maya'), ['~email students.csv:2 email']),
  good('a grade that nobody knows in a list', listed('6,maya@', 'sixth,maya@'), ['~grade students.csv:2 grade']),
];

/** Valid and invalid uploads of every kind, each with the expected findings. */
export const uploads: Upload[] = [...valid, ...damaged, ...oneRoster, ...lists];
