import { describe, expect, it } from 'vitest';
import { importWizardMachine } from '../../src/machines/rostering/importWizardMachine.ts';
import { check, fileOf, finding, jobOf, options, wrongCheck } from './rosterSamples.ts';
import { createTestActor } from './scenario.ts';

const start = (jobId: number | null = null) => createTestActor(importWizardMachine, { userPuid: 9, jobId, mode: 'add' });
const files = [fileOf('user_name;first_name')];

describe('the import wizard', () => {
  it('reads, mends, sends, compares, confirms, applies, and undoes', async () => {
    const actor = start();
    actor.send({ type: 'files.chosen', files });
    expect(actor.snapshot().hasTag('reading')).toBe(true);
    actor.send({ type: 'reading.ended', verdict: { check: wrongCheck, findings: [finding] } });
    expect(actor.snapshot().can({ type: 'file.accepted' })).toBe(false);
    actor.send({ type: 'mends.chosen', mends: finding.mends });
    expect(actor.inputs('readRoster').at(-1)).toEqual({ userPuid: 9, files, options: { ...options, mends: finding.mends } });
    actor.send({ type: 'reading.ended', verdict: { check, findings: [] } }, { type: 'file.accepted' });
    actor.send({ type: 'file.uploaded', job: jobOf('uploaded') });
    expect(actor.emitted).toContainEqual({ type: 'job.known', jobId: 8 });
    actor.send({ type: 'file.verified', job: jobOf('validated') });
    await actor.done('loadChanges', []);
    actor.send({ type: 'import.confirmed' });
    await actor.done('command', jobOf('confirmed'));
    actor.pass(1_000);
    await actor.done('find', jobOf('applying', { rows_done: 2 }));
    expect(actor.snapshot().context.job?.rows_done).toBe(2);
    actor.pass(1_000);
    await actor.done('find', jobOf('done'));
    expect(actor.snapshot().hasTag('over')).toBe(true);
    actor.send({ type: 'import.undone' });
    expect(actor.inputs('command').map((input) => Object(input).command)).toEqual(['confirm', 'undo']);
  });

  it('takes the columns as the last import did, when that is chosen', () => {
    const actor = start();
    const earlier = { mapping: { user_name: 'number' }, by: null, at: '2026-11-20T15:00:00.000Z' };
    actor.send({ type: 'files.chosen', files }, { type: 'reading.ended', verdict: { check, findings: [], earlier } });
    expect(actor.snapshot().context.options.mapping).toBeNull();
    actor.send({ type: 'mapping.changed', mapping: earlier.mapping });
    expect(actor.inputs('readRoster').at(-1)).toEqual({ userPuid: 9, files, options: { ...options, mapping: earlier.mapping } });
  });

  it('keeps the columns for the corrected file, and forgets them for another', () => {
    const actor = start();
    const mapping = { user_name: 'number' };
    const wrong = { type: 'reading.ended', verdict: { check: wrongCheck, findings: [finding] } } as const;
    actor.send({ type: 'files.chosen', files }, wrong, { type: 'mapping.changed', mapping }, wrong, { type: 'files.chosen', files });
    expect(actor.inputs('readRoster').at(-1)).toEqual({ userPuid: 9, files, options: { ...options, mapping } });
    actor.send(wrong, { type: 'import.restarted' }, { type: 'files.chosen', files });
    expect(actor.inputs('readRoster').at(-1)).toEqual({ userPuid: 9, files, options });
  });

  it('tells what the server warns of before anything is written', async () => {
    const actor = start(8);
    await actor.done('find', jobOf('validated', { check: { ...check, warnings: 1 } }));
    await actor.done('loadChanges', []);
    expect(actor.snapshot().hasTag('deciding')).toBe(false);
    await actor.done('loadFindings', [finding]);
    expect(actor.snapshot().hasTag('deciding')).toBe(true);
    expect(actor.snapshot().context.verdict?.findings).toEqual([finding]);
  });

  it('asks for the number when more than a tenth of the enrollments would go', async () => {
    const actor = start(8);
    await actor.done('find', jobOf('validated', { confirmation: '12' }));
    await actor.done('loadChanges', []);
    expect(actor.snapshot().can({ type: 'import.confirmed' })).toBe(false);
    actor.send({ type: 'confirmation.typed', text: '11' });
    expect(actor.snapshot().can({ type: 'import.confirmed' })).toBe(false);
    actor.send({ type: 'confirmation.typed', text: ' 12 ' }, { type: 'import.confirmed' });
    expect(actor.inputs('command')).toEqual([{ jobId: 8, command: 'confirm', confirmation: '12', staysSeen: 0 }]);
  });

  it('finds an import again that was left while it was being applied, and goes on through lost answers', async () => {
    const actor = start(8);
    await actor.done('find', jobOf('applying'));
    expect(actor.snapshot().hasTag('applying')).toBe(true);
    actor.pass(1_000);
    await actor.fails('find', 0);
    expect(actor.snapshot().hasTag('stale')).toBe(true);
    actor.pass(1_000);
    await actor.done('find', jobOf('partial'));
    expect(actor.snapshot().can({ type: 'import.resumed' })).toBe(true);
    expect(actor.snapshot().can({ type: 'import.undone' })).toBe(true);
  });

  it('looks again how an import stands when a command is refused, and keeps the reason', async () => {
    const actor = start(8);
    await actor.done('find', jobOf('validated'));
    await actor.done('loadChanges', []);
    actor.send({ type: 'import.confirmed' });
    await actor.fails('command', 409, 'Another import was applied since this one was checked. Check it again.');
    await actor.done('find', jobOf('validated'));
    await actor.done('loadChanges', []);
    expect(actor.snapshot().context.problem?.code).toBe(409);
    expect(actor.snapshot().hasTag('deciding')).toBe(true);
  });

  it('writes nothing of a file that is chosen anew: the old import is no longer the one that is shown', async () => {
    const actor = start(8);
    await actor.done('find', jobOf('refused'));
    await actor.done('loadFindings', [finding]);
    actor.send({ type: 'files.chosen', files });
    expect(actor.snapshot().context).toMatchObject({ job: null, jobId: null, verdict: null });
    expect(actor.emitted).toContainEqual({ type: 'job.known', jobId: null });
  });
});
