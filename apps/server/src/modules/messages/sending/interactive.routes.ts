import type { endpoints } from '@balcao/contract';
import type { ButtonAction } from '@balcao/domain/message/button-labels';
import type { PixKey } from '@balcao/domain/message/pix';
import type { Actor } from '@balcao/domain/policy/actor';
import { refuse } from '../../../infrastructure/app-error.ts';
import type { Handlers } from '../../../infrastructure/http/handle.ts';
import type { OutgoingContent } from '../content.ts';
import type { OutgoingMedia } from '../media/outgoing-media.ts';
import type { Messages } from '../messages.ts';
import { parseButton, parseList, parsePix } from '../messages.wire.ts';
import type { PresentMessages } from '../reading/message-views.ts';

type InteractiveRoute = 'lista' | 'copy' | 'call' | 'url' | 'pix';

export interface InteractiveRouteDeps {
  media: OutgoingMedia;
  savePixKey(actor: Actor, pixKey: PixKey): Promise<void>;
}

/** Lists, buttons and Pix charges. */
export const interactiveRoutes = (
  messages: Messages,
  present: PresentMessages,
  { media, savePixKey }: InteractiveRouteDeps,
): Pick<Handlers<typeof endpoints.messages>, InteractiveRoute> => {
  const sendContent = async (
    actor: Actor,
    ticketId: number,
    content: OutgoingContent,
    clientKey: string | undefined,
  ) => {
    const rows = await messages.send(actor, ticketId, [{ content }], { isPrivate: false, clientKey });
    return { message: 'Message sent', newMsg: (await present(actor.companyId, rows))[0]! };
  };
  const sendButton = async (
    actor: Actor,
    ticketId: number,
    action: ButtonAction,
    body: Parameters<typeof parseButton>[1],
  ) => {
    // Checks access before the image is stored.
    await messages.getVoiceFormat(actor, ticketId, false);
    const image = action === 'url' && body.image !== '' ? await media.fromBase64(actor, body.image) : undefined;
    return sendContent(actor, ticketId, parseButton(action, body, image), body.clientKey);
  };

  return {
    lista: ({ actor, params, body }) => sendContent(actor, params.ticketId, parseList(body), body.clientKey),
    copy: ({ actor, params, body }) => sendButton(actor, params.ticketId, 'copy', body),
    call: ({ actor, params, body }) => sendButton(actor, params.ticketId, 'call', body),
    url: ({ actor, params, body }) => {
      if (!URL.canParse(body.copyText) || !/^https?:$/.test(new URL(body.copyText).protocol))
        refuse('ERR_VALIDATION', { field: 'copyText', rule: 'invalid' });
      return sendButton(actor, params.ticketId, 'url', body);
    },
    pix: async ({ actor, params, body }) => {
      const { content, pixKey } = parsePix(body);
      const reply = await sendContent(actor, params.ticketId, content, body.clientKey);
      await savePixKey(actor, pixKey);
      return reply;
    },
  };
};
