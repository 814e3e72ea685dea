import { describe, expect, it } from 'vitest';
import { appMachine, type Configuration } from '../../src/machines/app/appMachine.ts';
import { appModel } from './app.model.ts';
import { createTestActor } from './scenario.ts';

const configuration = appModel.events.map((event) => Object(event).output).find(Boolean) as Configuration;

describe('the boot', () => {
  it('says that the host is not found when the configuration is missing, and goes on once it is there', async () => {
    const app = createTestActor(appMachine);
    await app.fails('loadConfiguration', 404, 'Host URL not Found');
    expect(app.snapshot().hasTag('misconfigured')).toBe(true);
    expect(app.snapshot().context.problem).toEqual({ code: 404, message: 'Host URL not Found', refused: true });
    app.send({ type: 'boot.retried' });
    await app.done('loadConfiguration', configuration);
    expect(app.snapshot().hasTag('ready')).toBe(true);
    expect(app.snapshot().context).toEqual({ configuration, problem: null });
  });

  it('starts the session only when calls have an address, and once', async () => {
    const app = createTestActor(appMachine);
    expect(Object.keys(app.snapshot().children).sort()).toEqual(['loadConfiguration', 'notices', 'spinner']);
    await app.done('loadConfiguration', configuration);
    app.send({ type: 'connection.lost' }, { type: 'connection.restored' });
    expect(app.inputs('session')).toHaveLength(1);
  });

  it('knows of a lost connection at any time, and that alone changes nothing else', async () => {
    const app = createTestActor(appMachine);
    app.send({ type: 'connection.lost' });
    await app.done('loadConfiguration', configuration);
    expect(app.snapshot().value).toEqual({ boot: 'ready', connection: 'offline' });
    app.send({ type: 'connection.restored' });
    expect(app.snapshot().value).toEqual({ boot: 'ready', connection: 'online' });
  });
});
