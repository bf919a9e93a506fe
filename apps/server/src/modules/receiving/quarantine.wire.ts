import type { QuarantinedItem } from '@balcao/contract/endpoints/quarantine';
import { maskNumber } from '@balcao/domain/contact/mask';
import type { ChannelEvent } from '../../channels/port.ts';
import type { QuarantinedRow } from './quarantine.store.ts';

const MAX_EXCERPT_LENGTH = 300;

interface ItemView {
  row: QuarantinedRow;
  connectionName: string;
  event: ChannelEvent | undefined;
}

export const presentItem = ({ row, connectionName, event }: ItemView): QuarantinedItem => ({
  id: row.id,
  at: row.at.toISOString(),
  whatsappId: row.connectionId,
  connectionName,
  kind: row.kind,
  reason: row.reason,
  contactName: event && 'peer' in event ? (event.peer.name ?? '') : '',
  excerpt: (event ? textOf(event) : payloadExcerpt(row.content.body)).slice(0, MAX_EXCERPT_LENGTH),
});

function textOf(event: ChannelEvent): string {
  if (event.type === 'edited') return event.text;
  if (event.type !== 'message') return '';
  const content = event.content as { text?: unknown; caption?: unknown; title?: unknown };
  const text = content.text ?? content.caption ?? content.title;
  return typeof text === 'string' ? text : '';
}

/** The numbers in a raw payload are masked for every viewer, also where the company does not hide numbers. */
function payloadExcerpt(body: unknown): string {
  if (typeof body !== 'string') return '';
  const text = Buffer.from(body, 'base64').toString('utf8');
  return text.replaceAll(/\d{8,}/g, maskNumber).toWellFormed();
}
