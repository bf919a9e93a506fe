import type { startConnectedServer } from '../../../test/connected-server.ts';

type ConnectedServer = Awaited<ReturnType<typeof startConnectedServer>>;

/** Helpers of a test file; the server is started after they are created. */
export function createReceivingHelpers(service: () => ConnectedServer) {
  const sql = async (text: string, values: unknown[] = []) => (await service().server.asOwner.query(text, values)).rows;
  return {
    sql,
    /** Waits until every received event is processed. */
    allProcessed: () =>
      service().until(
        service().server.modules.receiving.waiting,
        ({ inbox, signals: queuedEvents }) => inbox === 0 && queuedEvents === 0,
      ),
    contactsOf: ({ companyId }: { companyId: number }) =>
      sql('select * from contacts where company_id = $1 and merged_into_id is null order by id', [companyId]),
  };
}
