import { phrases } from '@balcao/domain/bot/phrases';
import { decideOptOut, isOptOutText } from '@balcao/domain/campaign/opt-out';
import type { Tx } from '../../infrastructure/db/tx.ts';
import type { AutoMessages, IncomingMessage, IncomingMessages } from '../messages/index.ts';
import type { OptOuts } from '../opt-outs/index.ts';
import type { BatchContext } from './batch-context.ts';

interface Deps {
  incoming: IncomingMessages;
  optOuts: Pick<OptOuts, 'inTx'> | undefined;
  answer: AutoMessages['sendText'];
}

/**
 * An opt-out word after a campaign is handled before the bot, for which the same word may end the conversation. True when
 * the message is stored and needs no further reply.
 */
export const createOptOutHandler =
  ({ incoming, optOuts, answer }: Deps) =>
  async (tx: Tx, context: BatchContext, message: IncomingMessage, words: string): Promise<boolean> => {
    const { event, ticket, contact, connectionId } = message;
    const text = writtenIn(event.content);
    if (!optOuts || event.fromMe || event.isStandby || contact.isGroup || !isOptOutText(text, words)) return false;
    const decision = decideOptOut({
      text,
      words,
      lastCampaignAt: await incoming.lastCampaignAt(tx, { contactId: contact.id, connectionId }),
      now: new Date(),
      hasAgent: ticket.status === 'open' && ticket.userId !== null,
    });
    if (decision === 'none') return false;
    await context.flush();
    const { id } = await incoming.save(tx, message);
    if (decision === 'offer') await incoming.markOptOutOffer(tx, id);
    else if (await optOuts.inTx.save(tx, { contactId: contact.id, connectionId: null, source: 'word', words: text }))
      await answer(tx, { ...ticket, lastInboundAt: new Date() }, phrases.optedOut);
    return true;
  };

/** What the customer wrote, or the title of the button that was tapped. */
function writtenIn(content: IncomingMessage['event']['content']): string {
  if (content.kind === 'text') return content.text;
  return content.kind === 'choice' ? content.title : '';
}
