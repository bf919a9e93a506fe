import type { BotReply } from '@balcao/domain/bot/dialog';
import { phrases } from '@balcao/domain/bot/phrases';
import type { Content, Effect } from '@balcao/domain/flow/run';
import type { CallKind } from '@balcao/domain/flow/service-call';
import type { TicketRow } from '../../infrastructure/db/schema/tickets.ts';
import type { Tx } from '../../infrastructure/db/tx.ts';
import { fileStore } from '../../infrastructure/storage/files.store.ts';
import type { Contacts } from '../contacts/index.ts';
import { flowCatalogStore, type FlowTemplate } from '../flow-runs/index.ts';
import type { Lanes } from '../kanban/index.ts';
import { templateContent, type AutoMessages, type OutgoingContent, type TypingIndicator } from '../messages/index.ts';
import { listContent } from './bot-content.ts';

export interface FlowEffectDeps {
  contacts: Contacts;
  lanes: Pick<Lanes, 'place'>;
  autoMessages: Pick<AutoMessages, 'perform'>;
  typingIndicator: Pick<TypingIndicator, 'show'>;
}

/** What a flow sends, as message contents. A file or template that is gone is left out; the engine traced it. */
export async function flowContent(
  tx: Tx,
  content: Content,
  templates: ReadonlyMap<number, FlowTemplate>,
): Promise<OutgoingContent[] | BotReply> {
  switch (content.type) {
    case 'text':
      return content.text.trim() === '' ? [] : [{ kind: 'text', text: content.text }];
    case 'list':
      return [listContent(content.text, phrases.listButton, content.choices)];
    case 'buttons':
      return [{ kind: 'buttons', title: '', text: content.text, choices: [...content.choices] }];
    case 'fileList': {
      const { type: _, ...list } = content;
      return { kind: 'file-list', ...list };
    }
    case 'template': {
      const template = templates.get(content.templateId);
      if (!template) return [];
      const { id: _, connectionId: __, ...text } = template;
      const rendered = templateContent(text, content.values);
      return rendered.filled.missing.length > 0 ? [] : [rendered.content];
    }
    case 'media': {
      const { media, file, isVoice } = content.reply;
      // Locked until the message with it is stored.
      await fileStore.share(tx, [file.key]);
      return [{ kind: 'media', type: media, media: file, ...(isVoice && { isVoice: true }) }];
    }
    default: {
      const file = await flowCatalogStore.file(tx, content.file.name);
      if (!file) return [];
      // Locked until the message with it is stored.
      await fileStore.share(tx, [file.key]);
      const caption = content.type === 'audio' ? '' : content.caption;
      return [
        {
          kind: 'media',
          type: content.type,
          media: file,
          ...(caption.trim() !== '' && { caption }),
          ...(content.type === 'audio' && content.isVoice && { isVoice: true }),
        },
      ];
    }
  }
}

/** Performs the effects of a flow besides messages, queue and end of the conversation, which are part of the turn. */
export async function performFlowEffects(
  tx: Tx,
  { contacts, lanes, autoMessages, typingIndicator }: FlowEffectDeps,
  ticket: TicketRow,
  effects: readonly Effect[],
): Promise<TicketRow> {
  let current = ticket;
  for (const effect of effects) {
    switch (effect.type) {
      case 'tag':
        await contacts.inTx.changeTags(tx, ticket.contactId, effect);
        break;
      case 'field':
        await contacts.inTx.setField(tx, ticket.contactId, effect.field, effect.value);
        break;
      case 'extraField':
        await contacts.inTx.setExtraField(tx, ticket.contactId, effect.key, effect.value);
        break;
      case 'lane':
        current = await lanes.place(tx, current, effect.laneId);
        break;
      case 'note':
        await autoMessages.perform(tx, current, [{ type: 'note', text: effect.text, by: null }]);
        break;
      case 'typing':
        typingIndicator.show(tx.companyId, ticket.id, effect.seconds);
        break;
      case 'call':
        // Stored with its run. The customer sees that an answer is being written.
        if (answering.has(effect.request.kind)) typingIndicator.show(tx.companyId, ticket.id, TYPING_SECONDS);
        break;
      default:
    }
  }
  return current;
}
/** Calls whose answer is sent to the customer. */
const answering = new Set<CallKind>(['model', 'bot']);
const TYPING_SECONDS = 15;

/** These effects read or write rows of the ticket, so that collected messages must be saved first. */
export const needsSavedMessages = (effects: readonly Effect[]): boolean =>
  effects.some(({ type }) => type === 'note' || type === 'lane');
