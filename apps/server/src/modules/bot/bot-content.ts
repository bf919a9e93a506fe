import type { BotReply } from '@balcao/domain/bot/dialog';
import { phrases } from '@balcao/domain/bot/phrases';
import { maskName } from '@balcao/domain/contact/mask';
import { renderVariables, protocolOf, type MessageVariables } from '@balcao/domain/message/variables';
import type { StoredMedia } from '../../channels/port.ts';
import type { ContactRow } from '../../infrastructure/db/schema/contacts.ts';
import type { TicketRow } from '../../infrastructure/db/schema/tickets.ts';
import type { Tx } from '../../infrastructure/db/tx.ts';
import { fileStore } from '../../infrastructure/storage/files.store.ts';
import type { FullConnection } from '../connections/index.ts';
import { typeOfFile, type FileLists } from '../file-lists/index.ts';
import type { OutgoingContent } from '../messages/index.ts';
import type { BotConfig } from './bot-config.ts';

/** Limit of the channels for the title of a choice. */
const MAX_TITLE_LENGTH = 24;

export interface RenderContext {
  ticket: Pick<TicketRow, 'id' | 'createdAt' | 'queueId'>;
  contact: Pick<ContactRow, 'name'>;
  connection: FullConnection;
  config: BotConfig;
  now: Date;
}

/** Message variables from the bot's own facts, without a query. */
export function messageVariables(
  { ticket, contact, connection, config, now }: RenderContext,
  userName: string,
): MessageVariables {
  const { timeZone, queues, hidesNumbers } = config;
  return {
    // A contact without a name has its number as name, and agents see what was sent.
    contactName: hidesNumbers ? maskName(contact.name) : contact.name,
    userName,
    queueName: (ticket.queueId === null ? undefined : queues.get(ticket.queueId)?.name) ?? '',
    connectionName: connection.name,
    ticketId: ticket.id,
    protocol: protocolOf(ticket.id, ticket.createdAt, timeZone),
    timeZone,
    now,
  };
}

/** Turns a bot reply into message contents: fills in variables and loads files. Removed files are left out. */
export async function renderReplies(
  tx: Tx,
  fileLists: Pick<FileLists, 'filesOf'>,
  reply: BotReply,
  context: RenderContext,
  userName: () => Promise<string>,
): Promise<OutgoingContent[]> {
  const render = async (text: string) =>
    text.includes('{{')
      ? renderVariables(text, messageVariables(context, text.includes('userName') ? await userName() : ''))
      : text;
  switch (reply.kind) {
    case 'text':
      return [{ kind: 'text', text: await render(reply.text) }];
    case 'buttons':
      return [{ kind: 'buttons', title: '', text: await render(reply.text), choices: [...reply.choices] }];
    case 'list':
      return [listContent(await render(reply.text), phrases.listButton, reply.choices)];
    case 'file': {
      const media = await greetingFile(tx, context.connection);
      const caption = await render(reply.text);
      if (!media) return caption === '' ? [] : [{ kind: 'text', text: caption }];
      return [{ kind: 'media', type: typeOfFile(media.mime), media, ...(caption !== '' && { caption }) }];
    }
    case 'file-list': {
      const list = await fileLists.filesOf(tx, reply.fileListId);
      if (!list) return [];
      const text = await render(list.message);
      return [
        ...(text.trim() === '' ? [] : [{ kind: 'text' as const, text }]),
        ...list.files.map(({ name, type, media }) =>
          reply.isTextOnly
            ? { kind: 'text' as const, text: name }
            : { kind: 'media' as const, type, media, caption: name },
        ),
      ];
    }
  }
}

export const listContent = (
  text: string,
  button: string,
  choices: readonly { id: string; title: string }[],
): OutgoingContent => ({
  kind: 'list',
  title: '',
  text,
  button,
  sections: [
    {
      title: '',
      rows: choices.map(({ id, title }) => ({
        id,
        title: title.slice(0, MAX_TITLE_LENGTH),
        ...(title.length > MAX_TITLE_LENGTH && { description: title }),
      })),
    },
  ],
});

async function greetingFile(tx: Tx, connection: FullConnection): Promise<StoredMedia | undefined> {
  if (connection.greetingFileKey === null) return undefined;
  // Locked until the message with it is stored.
  await fileStore.share(tx, [connection.greetingFileKey]);
  const file = await fileStore.byKey(tx, connection.greetingFileKey);
  return file && { key: file.storageKey, mime: file.mime, fileName: connection.greetingFileName, bytes: file.bytes };
}
