import { GraphError } from '../errors.ts';
import { isRecord, textOf, type Asked } from '../graph/asked.ts';
import type { InstagramAccount, PageAccount, World } from '../world.ts';

type Body = Record<string, unknown>;
const wrong = (title: string, subcode?: number) =>
  new GraphError(100, { title, ...(subcode !== undefined && { subcode }) });

/** What the Send API would not take. Answers what kind of message it is. */
export function checkPagesMessage(
  world: World,
  account: PageAccount | InstagramAccount,
  message: Body,
  asked: Asked,
): string {
  const text = message['text'];
  const attachment = isRecord(message['attachment']) ? message['attachment'] : undefined;
  const several = Array.isArray(message['attachments']) ? (message['attachments'] as Body[]) : [];
  const metadata = textOf(message['metadata']);
  if (metadata !== undefined && metadata.length > 1000)
    throw wrong('Param message[metadata] must be at most 1000 characters');
  if (text === undefined && !attachment && several.length === 0) throw wrong('Must provide message text or attachment');
  if (typeof text === 'string') checkText(account, text);
  checkQuickReplies(message['quick_replies']);
  if (attachment) return checkAttachment(world, account, attachment, asked);
  for (const one of several) checkAttachment(world, account, one, asked);
  return several.length > 0 ? textOf(several[0]!['type'])! : 'text';
}

function checkText(account: PageAccount | InstagramAccount, text: string): void {
  if (text === '') throw wrong('Param message[text] must not be empty');
  if (account.kind === 'messenger' && text.length > 2000)
    throw wrong('Param message[text] must be at most 2000 characters', 2_018_109);
  if (account.kind === 'instagram' && Buffer.byteLength(text) > 1000)
    throw wrong('Message text must be UTF-8 and at most 1000 bytes', 2_534_038);
}

function checkQuickReplies(replies: unknown): void {
  if (replies === undefined) return;
  if (!Array.isArray(replies) || replies.length === 0 || replies.length > 13)
    throw wrong('Between 1 and 13 quick replies are allowed');
  for (const one of replies as Body[]) {
    if (one['content_type'] !== 'text') continue;
    if (textLength(one['title']) > 20) throw wrong('Quick reply title must be between 1 and 20 characters');
    if (textLength(one['payload']) > 1000) throw wrong('Quick reply payload must be between 1 and 1000 characters');
  }
}

function checkAttachment(
  world: World,
  account: PageAccount | InstagramAccount,
  attachment: Body,
  asked: Asked,
): string {
  const type = textOf(attachment['type']) ?? '';
  const payload = isRecord(attachment['payload']) ? attachment['payload'] : {};
  if (type === 'template') return checkTemplate(payload);
  const known =
    account.kind === 'instagram'
      ? ['image', 'audio', 'video', 'file', 'like_heart', 'MEDIA_SHARE']
      : ['image', 'audio', 'video', 'file'];
  if (!known.includes(type))
    throw wrong(`Param message[attachment][type] must be one of {${known.join(', ')}} - got "${type}".`);
  if (type === 'like_heart' || type === 'MEDIA_SHARE') return type;
  const id = textOf(payload['attachment_id']);
  if (id !== undefined && !world.attachments.has(id)) throw wrong('Invalid attachment_id', 2_018_074);
  const url = textOf(payload['url']);
  if (url !== undefined && !/^https?:\/\//.test(url)) throw wrong('Invalid URL', 2_018_008);
  if (id === undefined && url === undefined && asked.files.length === 0)
    throw wrong('Upload attachment failure.', 2_018_047);
  return type;
}

function checkTemplate(payload: Body): string {
  switch (payload['template_type']) {
    case 'button':
      if (textLength(payload['text']) > 640) throw wrong('Button template text must be between 1 and 640 characters');
      checkButtons(payload['buttons']);
      return 'template';
    case 'generic': {
      const elements = Array.isArray(payload['elements']) ? (payload['elements'] as Body[]) : [];
      if (elements.length === 0 || elements.length > 10) throw wrong('Between 1 and 10 elements are allowed');
      for (const one of elements) {
        if (textLength(one['title']) > 80) throw wrong('Element title must be between 1 and 80 characters');
        if (one['subtitle'] !== undefined && String(one['subtitle']).length > 80)
          throw wrong('Element subtitle must be at most 80 characters');
        if (one['buttons'] !== undefined) checkButtons(one['buttons']);
      }
      return 'template';
    }
    case 'media':
    case 'receipt':
    case 'product':
      return 'template';
    default:
      throw wrong('Invalid template_type');
  }
}

function checkButtons(buttons: unknown): void {
  if (!Array.isArray(buttons) || buttons.length === 0 || buttons.length > 3)
    throw wrong('Between 1 and 3 buttons are allowed');
  for (const one of buttons as Body[]) {
    if (textLength(one['title']) > 20) throw wrong('Button title must be between 1 and 20 characters');
    if (one['type'] === 'web_url' && !/^https?:\/\//.test(String(one['url']))) throw wrong('Button url is not valid');
    if (one['type'] === 'postback' && textLength(one['payload']) > 1000)
      throw wrong('Button payload must be between 1 and 1000 characters');
  }
}
const textLength = (value: unknown): number =>
  typeof value === 'string' && value !== '' ? value.length : Number.POSITIVE_INFINITY;
