import { assign } from 'xstate';
import type { Finding, RosterCheck, RosterJob, RosterOptions } from '../../../contract/rostering/job.ts';
import { type Problem, toProblem } from '../problem.ts';
import type { Verdict } from './fileReadingMachine.ts';
import type { FileToSend } from './rosterFileMachine.ts';

/** How a step of an import on the server ended, which decides the next step of the wizard. */
export type ImportEnd =
  /** The server carried out a command or started on it. */
  | { kind: 'moved'; job: RosterJob }
  /** The server refused a command or did not answer, so the state of the import must be asked for. */
  | { kind: 'refused'; problem: Problem }
  /** The import could not be shown. */
  | { kind: 'lost'; problem: Problem }
  /** The user wants the server to check the file again with other options. */
  | { kind: 'changed'; options: RosterOptions }
  /** The user chose a corrected file. */
  | { kind: 'chosen'; files: readonly FileToSend[]; options: RosterOptions }
  /** The user wants to import another file. */
  | { kind: 'restarted' };

/** The end of a step whose command was answered. */
export const moved = ({ event }: { event: { output: RosterJob } }): ImportEnd => ({ kind: 'moved', job: event.output });
/** The end of a step whose command failed. */
export const refused = ({ event }: { event: { error: unknown } }): ImportEnd => ({ kind: 'refused', problem: toProblem(event.error) });

/** What a step of an import on the server starts with. */
export interface ImportStepInput {
  job: RosterJob;
  /** Why the last command failed. */
  problem: Problem | null;
}

interface Step {
  job: RosterJob;
  verdict: Verdict | null;
  end: ImportEnd | null;
}
/** An action for the context of every step. XState's own type fits one context only. */
type Action<Params> = (args: { context: Step }, params: Params) => void;

/** What the steps that show findings share; spread into `setup({ actions })`. */
export const actions = {
  setFindings: assign({
    verdict: ({ context }: { context: Step }, { findings }: { findings: readonly Finding[] }): Verdict => ({
      check: context.job.check as RosterCheck,
      findings,
    }),
  }) as Action<{ findings: readonly Finding[] }>,
  setLost: assign({ end: (_, { error }: { error: unknown }): ImportEnd => ({ kind: 'lost', problem: toProblem(error) }) }) as Action<{
    error: unknown;
  }>,
};
