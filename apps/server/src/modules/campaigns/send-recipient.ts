import { nextCommonTime, zoneOfNumber } from '@balcao/domain/campaign/sending-hours';
import type { CampaignRow } from '../../infrastructure/db/schema/campaigns.ts';
import type { ContactRow } from '../../infrastructure/db/schema/contacts.ts';
import type { Tx } from '../../infrastructure/db/tx.ts';
import type { FullConnection } from '../connections/index.ts';
import type { OutgoingContent } from '../messages/index.ts';
import type { CampaignDeps } from './campaign-deps.ts';
import { campaignRecords } from './campaign-records.store.ts';
import { createRecipientContent, variantOf } from './recipient-content.ts';
import { CampaignChanged, createRecipientFacts, type SendContext } from './recipient-facts.ts';
import { recipientStore, type Candidate } from './recipients.store.ts';

export type SendResult =
  | { type: 'sent' }
  | { type: 'skipped' }
  | { type: 'none' }
  /** The number must be asked about on the channel first, outside of a transaction. */
  | { type: 'check'; candidate: Candidate }
  | { type: 'wait'; reason: 'budget' | 'cold' | 'rate'; until: Date }
  | { type: 'unhealthy'; until: Date | null };
/** What failed for this recipient; its ticket is rolled back. */
export class RecipientFailed extends Error {
  readonly candidate: Candidate;
  constructor(candidate: Candidate, cause: unknown) {
    super('recipient failed', { cause });
    this.candidate = candidate;
  }
}
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

/**
 * Sends to the next recipient of a campaign, in the transaction of the send step. Contact, ticket, campaign and recipient
 * are locked in this order, as in the transactions that store a customer's message and that stop a campaign.
 */
export function createSendRecipient(deps: CampaignDeps) {
  const { connectionHealth, tickets, messages } = deps;
  const content = createRecipientContent(deps);
  const { judge, createContact } = createRecipientFacts(deps);

  /** Undefined when the budget grants the person. */
  async function reserve(
    tx: Tx,
    campaign: CampaignRow,
    candidate: Candidate,
    isCold: boolean,
    { connection, now }: SendContext,
  ): Promise<SendResult | undefined> {
    const coldAllowedDays =
      campaign.coldAllowedAt === null ? undefined : Math.floor((+now - +campaign.coldAllowedAt) / DAY_MS);
    const { granted, reason, retryAt } = await connectionHealth.budget.reserve(
      tx,
      connection.id,
      [{ address: candidate.addressKey, isCold }],
      coldAllowedDays === undefined ? {} : { coldAllowedDays },
    );
    if (granted.length > 0) return undefined;
    if (reason === 'light') return { type: 'unhealthy', until: retryAt };
    const wait = reason === 'pace' ? 'rate' : reason === 'cold' ? 'cold' : 'budget';
    return { type: 'wait', reason: wait, until: retryAt ?? new Date(+now + HOUR_MS) };
  }

  async function ticketFor(tx: Tx, campaign: CampaignRow, contact: ContactRow, connection: FullConnection) {
    if (!campaign.opensTicket)
      return { ticket: await tickets.inTx.findLiveOrUnlisted(tx, contact, connection), isNew: false };
    const { queueId, userId, ticketStatus } = campaign;
    const [existingQueueId = null] = queueId === null ? [] : await deps.existingQueueIds(tx, [queueId]);
    // Without an agent a new ticket waits in its queue.
    const agent = ticketStatus === 'open' ? userId : null;
    return tickets.inTx.findOrOpenForSending(tx, contact, connection, { userId: agent, queueId: existingQueueId });
  }

  async function lockUnchanged(tx: Tx, campaign: CampaignRow, candidate: Candidate): Promise<void> {
    const locked = await campaignRecords.lock(tx, campaign.id);
    if (locked?.status !== 'EM_ANDAMENTO' || locked.hold !== null || locked.revision !== campaign.revision)
      throw new CampaignChanged();
    if (!(await recipientStore.lockUnchanged(tx, candidate))) throw new CampaignChanged();
  }

  return async function sendNext(tx: Tx, campaign: CampaignRow, context: SendContext): Promise<SendResult> {
    const { connection, settings, hours, now } = context;
    const candidate = await recipientStore.next(tx, campaign.id, now);
    if (!candidate) return { type: 'none' };
    try {
      const zone = campaign.localHours ? zoneOfNumber(candidate.number) : undefined;
      const opensAt = zone === undefined ? now : nextCommonTime(hours, { ...hours, timeZone: zone }, now);
      if (opensAt === undefined || opensAt > now) {
        await recipientStore.postpone(tx, candidate.id, opensAt ?? new Date(+now + DAY_MS));
        return { type: 'skipped' };
      }
      const judged = await judge(tx, campaign, candidate, context);
      const { decision, isAsk } = judged;
      if (decision.type === 'skip') {
        await recipientStore.settle(tx, candidate.id, 'skipped', decision.reason);
        return { type: 'skipped' };
      }
      // Writing to a number without WhatsApp harms a phone: its validity is asked first.
      if (decision.isCold && connection.channel === 'whatsapp' && candidate.isValid === null)
        if (candidate.reason !== 'checked') return { type: 'check', candidate };
      const refused = decision.costs ? await reserve(tx, campaign, candidate, decision.isCold, context) : undefined;
      if (refused) return refused;
      const contact = judged.contact ?? (await createContact(tx, candidate, connection));
      const found = await ticketFor(tx, campaign, contact, connection);
      // The window counts from the customer's last message in any ticket.
      const ticket = { ...found.ticket, lastInboundAt: judged.lastInboundAt };
      await lockUnchanged(tx, campaign, candidate);

      const texts = isAsk ? campaign.confirmations : campaign.messages;
      const stopped = isAsk ? [] : campaign.stoppedVariants;
      const frozen = isAsk ? candidate.confirmVariant : candidate.variant;
      const variant =
        decision.content === 'template'
          ? null
          : variantOf(texts, stopped, { seed: campaign.seed, id: candidate.id, frozen });
      const parts: OutgoingContent[] =
        variant === null
          ? [await content.templateOf(tx, ticket, campaign, candidate, settings.variables)]
          : isAsk
            ? [
                {
                  kind: 'text',
                  text: await content.renderText(tx, ticket, texts[variant - 1]!, candidate, settings.variables),
                },
              ]
            : await content.contentsOf(tx, ticket, campaign, texts[variant - 1]!, candidate, settings.variables);
      const clientKey = `campaign ${candidate.id} ${candidate.attempt}${isAsk ? ' ask' : ''}`;
      const by = { origin: 'campaign' as const, userId: null };
      let messageId = 0;
      for (const [index, part] of parts.entries()) {
        const options = { clientKey: messages.keyOf(clientKey, index), isRendered: true };
        const { id } = await messages.sendInTx(tx, ticket, { content: part }, by, options);
        if (index === 0) messageId = id;
      }
      const record = { contactId: contact.id, messageId, variant };
      // A template that asks is the confirmation; the message follows the answer.
      await (isAsk ? recipientStore.setAsking : recipientStore.setQueued)(tx, candidate.id, record);
      if (found.isNew && campaign.ticketStatus === 'closed' && ticket.status !== 'group')
        await tickets.inTx.command(tx, found.ticket, { type: 'close', by: 'bot', farewell: false });
      return { type: 'sent' };
    } catch (error) {
      if (error instanceof CampaignChanged) throw error;
      throw new RecipientFailed(candidate, error);
    }
  };
}
