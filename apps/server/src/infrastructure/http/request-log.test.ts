import { expect, it } from 'vitest';
import { createLog } from '../log/log.ts';
import { createHttpServer } from './server.ts';

const TRACEPARENT = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';

it('a line about a request has the trace of its caller, and no other text in that header', async () => {
  const lines: string[] = [];
  const app = await createHttpServer({
    routes: [],
    authHooks: {} as Parameters<typeof createHttpServer>[0]['authHooks'],
    log: createLog({ level: 'error', pretty: false, out: { write: (line) => void lines.push(line) } }),
    uploadDir: '',
    trustProxy: [],
    registerRawRoutes: async (raw) => {
      raw.get('/fails', () => {
        throw new Error('an unexpected error');
      });
    },
    answered: () => {},
  });
  const logged = async (traceparent?: string) => {
    const headers = traceparent === undefined ? {} : { traceparent };
    expect((await app.inject({ url: '/fails', headers })).statusCode).toBe(500);
    return (JSON.parse(lines.at(-1)!) as { traceparent?: string }).traceparent;
  };
  try {
    expect(await logged(TRACEPARENT)).toBe(TRACEPARENT);
    expect(await logged()).toBeUndefined();
    for (const other of ['Helena Quitéria', TRACEPARENT.toUpperCase(), `${TRACEPARENT}-00`, `x${TRACEPARENT}`])
      expect(await logged(encodeURI(other)), other).toBeUndefined();
  } finally {
    await app.close();
  }
});
