import pg from 'pg';
import { CLIENT_LIMITS } from './tx.ts';

const RECONNECT_MS = 1000;

/** Opens a dedicated LISTEN connection that reconnects by itself. Notifications may be lost; every listener also polls. */
export function listenTo(
  url: string,
  channel: string,
  onPayload: (payload: string) => void,
  onError: (error: unknown) => void,
) {
  let client: pg.Client | undefined;
  let isStopped = false;
  void open();

  async function open() {
    const opened = new pg.Client({ ...CLIENT_LIMITS, connectionString: url, application_name: 'balcao-listen' });
    client = opened;
    // `error` may be emitted at any time, also after a failed connect; either way there is one reconnect.
    let isOver = false;
    const reconnect = (error: unknown) => {
      if (isOver) return;
      isOver = true;
      void opened.end().catch(() => {});
      if (isStopped) return;
      onError(error);
      setTimeout(() => void open(), RECONNECT_MS).unref();
    };
    opened.on('error', reconnect);
    opened.on('notification', ({ payload }) => onPayload(payload ?? ''));
    try {
      await opened.connect();
      await opened.query(`listen ${pg.escapeIdentifier(channel)}`);
      if (isStopped) await opened.end();
    } catch (error) {
      reconnect(error);
    }
  }

  return {
    async stop() {
      isStopped = true;
      await client?.end().catch(() => {});
    },
  };
}
