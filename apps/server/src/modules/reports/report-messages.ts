import type { MessageDirection } from '@balcao/contract/endpoints/reports';
import { maskName } from '@balcao/domain/contact/mask';
import type { Actor } from '@balcao/domain/policy/actor';
import { onTooLong } from '../dashboard/index.ts';
import { findById, loadNames } from '../name-cache/index.ts';
import { reportMessageStore, type MessageDetails } from './report-messages.store.ts';
import type { ReportCursor } from './report-rows.store.ts';
import type { ReportDeps } from './reports.ts';

const PAGE = 50;

/** A message with its names, as its reader may see them. */
export interface NamedReportMessage extends MessageDetails {
  userName: string;
  connectionName: string;
}
interface MessageFilter {
  direction: MessageDirection;
  dateFrom: string;
  dateTo: string;
}

/** Lists the messages that the numbers of received and sent messages count. */
export function createReportMessages({ db, contacts, dashboard, limited }: ReportDeps) {
  return {
    list: (actor: Actor, { direction, dateFrom, dateTo }: MessageFilter, after: ReportCursor | undefined) =>
      limited(actor.companyId, () =>
        db.snapshotCompany(actor.companyId, async (tx) => {
          const range = { from: dateFrom, to: dateTo, timeZone: await dashboard.inTx.timeZoneOf(tx) };
          const found = await reportMessageStore.page(tx, range, direction, { after, limit: PAGE + 1 });
          const masked = await contacts.inTx.hidesNumbers(tx);
          const { users, connections } = await loadNames(tx, []);
          const messages = found.slice(0, PAGE).map((message): NamedReportMessage => ({
            ...message,
            contactName: masked ? maskName(message.contactName) : message.contactName,
            userName: findById(users, message.userId)?.name ?? '',
            connectionName: findById(connections, message.connectionId)?.name ?? '',
          }));
          return { messages, next: found.length > PAGE ? messages.at(-1) : undefined };
        }),
      ).catch(onTooLong),
  };
}
export type ReportMessages = ReturnType<typeof createReportMessages>;
