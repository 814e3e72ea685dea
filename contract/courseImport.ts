import * as v from 'valibot';
import { ExportJob } from './exportJob.ts';
import { call, id, line, providers } from './kit.ts';

/** What a course has, in the order of a list. */
export const courseThings = ['product', 'unit', 'sub_unit', 'level3', 'item', 'question', 'block', 'term', 'standard', 'file'] as const;
export type CourseThing = (typeof courseThings)[number];

/** `kept`: the course has another version than the one that was published here, which stays. */
export const courseChanges = ['added', 'changed', 'removed', 'kept'] as const;
export type CourseChangeKind = (typeof courseChanges)[number];

/**
 * `uploaded → checking → refused | checked`, `checked → importing → done`, `done → undoing → undone`. `failed`: the server stopped, and
 * nothing was written. `outdated`: the catalog was changed after the check, so the course is checked again.
 */
export const courseImportStates = [
  'uploaded',
  'checking',
  'refused',
  'checked',
  'outdated',
  'importing',
  'done',
  'undoing',
  'undone',
  'failed',
] as const;
export type CourseImportState = (typeof courseImportStates)[number];

/** Bytes in one part of an upload. */
export const coursePartSize = 512 * 1024;
/** Bytes of a packed course. */
export const mostCourseBytes = 32 * 1024 * 1024;
/** Changes that are listed one by one. All are counted. */
export const mostCourseChanges = 2000;
/** Findings that are listed. */
export const mostCourseFindings = 500;
/** How many days an import can be undone, unless there is a newer one. */
export const courseUndoDays = 30;
/** Imports in the list. */
export const mostCourseImports = 50;

/** What can be wrong with the files of a course. */
export const courseFaults = [
  'missing',
  'notJson',
  'fieldMissing',
  'wrongValue',
  'wrongLength',
  'outOfRange',
  'codeForm',
  'distractorUnexplained',
  'oneCorrect',
  'twoCorrect',
  'acceptedOrExample',
  'ideasWithoutExample',
  'lexileOrRemark',
  'translationLength',
  'fileKind',
  'unknownStandard',
  'besideMissing',
  'notItsFolder',
  'noSubUnit',
  'itemTwice',
  'unknownSubUnit',
  'twice',
  'blockPicture',
  'unknownItem',
  'unknownOriginal',
  'unknownKind',
  'frontMatter',
  'unknownLevel3',
  'ownTranslation',
  'captionsMissing',
  'columnMissing',
  'axisMissing',
  'placeMissing',
  'ideaNameMissing',
  'ideaNameTwice',
  'ideaPointsTooMany',
  'ideaWayMissing',
  'ideaWayTwice',
  'ideaWayUnreadable',
  'ideasTooFew',
  'scoredInCheck',
  'unknownSimulation',
  'unknownAnimation',
  'htmlInMarkdown',
  'linkStart',
  'svgStart',
  'svgViewBox',
  'svgSize',
  'svgTitle',
  'svgForbidden',
  'pictureMissing',
  'pictureName',
  'wrongKey',
  'vttStart',
  'vttTimes',
] as const;
/** What can be wrong with its zip, and what is not taken over. */
export const packedFaults = [
  'zipDamaged',
  'zipTooMany',
  'zipTooLarge',
  'zipPath',
  'zipLink',
  'zipEncrypted',
  'zipTwice',
  'zipRatio',
  'zipNoCourse',
  'fileName',
  'notUtf8',
  'fileIgnored',
  'lessonIgnored',
  'pictureUnusable',
] as const;
export type CourseFault = (typeof courseFaults)[number];

/** A fault of a course, or what is not taken over. */
export const CourseFinding = v.object({
  severity: v.picklist(['error', 'warning']),
  /** Path in the course, or the name of the uploaded file. */
  file: v.string(),
  line: v.nullable(v.number()),
  field: v.string(),
  code: v.picklist([...courseFaults, ...packedFaults]),
  params: v.record(v.string(), v.string()),
});
export type CourseFinding = v.InferOutput<typeof CourseFinding>;

/** A column that changes, as text. Null: it has no text, or none that differs. */
export const CourseDetail = v.object({ field: v.string(), before: v.nullable(v.string()), after: v.nullable(v.string()) });
export type CourseDetail = v.InferOutput<typeof CourseDetail>;

export const CourseChange = v.object({
  thing: v.picklist(courseThings),
  change: v.picklist(courseChanges),
  name: v.string(),
  /** Where it is: the course and the unit, or an item. */
  place: v.string(),
  details: v.array(CourseDetail),
});
export type CourseChange = v.InferOutput<typeof CourseChange>;

/** How many of each kind the course adds, changes, takes away, leaves as they were edited here, or has as they are. */
export const CourseCounts = v.object({
  thing: v.picklist(courseThings),
  added: v.number(),
  changed: v.number(),
  removed: v.number(),
  kept: v.number(),
  unchanged: v.number(),
});
export type CourseCounts = v.InferOutput<typeof CourseCounts>;

/** An import of the course's files. */
export const CourseImport = v.object({
  job_id: v.number(),
  state: v.picklist(courseImportStates),
  file_name: v.string(),
  size: v.number(),
  /** Parts that have arrived, and all. */
  received: v.number(),
  parts: v.number(),
  /** Name of whoever uploaded the file. */
  created_by: v.string(),
  /** Whether it is the reader's: others can only undo it. */
  is_own: v.boolean(),
  created_at: v.string(),
  finished_at: v.nullable(v.string()),
  errors: v.number(),
  warnings: v.number(),
  /** Empty before the check. */
  counts: v.array(CourseCounts),
  /** What an undoing left, because it was changed or used since. */
  left_alone: v.number(),
  /** Until when it can be undone; null: it cannot be. */
  undo_until: v.nullable(v.string()),
});
export type CourseImport = v.InferOutput<typeof CourseImport>;

const ours = { backend: 'lms', access: providers, onFailure: 'state', origin: 'ours' } as const;
const read = { ...ours, method: 'GET' } as const;
const change = { ...ours, method: 'POST', refusedWhileActing: true } as const;
const job = v.object({ job_id: id });

export const courseImport = {
  importCourse: call({
    ...change,
    path: '/v2/content/import_course',
    summary:
      'Upload one part (512 KB; only the last may be shorter) of a zip with the course’s folder. Without job_id, starts a new import. Replaces an existing part.',
    body: v.object({
      job_id: v.optional(v.nullable(id), null),
      file_name: line(200),
      size: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(mostCourseBytes)),
      part_no: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(mostCourseBytes / coursePartSize)),
      content: v.pipe(v.string(), v.minLength(1), v.maxLength(700_000), v.regex(/^[A-Za-z\d+/]*={0,2}$/, 'base64')),
    }),
    data: CourseImport,
  }),
  checkCourse: call({
    ...change,
    path: '/v2/content/check_course',
    summary: 'Check an uploaded course and compare it with the catalog in the background. Poll until the state is no longer “checking”.',
    body: job,
    data: CourseImport,
  }),
  confirmCourse: call({
    ...change,
    path: '/v2/content/confirm_course',
    summary: 'Confirm a checked course, which is then imported in the background: all of it, or nothing',
    body: job,
    data: CourseImport,
  }),
  undoCourse: call({
    ...change,
    path: '/v2/content/undo_course',
    summary: 'Put back what the newest import of the course changed, except what was changed or used since',
    body: job,
    data: CourseImport,
  }),
  courseImports: call({
    ...read,
    path: '/v2/content/get_course_imports',
    summary: 'List the imports of the course, newest first, or get one of them',
    query: v.object({ job_id: v.optional(id) }),
    data: v.array(CourseImport),
  }),
  exportCourse: call({
    ...change,
    path: '/v2/content/export_course',
    summary: 'Start an export of the catalog as a course’s folder, which an import takes again; it is one of the caller’s exports',
    data: ExportJob,
  }),
  courseReport: call({
    ...read,
    path: '/v2/content/get_course_report',
    summary: 'Get what the check of a course found, and what the import changes',
    query: job,
    data: v.object({ findings: v.array(CourseFinding), changes: v.array(CourseChange) }),
  }),
};
