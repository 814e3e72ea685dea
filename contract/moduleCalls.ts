import { assigning } from './assigning.ts';
import { assignmentReports } from './assignmentReports.ts';
import { assignments } from './assignments.ts';
import { autograde } from './autograde.ts';
import { classReports } from './classReports.ts';
import { glossary } from './glossary.ts';
import { classTransfers, groups } from './groups.ts';
import { help } from './help.ts';
import type { Call } from './kit.ts';
import { library } from './library.ts';
import type { Module } from './modules.ts';
import { ownTerms } from './ownTerms.ts';
import { progressMonitoring } from './progressMonitoring.ts';
import { quizGame } from './quizGame.ts';
import { rostering } from './rostering.ts';
import { studentReports } from './studentReports.ts';
import { termSets } from './termSets.ts';
import { workspace } from './workspace.ts';

/** The areas of each module. What students need to play a lesson that is assigned belongs to none. */
const areas: Readonly<Record<Module, readonly Readonly<Record<string, Call>>[]>> = {
  content: [library],
  workspace: [workspace],
  assignments: [assignments, assigning, assignmentReports],
  mygroups: [groups, classTransfers, classReports, progressMonitoring, studentReports],
  autograde: [autograde],
  rostering: [rostering],
  glossary: [glossary, ownTerms, { createTermSet: termSets.createTermSet }],
  quizsmart: [quizGame],
  help: [help],
};

/** Reads that other modules need as well. */
const shared: readonly Call[] = [groups.myGroups];

/** The module of a call. Calls that are not in it belong to none, and cannot be switched off. */
export const moduleOf: ReadonlyMap<Call, Module> = new Map(
  (Object.entries(areas) as [Module, (typeof areas)[Module]][]).flatMap(([module, calls]) =>
    calls.flatMap((area) => Object.values(area)).flatMap((one): [Call, Module][] => (shared.includes(one) ? [] : [[one, module]])),
  ),
);
