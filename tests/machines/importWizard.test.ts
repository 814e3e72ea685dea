import { describe, expect, it } from 'vitest';
import { fileReadingMachine } from '../../src/machines/rostering/fileReadingMachine.ts';
import { importDecisionMachine } from '../../src/machines/rostering/importDecisionMachine.ts';
import { importOutcomeMachine } from '../../src/machines/rostering/importOutcomeMachine.ts';
import { importProgressMachine } from '../../src/machines/rostering/importProgressMachine.ts';
import { importRefusalMachine } from '../../src/machines/rostering/importRefusalMachine.ts';
import { importWizardMachine } from '../../src/machines/rostering/importWizardMachine.ts';
import { check, fileOf, finding, jobOf, options, wrongCheck } from './rosterSamples.ts';
import { createTestActor } from './scenario.ts';

const files = [fileOf('user_name;first_name')];
const start = (jobId: number | null = null) => createTestActor(importWizardMachine, { userPuid: 9, jobId, mode: 'add' });

describe('the import wizard', () => {
  it('reads, sends, compares, applies, and undoes', async () => {
    const actor = start();
    expect(actor.inputs('fileReading')).toEqual([{ userPuid: 9, files: [], options }]);
    const mended = { ...options, mends: finding.mends };
    await actor.done('fileReading', { files, options: mended });
    expect(actor.inputs('rosterFile')).toMatchObject([{ files, job: null, options: mended }]);
    actor.send({ type: 'file.uploaded', job: jobOf('uploaded') });
    expect(actor.emitted).toContainEqual({ type: 'job.known', jobId: 8 });
    await actor.done('rosterFile', jobOf('validated'));
    await actor.done('importDecision', { kind: 'moved', job: jobOf('confirmed') });
    expect(actor.inputs('importProgress')).toEqual([{ job: jobOf('confirmed'), problem: null }]);
    await actor.done('importProgress', jobOf('done'));
    await actor.done('importOutcome', { kind: 'moved', job: jobOf('undoing') });
    expect(actor.inputs('importProgress').at(-1)).toEqual({ job: jobOf('undoing'), problem: null });
  });

  it('does not upload again what the server has, and only waits for a check that runs there', async () => {
    const actor = start(8);
    await actor.done('find', jobOf('uploaded'));
    expect(actor.inputs('rosterFile')).toMatchObject([{ files: [], job: jobOf('uploaded'), options }]);
    const other = start(8);
    await other.done('find', jobOf('checking'));
    expect(other.inputs('rosterFile')).toMatchObject([{ files: [], job: jobOf('checking'), options: null }]);
  });

  it('has the server check again with what was mended there', async () => {
    const actor = start(8);
    await actor.done('find', jobOf('refused'));
    const mended = { ...options, mends: finding.mends };
    await actor.done('importRefusal', { kind: 'changed', options: mended });
    expect(actor.inputs('rosterFile')).toMatchObject([{ files: [], job: jobOf('refused'), options: mended }]);
  });

  it('looks again how an import stands when a command is refused, and keeps the reason', async () => {
    const actor = start(8);
    await actor.done('find', jobOf('validated'));
    const problem = { code: 409, message: 'Another import was applied since this one was checked. Check it again.' };
    await actor.done('importDecision', { kind: 'refused', problem });
    await actor.done('find', jobOf('validated'));
    expect(actor.inputs('importDecision').at(-1)).toEqual({ job: jobOf('validated'), problem });
  });

  it('writes nothing of a file that is chosen anew: the old import is no longer the one that is shown', async () => {
    const actor = start(8);
    await actor.done('find', jobOf('refused'));
    await actor.done('importRefusal', { kind: 'chosen', files, options });
    expect(actor.snapshot().context).toMatchObject({ job: null, jobId: null });
    expect(actor.emitted).toContainEqual({ type: 'job.known', jobId: null });
    expect(actor.inputs('fileReading')).toEqual([{ userPuid: 9, files, options }]);
  });
});

describe('reading files', () => {
  const read = () => createTestActor(fileReadingMachine, { userPuid: 9, files: [], options });
  const wrong = { type: 'reading.ended', verdict: { check: wrongCheck, findings: [finding] } } as const;

  it('mends what is wrong, and ends with the mends', () => {
    const actor = read();
    actor.send({ type: 'files.chosen', files }, wrong);
    expect(actor.snapshot().can({ type: 'file.accepted' })).toBe(false);
    actor.send({ type: 'mends.chosen', mends: finding.mends });
    const mended = { ...options, mends: finding.mends };
    expect(actor.inputs('readRoster').at(-1)).toEqual({ userPuid: 9, files, options: mended });
    actor.send({ type: 'reading.ended', verdict: { check, findings: [] } }, { type: 'file.accepted' });
    expect(actor.snapshot().output).toEqual({ files, options: mended });
  });

  it('reads the file that was chosen last, not the one before it', () => {
    const actor = read();
    const other = [fileOf('number;user_name')];
    actor.send({ type: 'files.chosen', files }, wrong, { type: 'files.chosen', files: other });
    expect(actor.inputs('readRoster').map((input) => (input as { files: unknown }).files)).toEqual([files, other]);
    actor.send({ type: 'reading.ended', verdict: { check, findings: [] } }, { type: 'file.accepted' });
    expect(actor.snapshot().output).toMatchObject({ files: other });
  });

  it('takes the columns as the last import did, when that is chosen', () => {
    const actor = read();
    const earlier = { mapping: { user_name: 'number' }, by: null, at: '2026-11-20T15:00:00.000Z' };
    actor.send({ type: 'files.chosen', files }, { type: 'reading.ended', verdict: { check, findings: [], earlier } });
    expect(actor.snapshot().context.options.mapping).toBeNull();
    actor.send({ type: 'mapping.changed', mapping: earlier.mapping });
    expect(actor.inputs('readRoster').at(-1)).toEqual({ userPuid: 9, files, options: { ...options, mapping: earlier.mapping } });
  });

  it('keeps the columns for the corrected file, and forgets them for another', () => {
    const actor = read();
    const mapping = { user_name: 'number' };
    actor.send({ type: 'files.chosen', files }, wrong, { type: 'mapping.changed', mapping }, wrong, { type: 'files.chosen', files });
    expect(actor.inputs('readRoster').at(-1)).toEqual({ userPuid: 9, files, options: { ...options, mapping } });
    actor.send(wrong, { type: 'file.abandoned' }, { type: 'files.chosen', files });
    expect(actor.inputs('readRoster').at(-1)).toEqual({ userPuid: 9, files, options });
  });
});

describe('an import that the server refused', () => {
  it('keeps its columns for the corrected file, and drops the mends of the other', async () => {
    const mapping = { user_name: 'number' };
    const job = jobOf('refused', { options: { ...options, mapping, mends: finding.mends } });
    const actor = createTestActor(importRefusalMachine, { job });
    await actor.done('loadFindings', [finding]);
    actor.send({ type: 'files.chosen', files });
    expect(actor.snapshot().output).toEqual({ kind: 'chosen', files, options: { ...options, mapping } });
  });
});

describe('the decision about an import', () => {
  it('tells what the server warns of before anything is written', async () => {
    const actor = createTestActor(importDecisionMachine, { job: jobOf('validated', { check: { ...check, warnings: 1 } }), problem: null });
    await actor.done('loadChanges', []);
    expect(actor.snapshot().hasTag('deciding')).toBe(false);
    await actor.done('loadFindings', [finding]);
    expect(actor.snapshot().hasTag('deciding')).toBe(true);
    expect(actor.snapshot().context.verdict?.findings).toEqual([finding]);
  });

  it('asks for the number when more than a tenth of the enrollments would go', async () => {
    const actor = createTestActor(importDecisionMachine, { job: jobOf('validated', { confirmation: '12' }), problem: null });
    await actor.done('loadChanges', []);
    expect(actor.snapshot().can({ type: 'import.confirmed' })).toBe(false);
    actor.send({ type: 'confirmation.typed', text: '11' });
    expect(actor.snapshot().can({ type: 'import.confirmed' })).toBe(false);
    actor.send({ type: 'confirmation.typed', text: ' 12 ' }, { type: 'import.confirmed' });
    expect(actor.inputs('confirm')).toEqual([{ jobId: 8, confirmation: '12' }]);
  });

  it('compares again with another mode, and keeps the other options', async () => {
    const job = jobOf('validated', { options: { ...options, mends: finding.mends } });
    const actor = createTestActor(importDecisionMachine, { job, problem: null });
    await actor.done('loadChanges', []);
    actor.send({ type: 'options.changed', options: { mode: 'replace', overwrite_manual: true } });
    const expected = { ...options, mends: finding.mends, mode: 'replace', overwrite_manual: true };
    expect(actor.snapshot().output).toEqual({ kind: 'changed', options: expected });
  });
});

describe('an import that is being applied', () => {
  const applied = () => createTestActor(importProgressMachine, { job: jobOf('applying'), problem: null });

  it('is followed through lost answers to its end', async () => {
    const actor = applied();
    actor.pass(1_000);
    await actor.done('find', jobOf('applying', { rows_done: 2 }));
    expect(actor.snapshot().context.job.rows_done).toBe(2);
    actor.pass(1_000);
    await actor.fails('find', 0);
    expect(actor.snapshot().hasTag('stale')).toBe(true);
    actor.pass(1_000);
    await actor.done('find', jobOf('partial'));
    expect(actor.snapshot().output).toEqual(jobOf('partial'));
  });

  it('goes on when the stop is refused, and says why', async () => {
    const actor = applied();
    actor.send({ type: 'import.stopped' });
    await actor.fails('stop', 409, 'This import has moved on. Look at it again.');
    await actor.done('find', jobOf('applying'));
    expect(actor.snapshot().context.problem?.code).toBe(409);
    expect(actor.snapshot().can({ type: 'import.stopped' })).toBe(true);
  });
});

describe('the outcome of an import', () => {
  it('is undone only after the question, with the number of rows that stay', async () => {
    const job = jobOf('partial', { stays: { count: 3, newer: [], names: [] } });
    const actor = createTestActor(importOutcomeMachine, { job, problem: null });
    expect(actor.snapshot().can({ type: 'import.resumed' })).toBe(true);
    expect(actor.snapshot().can({ type: 'import.undone' })).toBe(false);
    actor.send({ type: 'undo.asked' }, { type: 'import.undone' });
    expect(actor.inputs('undo')).toEqual([{ jobId: 8, staysSeen: 3 }]);
    await actor.done('undo', jobOf('undoing'));
    expect(actor.snapshot().output).toEqual({ kind: 'moved', job: jobOf('undoing') });
  });
});
