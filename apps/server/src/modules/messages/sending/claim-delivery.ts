import { addressKeysOf } from '@balcao/domain/contact/address';
import type { Peer } from '../../../channels/port.ts';
import type { OutboxRow } from '../../../infrastructure/db/schema/messages.ts';
import type { Db, Tx } from '../../../infrastructure/db/tx.ts';
import type { Connections, FullConnection } from '../../connections/index.ts';
import type { Contacts } from '../../contacts/index.ts';
import type { OutgoingContent } from '../content.ts';
import { emitChanged } from '../message-events.ts';
import { outboxStore, type ClaimedMessage, type SendQueueKey } from './outbox.store.ts';
import { markFailed } from './outcome.ts';
import { createRateLimit, rateLimitOf } from './rate-limit.ts';
import type { ReplyWindow } from './reply-window.ts';

export interface ClaimDeps {
  db: Db;
  connections: Connections;
  contacts: Contacts;
  replyWindow: ReplyWindow;
  /** Whether the contact refuses campaigns on this connection. */
  hasOptedOut(tx: Tx, contactId: number, connectionId: number): Promise<boolean>;
  /** Counts a person whom a template outside the reply window reaches, against the limit of the account. */
  countReached(tx: Tx, connection: FullConnection, address: string): Promise<void>;
}
export interface Delivery {
  row: OutboxRow;
  message: ClaimedMessage;
  connection: FullConnection;
  to: Peer;
  /** The reply window has closed, and the channel still lets agents answer. */
  isLateAgentReply: boolean;
}
export type Claim =
  | { type: 'delivery'; delivery: Delivery }
  /** Nothing to send now; due later, or undefined when the queue is empty. */
  | { type: 'none'; dueIn: number | undefined }
  | { type: 'throttled'; scope: 'account' | 'pair'; waitMs: number }
  /** Refused without calling the channel. */
  | { type: 'refused' };

/** Claims the first row of a send queue within the rate limit, with everything that the channel needs to send it. */
export const createClaim = (deps: ClaimDeps) => {
  const { db, connections, contacts, replyWindow, countReached } = deps;
  const rateLimit = createRateLimit();

  /** The last moment: an opt-out or a block after a message of a campaign was queued still counts. */
  async function whyForbidden(tx: Tx, { act, connectionId }: OutboxRow, { origin, contactId }: ClaimedMessage) {
    if (origin !== 'campaign' || act !== 'send') return undefined;
    if ((await contacts.inTx.find(tx, contactId))?.isActive === false) return 'ERR_CONTACT_BLOCKED';
    return (await deps.hasOptedOut(tx, contactId, connectionId)) ? 'ERR_CHANNEL_OPTED_OUT' : undefined;
  }

  async function claimInTx(tx: Tx, queueKey: SendQueueKey): Promise<Claim> {
    // Sent together; the connection is read after a locked row was waited for.
    const [row, connection] = await Promise.all([
      outboxStore.claim(tx, queueKey),
      connections.inTx.find(tx, queueKey.connectionId),
    ]);
    if (!row) return { type: 'none', dueIn: await outboxStore.dueIn(tx, queueKey) };
    const { message, ticket, identities } = row;
    // One of them is being removed: the message is never sent.
    if (!connection || !ticket) {
      await markFailed(tx, row, { code: 'ERR_NO_WAPP_FOUND', detail: '' });
      if (ticket) emitChanged(tx, message.id, ticket);
      return { type: 'refused' };
    }
    const forbidden = await whyForbidden(tx, row, message);
    if (forbidden) {
      await markFailed(tx, row, { code: forbidden, detail: '' });
      emitChanged(tx, message.id, ticket);
      return { type: 'refused' };
    }
    const limit = rateLimitOf(connections.rateLimitOf(connection), connection);
    const throttled = limit && (await rateLimit.reserve(tx, { ...queueKey, contactId: message.contactId, limit }));
    if (throttled) {
      await outboxStore.release(tx, row, throttled.scope === 'pair' ? throttled.waitMs : 0);
      return { type: 'throttled', ...throttled };
    }
    const to = { identities, isGroup: ticket.isGroup };
    const windowCheck = await replyWindow.check(tx, { row, message, ticket, connection });
    const isLateAgentReply = windowCheck === 'agents-only';
    if (windowCheck !== undefined && !isLateAgentReply) emitChanged(tx, message.id, ticket);
    if (windowCheck === 'closed') return { type: 'refused' };
    const replacement = windowCheck === undefined || isLateAgentReply ? undefined : windowCheck.replacement;
    const payload = row.payload as { content?: OutgoingContent };
    if (replacement) payload.content = replacement;
    if (payload.content?.kind === 'template' && !(await replyWindow.isOpen(tx, ticket, connection))) {
      const [address] = addressKeysOf(to.identities);
      if (address !== undefined) await countReached(tx, connection, address);
    }
    const delivery = { row, message, connection, to, isLateAgentReply };
    return { type: 'delivery', delivery };
  }

  return (queueKey: SendQueueKey): Promise<Claim> => db.inCompany(queueKey.companyId, (tx) => claimInTx(tx, queueKey));
};
