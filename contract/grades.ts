import { wholeRoster } from './kit.ts';
import { computed, resource, text } from './resource.ts';

/** Grades of a district, youngest first. `students` counts active accounts, `classes` open classes with the grade. */
export const gradeResource = resource({
  name: 'grade',
  plural: 'grades',
  thing: 'grade',
  key: 'grade_id',
  backend: 'lms',
  readers: wholeRoster,
  editors: wholeRoster,
  fields: {
    name: text({ most: 10, isRequired: true, isUnique: true }),
    students: computed(),
    classes: computed(),
  },
  title: 'name',
  search: ['name'],
  filters: [],
  counts: ['students', 'classes'],
  isKept: true,
});

export const grades = gradeResource.named;
