import type { Saying } from '@balcao/domain/bot/dialog';
import { phrases } from '@balcao/domain/bot/phrases';
import { fillIn, protocolOf, type Speaking } from '@balcao/domain/message/variables';
import type { StoredMedia } from '../../channels/port.ts';
import type { ContactRow } from '../../foundation/db/schema/contacts.ts';
import type { TicketRow } from '../../foundation/db/schema/tickets.ts';
import type { Tx } from '../../foundation/db/tx.ts';
import { fileStore } from '../../foundation/storage/files.store.ts';
import type { FullConnection } from '../connections/index.ts';
import { typeOfFile, type FileLists } from '../file-lists/index.ts';
import type { OutContent } from '../messages/index.ts';
import type { Brief } from './briefing.ts';

/** What channels take as the title of a choice. */
const LONGEST_TITLE = 24;

export interface About {
  ticket: Pick<TicketRow, 'id' | 'createdAt' | 'queueId'>;
  contact: Pick<ContactRow, 'name'>;
  connection: FullConnection;
  brief: Brief;
  now: Date;
}

/** What a text may speak of, without asking anybody: the bot has it all at hand. */
export function speakingOf({ ticket, contact, connection, brief, now }: About, userName: string): Speaking {
  const { timeZone, queues } = brief;
  return {
    contactName: contact.name,
    userName,
    queueName: (ticket.queueId === null ? undefined : queues.get(ticket.queueId)?.name) ?? '',
    connectionName: connection.name,
    ticketId: ticket.id,
    protocol: protocolOf(ticket.id, ticket.createdAt, timeZone),
    timeZone,
    now,
  };
}

/** The bot's words as messages: variables filled in, files found. What has vanished meanwhile is left out. */
export async function contentsOf(
  tx: Tx,
  fileLists: Pick<FileLists, 'filesOf'>,
  saying: Saying,
  about: About,
  userName: () => Promise<string>,
): Promise<OutContent[]> {
  const fill = async (text: string) =>
    text.includes('{{') ? fillIn(text, speakingOf(about, text.includes('userName') ? await userName() : '')) : text;
  switch (saying.kind) {
    case 'text':
      return [{ kind: 'text', text: await fill(saying.text) }];
    case 'buttons':
      return [{ kind: 'buttons', title: '', text: await fill(saying.text), choices: [...saying.choices] }];
    case 'list':
      return [
        {
          kind: 'list',
          title: '',
          text: await fill(saying.text),
          button: phrases.listButton,
          sections: [
            {
              title: '',
              rows: saying.choices.map(({ id, title }) => ({
                id,
                title: title.slice(0, LONGEST_TITLE),
                ...(title.length > LONGEST_TITLE && { description: title }),
              })),
            },
          ],
        },
      ];
    case 'file': {
      const media = await greetingFile(tx, about.connection);
      const caption = await fill(saying.text);
      if (!media) return caption === '' ? [] : [{ kind: 'text', text: caption }];
      return [{ kind: 'media', type: typeOfFile(media.mime), media, ...(caption !== '' && { caption }) }];
    }
    case 'file-list': {
      const list = await fileLists.filesOf(tx, saying.fileListId);
      if (!list) return [];
      const words = await fill(list.message);
      return [
        ...(words.trim() === '' ? [] : [{ kind: 'text' as const, text: words }]),
        ...list.files.map(({ name, type, media }) => ({ kind: 'media' as const, type, media, caption: name })),
      ];
    }
  }
}

async function greetingFile(tx: Tx, connection: FullConnection): Promise<StoredMedia | undefined> {
  if (connection.greetingFileKey === null) return undefined;
  const file = await fileStore.byKey(tx, connection.greetingFileKey);
  return file && { key: file.storageKey, mime: file.mime, fileName: connection.greetingFileName, bytes: file.bytes };
}
