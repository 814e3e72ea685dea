/** A OneRoster 1.1 set of any size in the form large districts export: 36-character ids, six classes per student. */
export function rosterSet(students: number): Map<string, string> {
  const perClass = 28;
  const each = 6;
  const id = (kind: number, index: number) =>
    `${kind.toString(16).padStart(8, '0')}-4000-8000-9000-${index.toString(16).padStart(12, '0')}`;
  const schools = Math.max(1, Math.round(students / 800));
  const classes = Math.max(each, Math.ceil((students * each) / perClass));
  const teachers = Math.max(1, Math.ceil(classes / 5));
  const lines = (header: string, count: number, line: (index: number) => string) => {
    const all = [header];
    for (let index = 0; index < count; index++) all.push(line(index));
    return `${all.join('\r\n')}\r\n`;
  };
  const schoolOf = (index: number) => id(1, 1 + (index % schools));
  return new Map([
    [
      'manifest.csv',
      lines('propertyName,value', 8, (index) =>
        index === 0
          ? 'manifest.version,1.0'
          : index === 1
            ? 'oneroster.version,1.1'
            : `file.${['orgs', 'academicSessions', 'courses', 'classes', 'users', 'enrollments'][index - 2]},bulk`,
      ),
    ],
    [
      'orgs.csv',
      lines('sourcedId,status,dateLastModified,name,type,identifier,parentSourcedId', schools + 1, (index) =>
        index === 0 ? `${id(1, 0)},,,District,district,,` : `${id(1, index)},,,School ${index},school,,${id(1, 0)}`,
      ),
    ],
    [
      'academicSessions.csv',
      lines(
        'sourcedId,status,dateLastModified,title,type,startDate,endDate,parentSourcedId,schoolYear',
        1,
        () => `${id(2, 0)},,,Year,schoolYear,2030-08-01,2031-06-01,,2031`,
      ),
    ],
    [
      'courses.csv',
      lines(
        'sourcedId,status,dateLastModified,schoolYearSourcedId,title,courseCode,grades,orgSourcedId,subjects,subjectCodes',
        1,
        () => `${id(3, 0)},,,,Science,SCI,,${id(1, 0)},,`,
      ),
    ],
    [
      'classes.csv',
      lines(
        'sourcedId,status,dateLastModified,title,grades,courseSourcedId,classCode,classType,location,schoolSourcedId,termSourcedIds,subjects,subjectCodes,periods',
        classes,
        (index) =>
          `${id(4, index)},,,Science ${index},06,${id(3, 0)},,scheduled,,${schoolOf(index)},${id(2, 0)},Science,,${(index % 7) + 1}`,
      ),
    ],
    [
      'users.csv',
      lines(
        'sourcedId,status,dateLastModified,enabledUser,orgSourcedIds,role,username,userIds,givenName,familyName,middleName,identifier,email,sms,phone,agentSourcedIds,grades,password',
        students + teachers,
        (index) =>
          index < students
            ? `${id(5, index)},,,true,${schoolOf(index)},student,student${index},,Given${index % 900},Family${index % 7000},,${100_000 + index},s${index}@students.example,,,,06,`
            : `${id(5, index)},,,true,${schoolOf(index)},teacher,teacher${index},,Given${index % 900},Family${index % 7000},,,t${index}@staff.example,,,,,`,
      ),
    ],
    [
      'enrollments.csv',
      lines(
        'sourcedId,status,dateLastModified,classSourcedId,schoolSourcedId,userSourcedId,role,primary,beginDate,endDate',
        students * each + classes,
        (index) => {
          if (index >= students * each) {
            const one = index - students * each;
            return `${id(6, index)},,,${id(4, one)},${schoolOf(one)},${id(5, students + (one % teachers))},teacher,true,,`;
          }
          const [student, place] = [Math.floor(index / each), index % each];
          const group = (Math.floor(student / perClass) * each + place) % classes;
          return `${id(6, index)},,,${id(4, group)},${schoolOf(group)},${id(5, student)},student,,,`;
        },
      ),
    ],
  ]);
}
