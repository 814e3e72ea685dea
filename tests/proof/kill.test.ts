import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { calls } from '../../contract/index.ts';
import { type Call, type DataOf, type InputOf, Role } from '../../contract/kit.ts';
import { freshServer } from '../../scripts/build.ts';
import { spawnServer } from '../../scripts/spawnServer.ts';
import { openDatabase } from '../../server/db/open.ts';
import { nodePorts } from '../../server/kit/nodePorts.ts';
import { newSession } from '../../server/kit/sessions.ts';
import { signAccessToken } from '../../server/kit/tokens.ts';
import { seededChance } from '../../server/sample/chance.ts';
import { ids, makeFixtureSchool, quiz_id } from '../server/fixtureSchool.ts';
import { cheapPasswords, requestOf } from '../server/testServer.ts';

const rounds = 5;
const key = 'a key of the test that is long enough for a server';
const lesson_id = ids.freeLesson;

/** A school in a separate file. */
async function makeSchool(folder: string) {
  const db = await openDatabase(join(folder, 'orrery.sqlite'));
  const ports = nodePorts({ db, signingKey: Buffer.from(key), passwords: cheapPasswords });
  await makeFixtureSchool(ports);
  const tokenOf = async (user_puid: number, role: number) => {
    const { session_id } = await newSession(ports, { district_id: 1, user_puid, role_id: role });
    return signAccessToken({ district_id: 1, user_puid, role, session_id, token_version: 1 }, ports);
  };
  const tokens = { ana: await tokenOf(ids.ana, Role.student), tess: await tokenOf(ids.tess, Role.teacher) };
  await db.destroy();
  return tokens;
}

it.skipIf(process.env.DATABASE_URL)(
  `a server that is killed (SIGKILL) ${rounds} times while it writes keeps every answer that it acknowledged`,
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'orrery-killed-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const { ana, tess } = await makeSchool(folder);
    const program = await freshServer();
    const chance = seededChance(9);
    const acknowledged = new Map<number, number>();
    let sequence = 0;
    for (let round = 0; round <= rounds; round++) {
      const server = await spawnServer({ ORRERY_DATA: folder, ORRERY_SAMPLE_STUDENTS: '0', ORRERY_SIGNING_KEY: key }, program);
      const ask = async <C extends Call>(call: C, input: InputOf<C>, token = ana): Promise<DataOf<C>> => {
        const { path, init } = requestOf(call, input as Record<string, unknown>);
        const headers = { ...(init.headers as Record<string, string>), authorization: `Bearer ${token}` };
        const answer = (await (await fetch(server.url + path, { ...init, headers })).json()) as { status: string; data: DataOf<C> };
        expect(answer.status).toBe('success');
        return answer.data;
      };
      if (round === 0) {
        const assignment_details = JSON.stringify({ from_date: new Date(0).toISOString(), to_date: null });
        await ask(calls.assign, { lesson_id, group_puid: ids.class, assignment_no: 1, assignment_details }, tess);
      }
      const quiz = await ask(calls.startQuiz, { quiz_id, lesson_id, lesson_resource_tracking_id: 0 });
      const lost = [...acknowledged].filter(([id, newest]) => {
        const found = quiz.responses.find(({ question_id }) => question_id === id);
        return !found || found.sequence < newest || found.answer_text !== `answer ${found.sequence}`;
      });
      expect(lost, `after ${round} kills`).toEqual([]);
      if (round === rounds) {
        await server.stop();
        break;
      }
      let left = 4 + chance.below(20);
      const write = async (question_id: number) => {
        for (;;) {
          const own = ++sequence;
          const given = {
            question_id,
            answer_id: null,
            answer_text: `answer ${own}`,
            time_spent: 1,
            sequence: own,
            given_at: new Date().toISOString(),
          };
          try {
            await ask(calls.saveAnswers, { result_id: quiz.result_id, answers: [given] });
          } catch {
            return;
          }
          acknowledged.set(question_id, own);
          left -= 1;
          // The other writes are still in progress.
          if (left === 0) process.kill(server.pid, 'SIGKILL');
        }
      };
      const writers = quiz.quiz_details.questions.slice(0, 4).map(({ id }) => write(id));
      await Promise.all(writers);
      await server.stop();
    }
    expect(acknowledged.size).toBe(4);
  },
);
