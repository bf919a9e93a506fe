import type { Tx } from '../../../infrastructure/db/tx.ts';

export interface VoiceMessage {
  id: number;
  ticketId: number;
  mediaKey: string;
  mediaMime: string | null;
  transcription: string | null;
}

export const transcriptionStore = {
  /** A received voice message by its file; what was taken back is nobody's to write down. */
  async byFile(tx: Tx, mediaKey: string): Promise<VoiceMessage | undefined> {
    const [row] = await tx.query<{
      id: string;
      ticket_id: number;
      media_mime: string | null;
      transcription: string | null;
    }>(byFile, [tx.companyId, mediaKey]);
    return (
      row && {
        id: Number(row.id),
        ticketId: row.ticket_id,
        mediaKey,
        mediaMime: row.media_mime,
        transcription: row.transcription,
      }
    );
  },
  async save(tx: Tx, id: number, text: string) {
    await tx.query(save, [tx.companyId, id, text]);
  },
};

const byFile = {
  name: 'transcribing.by-file',
  text: `select id, ticket_id, media_mime, transcription from messages
          where company_id = $1 and media_key = $2 and media_type = 'audio' and not from_me and not is_deleted
          order by id limit 1`,
};
const save = {
  name: 'transcribing.keep',
  text: 'update messages set transcription = $3 where company_id = $1 and id = $2',
};
