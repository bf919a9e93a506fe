import pg from 'pg';

const RECONNECT_MS = 1000;

/** A connection of its own that hears NOTIFY; comes back by itself. A lost hint is no loss: whoever listens also polls. */
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
    const opened = new pg.Client({ connectionString: url, application_name: 'balcao-listen' });
    client = opened;
    // `error` may come at any time; both ways end in one new attempt.
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
