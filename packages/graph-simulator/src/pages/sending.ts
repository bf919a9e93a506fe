import { GraphError } from '../errors.ts';
import { isRecord, recordOf, textOf, type Asked } from '../graph/asked.ts';
import type { Done, Host } from '../graph/host.ts';
import { newMid } from '../ids.ts';
import { keepMedia, linkOf } from '../media.ts';
import { nowOf, type InstagramAccount, type Known, type Message, type PageAccount, type World } from '../world.ts';
import { echoOf } from './acting.ts';
import { checkPagesMessage } from './checking.ts';

type Pages = PageAccount | InstagramAccount;
const DAY_MS = 24 * 3_600_000;
const actions = ['typing_on', 'typing_off', 'mark_seen', 'react', 'unreact'];

/** One token serves a page and the Instagram account behind it: whom it is for decides which of the two speaks. */
export function pagesRecipient(
  world: World,
  page: PageAccount,
  params: Record<string, unknown>,
): { account: Pages; id: string | undefined } {
  const id = textOf(recordOf(params['recipient'])?.['id']);
  const instagram = page.igId === undefined ? undefined : world.accounts.get(page.igId);
  const isInstagram = id !== undefined && instagram?.kind === 'instagram' && instagram.people.has(id);
  return { account: isInstagram ? instagram : page, id };
}

/** POST /{page-id}/messages and /me/messages: a message or a sender action. */
export function sendPages(host: Host, page: PageAccount, asked: Asked): Done {
  const { world } = host;
  const { account, id } = pagesRecipient(world, page, asked.params);
  if (id === undefined) throw new GraphError(100, { title: 'The parameter recipient is required' });
  const to = account.people.get(id);
  if (!to) throw new GraphError(100, { subcode: 2_018_001, title: 'No matching user found' });
  const action = textOf(asked.params['sender_action']);
  if (action !== undefined) return senderAction(world, asked, action, id);

  const message = recordOf(asked.params['message']);
  if (!message) throw new GraphError(100, { title: 'The parameter message is required' });
  const type = checkPagesMessage(world, account, message, asked);
  checkWindow(world, account, to, asked.params);

  const atMs = nowOf(world);
  const correlation = textOf(message['metadata']);
  const kept: Message = {
    id: newMid(world.random),
    accountId: account.id,
    person: to.person,
    isOurs: true,
    atMs,
    correlation,
    type,
  };
  world.messages.set(kept.id, kept);
  const quotes = textOf(recordOf(asked.params['reply_to'])?.['mid']);
  world.reached.push({
    messageId: kept.id,
    at: new Date(atMs).toISOString(),
    accountId: account.id,
    to: id,
    type,
    body: { ...asked.params, message },
    ...(correlation !== undefined && { correlation }),
    ...(quotes !== undefined && { quotes }),
  });
  tellEcho(host, account, kept, message, quotes, asked);
  tellWatermarks(host, account, kept);
  const attachment = isRecord(message['attachment']) ? message['attachment'] : undefined;
  const isReusable = isRecord(attachment?.['payload']) && attachment['payload']['is_reusable'] === true;
  return {
    reply: {
      recipient_id: id,
      message_id: kept.id,
      ...(isReusable && { attachment_id: keepAttachment(world, type, '') }),
    },
    messageId: kept.id,
    correlation,
  };
}

function senderAction(world: World, asked: Asked, action: string, id: string): Done {
  if (!actions.includes(action))
    throw new GraphError(100, {
      title: `Param sender_action must be one of {${actions.join(', ').toUpperCase()}} - got "${action}".`,
    });
  const about = textOf(recordOf(asked.params['payload'])?.['message_id']);
  if (action.endsWith('react')) {
    if (about === undefined || !world.messages.has(about)) throw new GraphError(100, { title: 'Invalid message_id' });
  }
  return { reply: { recipient_id: id } };
}

function checkWindow(world: World, account: Pages, to: Known, params: Record<string, unknown>): void {
  if (!account.hasWindow) return;
  const tag = textOf(params['tag']);
  if (params['messaging_type'] === 'MESSAGE_TAG' && tag === undefined)
    throw new GraphError(100, { title: 'Message tag is required' });
  const days = tag === 'HUMAN_AGENT' ? 7 : 1;
  if (to.wroteAtMs !== null && nowOf(world) - to.wroteAtMs <= days * DAY_MS) return;
  throw new GraphError(10, {
    subcode: 2_018_278,
    title:
      'This message is sent outside of allowed window. Learn more about the new policy here: https://developers.facebook.com/docs/messenger-platform/policy-overview',
  });
}

/** Everything a page says comes back to it, with what we had written on it. */
function tellEcho(
  host: Host,
  account: Pages,
  kept: Message,
  message: Record<string, unknown>,
  quotes: string | undefined,
  asked: Asked,
): void {
  const attachment = isRecord(message['attachment']) ? message['attachment'] : undefined;
  const payload = isRecord(attachment?.['payload']) ? attachment['payload'] : {};
  const file = asked.files[0];
  const url =
    textOf(payload['url']) ??
    host.world.attachments.get(String(payload['attachment_id']))?.url ??
    (file && linkOf(host.world, keepFile(host.world, account, file)));
  const isTemplate = attachment?.['type'] === 'template';
  const echoed = {
    mid: kept.id,
    app_id: Number(host.world.app.id) || 1,
    ...(kept.correlation !== undefined && { metadata: kept.correlation }),
    ...(typeof message['text'] === 'string' && { text: message['text'] }),
    ...(attachment && {
      attachments: [isTemplate ? { type: 'template', payload } : { type: attachment['type'], payload: { url } }],
    }),
    ...(quotes !== undefined && { reply_to: { mid: quotes } }),
  };
  host.later(account.telling.delayMs, () =>
    host.tell(account, { messaging: echoOf(account, kept.person, echoed, kept.atMs) }, kept.person.id),
  );
}

/** Messenger says up to which moment, Instagram which message was seen. */
function tellWatermarks(host: Host, account: Pages, { person, atMs, id }: Message): void {
  const { upTo, delayMs } = account.telling;
  const frame = { sender: { id: person.id }, recipient: { id: account.id } };
  const isRead = upTo === 'read' || upTo === 'played';
  host.later(delayMs, () => {
    if (account.kind === 'messenger' && (upTo === 'delivered' || isRead)) {
      host.tell(account, { messaging: { ...frame, delivery: { mids: [id], watermark: atMs } } }, person.id);
    }
    if (!isRead) return;
    const read = account.kind === 'messenger' ? { watermark: atMs } : { mid: id };
    host.tell(account, { messaging: { ...frame, timestamp: atMs, read } }, person.id);
  });
}

const keepFile = (world: World, account: Pages, file: { mime: string; bytes: Buffer; name: string }) =>
  keepMedia(world, { mime: file.mime, bytes: file.bytes, fileName: file.name, accountId: account.id, isPublic: true });

function keepAttachment(world: World, type: string, url: string): string {
  const id = world.random.digits(16);
  world.attachments.set(id, { type, url });
  return id;
}

/** POST /{page-id}/message_attachments: a file to be sent later, once or often. */
export function uploadAttachment(world: World, page: PageAccount, asked: Asked): { attachment_id: string } {
  const message = recordOf(asked.params['message']);
  const attachment = recordOf(message?.['attachment']);
  const type = textOf(attachment?.['type']);
  if (type === undefined || !['image', 'audio', 'video', 'file'].includes(type))
    throw new GraphError(100, { title: 'Invalid attachment type' });
  const [file] = asked.files;
  const url =
    textOf(recordOf(attachment?.['payload'])?.['url']) ?? (file && linkOf(world, keepFile(world, page, file)));
  if (url === undefined) throw new GraphError(100, { subcode: 2_018_047, title: 'Upload attachment failure.' });
  return { attachment_id: keepAttachment(world, type, url) };
}
