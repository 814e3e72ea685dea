import { courseFiles } from '../content/courseFiles.ts';

/** Text of every sample file (courses, standards, glossary, roster) by its path in this folder. */
export const sampleFiles = () => courseFiles(import.meta.dirname);
