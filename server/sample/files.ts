import { join } from 'node:path';
import { courseFiles } from '../content/courseFiles.ts';

/** Text of every file of the sample (courses, standards, glossary, roster) by its path in this folder. */
export const sampleFiles = () => courseFiles(import.meta.dirname);

/** Where its courses are, for the site to serve the files that items name. */
export const sampleCourses = join(import.meta.dirname, 'courses');
