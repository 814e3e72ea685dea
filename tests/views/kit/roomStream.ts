const stream = 'the server’s stream: tests/server/quizGame.test.ts and tests/services/quizGame.test.ts';
const pass = <E>(event: E, stage: { send: (event: E) => unknown }) => stage.send(event);

/** How the walks of a room's charts take what comes from the server. */
export const fromStream = {
  outside: { 'room.came': stream, 'stream.alive': stream, 'stream.failed': stream, 'room.refused': stream },
  drive: { 'room.came': pass, 'stream.alive': pass, 'stream.failed': pass, 'room.refused': pass },
};
