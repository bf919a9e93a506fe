import type { WireItem } from '../wire-format.ts';
import type { OutgoingItem } from './deliveries.ts';
import { chatOf, currentTimeMs, type Customer, type PhoneAccount, type PhoneMessage, type Ticks } from './phones.ts';

const rank: Record<Ticks, number> = { waiting: 0, sent: 1, delivered: 2, read: 3, played: 4, failed: 5 };
type Status = Extract<WireItem, { event: 'status' }>;

export interface ReceiptDeps {
  enqueue(account: PhoneAccount, customer: Customer, item: OutgoingItem): void;
  /** Runs after a delay, or never if the network stops before. */
  later(ms: number, work: () => void): void;
}

/** Sends the receipts of a message up to a status. Receipts that were already sent are not repeated. */
export function createReceiptSender({ enqueue, later }: ReceiptDeps) {
  return (
    account: PhoneAccount,
    customer: Customer,
    message: PhoneMessage,
    upTo: Ticks,
    fault?: Status['fault'],
  ): void => {
    const steps = (['sent', 'delivered', 'read', 'played'] as const).filter(
      (step) => rank[step] > rank[message.ticks] && rank[step] <= rank[upTo],
    );
    const statuses: Status['status'][] =
      upTo === 'failed' ? ['failed'] : account.faults.receiptsReversed ? steps.toReversed() : steps;
    if (statuses.length === 0) return;
    message.ticks = upTo;
    const ts = Math.floor(currentTimeMs(account) / 1000);
    const items = statuses.map((status): Status => ({
      event: 'status',
      id: message.wid,
      ...(message.ref !== undefined && { ref: message.ref }),
      chat: chatOf(customer),
      status,
      ts,
      ...(fault && status === 'failed' && { fault }),
    }));
    const send = () => {
      for (const item of items) enqueue(account, customer, { item });
    };
    if (account.faults.receiptsDelayMs === 0) send();
    else later(account.faults.receiptsDelayMs, send);
  };
}
