import { staff, wholeRoster } from './kit.ts';
import { computed, resource, text, truth } from './resource.ts';

/** Subjects of a district's classes. `classes` counts the open classes with the subject. */
export const subjectResource = resource({
  name: 'subject',
  plural: 'subjects',
  thing: 'subject',
  key: 'subject_id',
  backend: 'lms',
  readers: staff,
  editors: wholeRoster,
  right: 'subjects',
  fields: {
    name: text({ most: 100, isRequired: true, isUnique: true }),
    active: truth({ initial: true }),
    classes: computed(),
  },
  title: 'name',
  search: ['name'],
  filters: ['active'],
  counts: ['classes'],
});

export const subjects = subjectResource.named;
