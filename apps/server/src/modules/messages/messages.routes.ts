import { endpoints } from '@balcao/contract';
import { brCode, readPixKey } from '@balcao/domain/message/pix';
import { digitsOf } from '@balcao/domain/contact/phone';
import type { Actor } from '@balcao/domain/policy/actor';
import type { Db } from '../../foundation/db/tx.ts';
import { handle } from '../../foundation/http/handle.ts';
import { accepted, refuse } from '../../foundation/refusal.ts';
import type { Settings } from '../settings/index.ts';
import type { FullTicket } from '../tickets/index.ts';
import type { Ticket } from '@balcao/contract/endpoints/tickets';
import type { OutContent } from './content.ts';
import type { Messages } from './messages.ts';
import type { FullMessage } from './messages.store.ts';
import type { OutMedia } from './out-media.ts';
import { showMessage } from './messages.wire.ts';

interface Needs {
  db: Db;
  settings: Settings;
  media: OutMedia;
  sign(key: string): string;
  showTickets(companyId: number, rows: FullTicket[]): Promise<Ticket[]>;
}
const DAY_MS = 86_400_000;

/** Messages as this company's people see them. */
export const showMessages =
  ({ db, settings, sign }: Pick<Needs, 'db' | 'settings' | 'sign'>) =>
  async (companyId: number, rows: FullMessage[]) => {
    const hidesDeleted = await db.readCompany(
      companyId,
      async (tx) =>
        (await settings.one(tx, 'enableLGPD')) === 'enabled' &&
        (await settings.one(tx, 'lgpdDeleteMessage')) === 'enabled',
    );
    return rows.map((row) => showMessage(row, { sign, hidesDeleted }));
  };

export const messageRoutes = (messages: Messages, needs: Needs) => {
  const show = showMessages(needs);
  const card = async (actor: Actor, ticketId: number, content: OutContent, clientKey: string | undefined) => {
    const rows = await messages.send(actor, ticketId, [content], { isPrivate: false, note: '', clientKey });
    return { message: 'Message sent', newMsg: (await show(actor.companyId, rows))[0]! };
  };
  interface ButtonBody {
    title: string;
    description: string;
    buttonText: string;
    copyText: string;
    image: string;
    clientKey?: string | undefined;
  }
  const button = async (
    actor: Actor,
    ticketId: number,
    act: 'url' | 'copy' | 'call',
    body: ButtonBody,
    label: string,
  ) => {
    const image = act === 'url' && body.image !== '' ? await needs.media.ofBase64(actor, body.image) : undefined;
    const content: OutContent = {
      kind: 'button',
      act,
      title: body.title,
      text: body.description,
      button: body.buttonText || label,
      value: body.copyText,
      ...(image && { image }),
    };
    return card(actor, ticketId, content, body.clientKey);
  };

  return handle('messages', endpoints.messages, {
    list: async ({ actor, params, query }) => {
      const at =
        query.around !== undefined
          ? { around: query.around }
          : query.before !== undefined
            ? { before: query.before }
            : { page: query.pageNumber };
      const { rows, ticket, count, hasMore, hasNewer } = await messages.thread(
        actor,
        params.ticketUuid,
        at,
        query.selectedQueues,
      );
      return {
        messages: await show(actor.companyId, rows),
        ticket: (await needs.showTickets(actor.companyId, [ticket]))[0]!,
        count,
        hasMore,
        hasNewer,
      };
    },
    send: async ({ actor, params, body, files, visit }) => {
      const clientKey = visit.idempotencyKey ?? body.clientKey;
      const contents: OutContent[] = [];
      for (const file of files) contents.push(await needs.media.ofUpload(actor, file, body.body));
      if (body.vCard)
        contents.push({
          kind: 'contacts',
          contacts: [{ name: body.vCard.name, numbers: [digitsOf(body.vCard.number)] }],
        });
      if (body.location) contents.push(location(body.location));
      if (body.reaction)
        contents.push({
          kind: 'reaction',
          to: await messages.widOf(actor, body.reaction.messageId),
          emoji: body.reaction.emoji,
        });
      if (contents.length === 0 && body.body !== '') contents.push({ kind: 'text', text: body.body });
      const rows = await messages.send(actor, params.ticketId, contents, {
        isPrivate: body.isPrivate,
        note: body.body,
        quotedId: body.quotedMsg?.id,
        signed: body.signed,
        clientKey,
      });
      return show(actor.companyId, rows);
    },
    edit: async ({ actor, params, body }) => {
      await messages.edit(actor, params.id, body.body);
      return undefined;
    },
    remove: async ({ actor, params }) => {
      await messages.remove(actor, params.id);
      return undefined;
    },
    resend: async ({ actor, params }) => (await show(actor.companyId, [await messages.resend(actor, params.id)]))[0]!,
    forward: async ({ actor, body }) => {
      await messages.forward(actor, [body.messageId].flat(), body.contactId, body.signMessage);
      return undefined;
    },
    lista: ({ actor, params, body }) =>
      card(
        actor,
        params.ticketId,
        {
          kind: 'list',
          title: body.title,
          text: body.text,
          button: body.buttonText,
          ...(body.footer !== '' && { footer: body.footer }),
          sections: body.sections.map((section, s) => ({
            title: section.title,
            rows: section.rows.map((row, r) => ({
              id: row.rowId ?? row.id ?? `${s + 1}.${r + 1}`,
              title: row.title,
              ...(row.description !== '' && { description: row.description }),
            })),
          })),
        },
        body.clientKey,
      ),
    copy: ({ actor, params, body }) => button(actor, params.ticketId, 'copy', body, 'Copiar'),
    call: ({ actor, params, body }) => button(actor, params.ticketId, 'call', body, 'Ligar'),
    url: ({ actor, params, body }) => {
      if (!URL.canParse(body.copyText) || !/^https?:$/.test(new URL(body.copyText).protocol))
        refuse('ERR_VALIDATION', { field: 'copyText', rule: 'invalid' });
      return button(actor, params.ticketId, 'url', body, 'Abrir');
    },
    pix: ({ actor, params, body }) => {
      const key = accepted(readPixKey(body.sendkey_type, body.sendKey));
      const cents = body.sendvalue || null;
      const content: OutContent = {
        kind: 'pix',
        title: body.title,
        keyType: body.sendkey_type,
        key,
        merchantName: body.sendmerchant_name,
        cents,
        brCode: brCode({ key, merchantName: body.sendmerchant_name, cents }),
      };
      return card(actor, params.ticketId, content, body.clientKey);
    },
    counts: async ({ actor, query }) => {
      const from = query.dateStart === undefined ? undefined : new Date(`${query.dateStart}T00:00:00Z`);
      const to = query.dateEnd === undefined ? undefined : new Date(+new Date(`${query.dateEnd}T00:00:00Z`) + DAY_MS);
      return { count: [{ count: String(await messages.count(actor, query.fromMe, from, to)) }] };
    },
    deliveries: async ({ actor, query }) => {
      const { rows, hasMore, counts } = await messages.trouble(actor, {
        troubled: query.state === 'troubled',
        before: query.before,
        connectionId: query.connectionId,
      });
      return {
        messages: rows.map((row) => ({
          id: Number(row.id),
          ticketId: row.ticket_id,
          ticketUuid: row.ticket_uuid,
          contactName: row.contact_name,
          connectionName: row.connection_name ?? '',
          fromMe: row.from_me,
          body: row.body,
          mediaType: row.media_type,
          delivery: row.delivery as FullMessage['delivery'],
          failure: row.failure_code,
          createdAt: row.created_at.toISOString(),
          tries: row.tries ?? 0,
          mayResend: (row.delivery === 'failed' || row.delivery === 'unknown') && row.ack <= 1,
        })),
        hasMore,
        counts,
      };
    },
    life: async ({ actor, params }) => ({
      steps: (await messages.life(actor, params.id)).map((step) => ({
        told: step.told,
        detail: step.detail,
        at: step.at.toISOString(),
      })),
    }),
  });
};

function location({
  latitude,
  longitude,
  name,
  address,
}: {
  latitude: number;
  longitude: number;
  name?: string | undefined;
  address?: string | undefined;
}): OutContent {
  return { kind: 'location', latitude, longitude, ...(name && { name }), ...(address && { address }) };
}
