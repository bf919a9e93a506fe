import { AppError } from '../../infrastructure/app-error.ts';
import type { ScheduleRow } from '../../infrastructure/db/schema/schedules.ts';
import type { TicketRow } from '../../infrastructure/db/schema/tickets.ts';
import type { Tx } from '../../infrastructure/db/tx.ts';
import { fileStore } from '../../infrastructure/storage/files.store.ts';
import type { Messages, OutgoingContent } from '../messages/index.ts';
import type { Templates } from '../templates/index.ts';

export interface ScheduleContentDeps {
  messages: Messages;
  templates: Pick<Templates, 'inTx'>;
}

/** What a scheduled message contains when it is sent. */
export function createScheduleContent({ messages, templates }: ScheduleContentDeps) {
  /** The text, the image with the text as its caption, or after the reply window the template. */
  async function contentOf(tx: Tx, schedule: ScheduleRow, ticket: TicketRow): Promise<OutgoingContent> {
    const { body, mediaKey, mediaName, mediaMime, templateId, templateValues } = schedule;
    if (templateId !== null && (await isWindowClosed(tx, ticket)))
      return templates.inTx.render(tx, ticket, { templateId, values: templateValues });
    if (mediaKey === null) return { kind: 'text', text: body };
    await fileStore.share(tx, [mediaKey]);
    const file = await fileStore.byKey(tx, mediaKey);
    if (!file) return { kind: 'text', text: body };
    const media = { key: mediaKey, mime: mediaMime, fileName: mediaName, bytes: file.bytes };
    return { kind: 'media', type: 'image', media, caption: body };
  }
  async function isWindowClosed(tx: Tx, ticket: TicketRow): Promise<boolean> {
    try {
      await messages.assertSendable(tx, ticket, 'text', 'schedule');
      return false;
    } catch (error) {
      if (error instanceof AppError && error.code === 'ERR_REPLY_WINDOW') return true;
      throw error;
    }
  }

  return contentOf;
}
