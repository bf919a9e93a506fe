import type { CampaignRow } from '../../infrastructure/db/schema/campaigns.ts';
import type { ContactRow } from '../../infrastructure/db/schema/contacts.ts';
import type { TicketRow } from '../../infrastructure/db/schema/tickets.ts';
import type { Tx } from '../../infrastructure/db/tx.ts';
import type { OutgoingContent } from '../messages/index.ts';
import { isCompanyAllowed } from './automatic-holds.ts';
import type { CampaignDeps } from './campaign-deps.ts';
import { campaignStore } from './campaigns.store.ts';
import { createRecipientContent, variantOf } from './recipient-content.ts';
import { CampaignChanged, type Judged, type RecipientFacts, type SendContext } from './recipient-facts.ts';
import { recipientStore, type Candidate, type SentRecipient } from './recipients.store.ts';

/** What failed for this recipient; the whole portion is rolled back. */
export class RecipientFailed extends Error {
  readonly candidate: Candidate;
  constructor(candidate: Candidate, cause: unknown) {
    super('recipient failed', { cause });
    this.candidate = candidate;
  }
}
interface Chosen extends Judged {
  contact: ContactRow;
}
interface Opened extends Chosen {
  ticket: TicketRow;
  isNew: boolean;
}

/**
 * Queues the messages of recipients who may be contacted. Contacts, tickets, campaign, recipients and the company are
 * locked in this order, as in the transactions that store a customer's message and that stop a campaign.
 */
export function createQueueMessages(deps: CampaignDeps, { createContacts }: Pick<RecipientFacts, 'createContacts'>) {
  const { tickets, messages } = deps;
  const content = createRecipientContent(deps);

  async function openTickets(
    tx: Tx,
    campaign: CampaignRow,
    people: Chosen[],
    { connection }: SendContext,
  ): Promise<Opened[]> {
    const contacts = people.map(({ contact }) => contact);
    if (!campaign.opensTicket) {
      const found = await tickets.inTx.findLiveOrUnlistedOf(tx, contacts, connection);
      return people.map((person) => ({ ...person, ticket: found.get(person.contact.id)!, isNew: false }));
    }
    // All of them first and in one order, so that two transactions do not deadlock.
    await tickets.inTx.lockLive(
      tx,
      contacts.map(({ id }) => ({ contactId: id, connectionId: connection.id })),
    );
    const { queueId, userId, ticketStatus } = campaign;
    const [existingQueueId = null] = queueId === null ? [] : await deps.existingQueueIds(tx, [queueId]);
    // Without an agent a new ticket waits in its queue.
    const target = { userId: ticketStatus === 'open' ? userId : null, queueId: existingQueueId };
    const opened: Opened[] = [];
    for (const person of people)
      opened.push({
        ...person,
        ...(await tickets.inTx.findOrOpenForSending(tx, person.contact, connection, target)),
      });
    return opened;
  }

  async function lockUnchanged(tx: Tx, campaign: CampaignRow, candidates: Candidate[]): Promise<void> {
    const locked = await campaignStore.lockState(tx, campaign.id);
    if (locked?.status !== 'EM_ANDAMENTO' || locked.hold !== null || locked.revision !== campaign.revision)
      throw new CampaignChanged();
    if (!(await recipientStore.lockUnchanged(tx, candidates))) throw new CampaignChanged();
    // The next step puts the campaigns on hold.
    if (!(await isCompanyAllowed(deps, tx, { isLocked: true }))) throw new CampaignChanged();
  }

  /** What a recipient receives, and the number of its text; null for a template. */
  async function contentsFor(
    tx: Tx,
    campaign: CampaignRow,
    { candidate, decision, isAsk, ticket }: Opened,
    { settings: { variables } }: SendContext,
  ): Promise<{ variant: number | null; parts: OutgoingContent[] }> {
    const texts = isAsk ? campaign.confirmations : campaign.messages;
    const stopped = isAsk ? [] : campaign.stoppedVariants;
    const frozen = isAsk ? candidate.confirmVariant : candidate.variant;
    const variant =
      decision.content === 'template'
        ? null
        : variantOf(texts, stopped, { seed: campaign.seed, id: candidate.id, frozen });
    if (variant === null)
      return { variant, parts: [await content.templateOf(tx, ticket, campaign, candidate, variables)] };
    const text = texts[variant - 1]!;
    if (!isAsk) return { variant, parts: await content.contentsOf(tx, ticket, campaign, text, candidate, variables) };
    const asked = await content.renderText(tx, ticket, text, candidate, variables);
    return { variant, parts: [{ kind: 'text', text: asked }] };
  }

  async function saveMessages(tx: Tx, campaign: CampaignRow, people: Opened[], context: SendContext): Promise<void> {
    const drafts: Parameters<typeof messages.sendManyInTx>[2] = [];
    const records: { person: Opened; variant: number | null; firstDraft: number }[] = [];
    for (const person of people) {
      const { candidate, isAsk, ticket } = person;
      const { variant, parts } = await attributed(candidate, () => contentsFor(tx, campaign, person, context));
      const clientKey = `campaign ${candidate.id} ${candidate.attempt}${isAsk ? ' ask' : ''}`;
      records.push({ person, variant, firstDraft: drafts.length });
      for (const [index, part] of parts.entries())
        drafts.push({ ticket, content: part, clientKey: messages.keyOf(clientKey, index), isRendered: true });
    }
    const ids = await messages.sendManyInTx(tx, 'campaign', drafts);
    const sentOf = (isAsk: boolean): SentRecipient[] =>
      records
        .filter(({ person }) => person.isAsk === isAsk)
        .map(({ person: { candidate, contact }, variant, firstDraft }) => ({
          id: candidate.id,
          contactId: contact.id,
          messageId: ids[firstDraft]!,
          variant,
        }));
    const [asking, queued] = [sentOf(true), sentOf(false)];
    // A template that asks is the confirmation; the message follows the answer.
    if (asking.length > 0) await recipientStore.setAsking(tx, asking);
    if (queued.length > 0) await recipientStore.setQueued(tx, queued);
  }

  return async function queueMessages(
    tx: Tx,
    campaign: CampaignRow,
    people: Judged[],
    context: SendContext,
  ): Promise<void> {
    const created = await createContacts(
      tx,
      people.filter(({ contact }) => !contact).map(({ candidate }) => candidate),
      context.connection,
    );
    const chosen = people.map((person) => ({
      ...person,
      contact: person.contact ?? created.get(person.candidate.addressKey)!,
    }));
    const opened = (await openTickets(tx, campaign, chosen, context)).map((person) => ({
      ...person,
      // The window counts from the customer's last message in any ticket.
      ticket: { ...person.ticket, lastInboundAt: person.lastInboundAt },
    }));
    await lockUnchanged(
      tx,
      campaign,
      people.map(({ candidate }) => candidate),
    );
    await saveMessages(tx, campaign, opened, context);
    if (campaign.ticketStatus !== 'closed') return;
    for (const { ticket, isNew } of opened)
      if (isNew && ticket.status !== 'group')
        await tickets.inTx.command(tx, ticket, { type: 'close', by: 'bot', farewell: false });
  };
}

async function attributed<T>(candidate: Candidate, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new RecipientFailed(candidate, error);
  }
}
