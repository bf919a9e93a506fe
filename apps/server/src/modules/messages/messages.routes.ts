import { endpoints } from '@balcao/contract';
import { brCode, readPixKey } from '@balcao/domain/message/pix';
import { isMasked, maskName } from '@balcao/domain/contact/mask';
import { digitsOf } from '@balcao/domain/contact/phone';
import type { Actor } from '@balcao/domain/policy/actor';
import type { Db, Tx } from '../../foundation/db/tx.ts';
import { handle, type SentFile } from '../../foundation/http/handle.ts';
import { requestHash, type Idempotency } from '../../foundation/idempotency/idempotency.ts';
import type { Limits } from '../../foundation/limits/limits.ts';
import { accepted, refuse } from '../../foundation/refusal.ts';
import type { Contacts } from '../contacts/index.ts';
import type { Settings } from '../settings/index.ts';
import type { FullTicket } from '../tickets/index.ts';
import type { Ticket } from '@balcao/contract/endpoints/tickets';
import type { OutContent, Sendable } from './content.ts';
import type { Messages } from './messages.ts';
import { DELETED } from './messages.wire.ts';
import type { FullMessage } from './messages.store.ts';
import type { OutMedia } from './out-media.ts';
import { createSearch } from './search.ts';
import type { SendApi } from './send-api.ts';
import { hiddenIn, showMessages, showMessagesWithin } from './showing.ts';
import type { Transcribe } from './transcribing.ts';

interface Needs {
  db: Db;
  settings: Settings;
  contacts: Contacts;
  media: OutMedia;
  sendApi: SendApi;
  limits: Limits;
  idempotency: Idempotency;
  transcribe: Transcribe;
  sign(key: string): string;
  showTickets(tx: Tx, rows: FullTicket[], masked: boolean): Promise<Ticket[]>;
}

export const messageRoutes = (messages: Messages, needs: Needs) => {
  const show = showMessages(needs);
  const showWithin = showMessagesWithin(needs);
  const search = createSearch(needs);
  const card = async (actor: Actor, ticketId: number, content: OutContent, clientKey: string | undefined) => {
    const rows = await messages.send(actor, ticketId, [{ content }], { isPrivate: false, clientKey });
    return { message: 'Message sent', newMsg: (await show(actor.companyId, rows))[0]! };
  };
  /** Asked before a byte is kept: may this person write there, and how does the channel want to hear a voice? */
  async function attached(
    actor: Actor,
    ticketId: number,
    body: { isPrivate: boolean; voice: boolean },
    files: SentFile[],
  ): Promise<Sendable[]> {
    const voice = await messages.wayOut(actor, ticketId, body.isPrivate);
    await needs.limits.use({ limit: 'files sent by a user', of: `${actor.companyId} ${actor.userId}` });
    const sendables: Sendable[] = [];
    for (const file of files) {
      const isVoice = body.voice || needs.media.isRecorded(file);
      sendables.push(
        await needs.media.ofUpload(actor, file, { caption: file.caption, voice: isVoice ? voice : undefined }),
      );
    }
    return sendables;
  }
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
    await messages.wayOut(actor, ticketId, false);
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
            : query.after !== undefined
              ? { after: query.after }
              : { page: query.pageNumber };
      return messages.thread(actor, params.ticketUuid, at, query.selectedQueues, async (tx, rows, ticket) => {
        const hidden = await hiddenIn(tx, needs.settings);
        return {
          messages: await showWithin(tx, rows, hidden),
          ticket: (await needs.showTickets(tx, [ticket], hidden.hidesNumbers))[0]!,
        };
      });
    },
    search: ({ actor, query }) =>
      search(actor, {
        words: query.searchParam,
        before: query.before,
        queueIds: query.queueIds,
        tagIds: query.tags,
        userIds: query.users,
        connectionIds: query.whatsapps,
      }),
    transcribe: async ({ actor, params }) => ({ transcribedText: await needs.transcribe(actor, params.file) }),
    send: async ({ actor, params, body, files, visit }) => {
      const { idempotencyKey } = visit;
      const work = async () => {
        const sendables = files.length === 0 ? [] : await attached(actor, params.ticketId, body, files);
        if (body.vCard) sendables.push({ content: vCard(body.vCard) });
        if (body.location) sendables.push({ content: location(body.location) });
        if (sendables.length === 0 && body.body !== '') sendables.push({ content: { kind: 'text', text: body.body } });
        return messages.send(actor, params.ticketId, sendables, {
          isPrivate: body.isPrivate,
          mentions: body.mentions,
          reaction: body.reaction ?? undefined,
          quotedId: body.quotedMsg?.id,
          signed: body.signed,
          // With the caller in it: two people may choose the same key.
          clientKey: body.clientKey ?? (idempotencyKey && `user ${actor.userId} ${idempotencyKey}`),
        });
      };
      if (idempotencyKey === undefined) return show(actor.companyId, await work());
      const ids = await needs.idempotency.once(
        {
          companyId: actor.companyId,
          key: `user ${actor.userId} ${idempotencyKey}`,
          request: await requestHash([params.ticketId, body], files),
        },
        async () => (await work()).map((row) => row.id),
      );
      return show(actor.companyId, await messages.readAll(actor, ids));
    },
    sendByToken: async ({ actor, body, files, visit }) => {
      const { quotedMsg, userId = null, queueId = null, ...rest } = body;
      const wish = { ...rest, userId, queueId, quotedId: quotedMsg?.id };
      return { status: 'SUCCESS' as const, ...(await needs.sendApi.send(actor, wish, files, visit.idempotencyKey)) };
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
      const days = { from: query.dateStart, to: query.dateEnd };
      return { count: [{ count: String(await messages.count(actor, query.fromMe, days)) }] };
    },
    deliveries: async ({ actor, query }) => {
      const { rows, hasMore, counts } = await messages.trouble(actor, {
        troubled: query.state === 'troubled',
        before: query.before,
        connectionId: query.connectionId,
      });
      const { hidesNumbers, hidesDeleted } = await needs.db.readCompany(actor.companyId, (tx) =>
        hiddenIn(tx, needs.settings),
      );
      // The same as in the conversation itself.
      const words = (row: (typeof rows)[number]) =>
        row.is_deleted && hidesDeleted && !row.from_me
          ? DELETED
          : hidesNumbers && row.media_type === 'contactMessage'
            ? maskName(row.body)
            : row.body;
      return {
        messages: rows.map((row) => ({
          id: Number(row.id),
          ticketId: row.ticket_id,
          ticketUuid: row.ticket_uuid,
          contactName: hidesNumbers ? maskName(row.contact_name) : row.contact_name,
          connectionName: row.connection_name ?? '',
          fromMe: row.from_me,
          body: words(row),
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

function vCard({ name, number }: { name: string; number: string }): OutContent {
  // What is left of a hidden number is somebody else's.
  if (isMasked(number)) refuse('ERR_VALIDATION', { field: 'vCard.number', rule: 'invalid' });
  return { kind: 'contacts', contacts: [{ name, numbers: [digitsOf(number)] }] };
}

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
