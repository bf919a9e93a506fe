import type { Connection } from '@balcao/contract/endpoints/connections';
import { startConnectedServer } from '../../../test/connected-server.ts';
import type { Content, ChannelEvent } from '../../channels/port.ts';

const DAY = 24 * 3_600_000;
export const ago = (days: number, minutes = 0) => new Date(Date.now() - days * DAY + minutes * 60_000).toISOString();

/** A server whose channel records opened and closed sessions. */
export async function startImportServer() {
  const service = await startConnectedServer();
  type Company = Awaited<ReturnType<typeof service.createConnectedCompany>>;
  const sessions: { action: string; connectionId: number; how: boolean }[] = [];
  const recordSession = (action: string) => async (account: { connectionId: number }, how: boolean) =>
    void sessions.push({ action, connectionId: account.connectionId, how });
  service.testChannel.channel.session = { open: recordSession('open'), close: recordSession('close') };

  const getConnection = async ({ admin, connectionId }: Company) =>
    (await admin.request('GET', `/whatsapp/${connectionId}`)).json<Connection>();
  const waitForConnection = (company: Company, isDone: (connection: Connection) => boolean) =>
    service.until(() => getConnection(company), isDone);

  /** A company with a connection and the request of an import. */
  async function createImport(more: object = {}) {
    const company = await service.createConnectedCompany({ sendGreetingAccepted: 'disabled' });
    const queueId = (await company.admin.request('POST', '/queue', { name: 'Antigas', color: '#0EA5E9' })).json()
      .id as number;
    const importRequest = {
      importOldMessages: ago(100),
      importRecentMessages: ago(1),
      importOldMessagesGroups: false,
      closedTicketsPostImported: false,
      queueIdImportMessages: queueId,
      ...more,
    };
    const save = (change: object) => company.admin.request('PUT', `/whatsapp/${company.connectionId}`, change);
    /** An old message, sent or received this many days ago. */
    const oldMessage = (number: string, content: string | Content, days: number, more: object = {}): ChannelEvent =>
      ({ ...company.customerMessage(number, content, { at: ago(days), ...more }), isHistory: true }) as ChannelEvent;
    /** The channel is idle for 46 seconds; runs the import. */
    async function runImport() {
      service.server.clock.pass(46_000);
      await service.server.modules.historyImport.sweep();
      service.server.clock.set(new Date());
    }
    const countStored = async () =>
      Number(
        (
          await service.server.asOwner.query('select count(*) as n from history_messages where connection_id = $1', [
            company.connectionId,
          ])
        ).rows[0].n,
      );
    const waitForStored = (n: number) => service.until(countStored, (seen) => seen === n);
    return { ...company, queueId, importRequest, save, oldMessage, runImport, countStored, waitForStored };
  }

  return { ...service, sessions, getConnection, waitForConnection, createImport };
}
