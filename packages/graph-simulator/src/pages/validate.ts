import { GraphError } from '../errors.ts';
import { isRecord, textOf, type GraphRequest } from '../graph/graph-request.ts';
import type { InstagramAccount, PageAccount, SimulatorState } from '../state.ts';

type Body = Record<string, unknown>;
const invalid = (title: string, subcode?: number) =>
  new GraphError(100, { title, ...(subcode !== undefined && { subcode }) });

/** Validates a message like the Send API and returns its type. */
export function checkPagesMessage(
  state: SimulatorState,
  account: PageAccount | InstagramAccount,
  message: Body,
  request: GraphRequest,
): string {
  const text = message['text'];
  const attachment = isRecord(message['attachment']) ? message['attachment'] : undefined;
  const several = Array.isArray(message['attachments']) ? (message['attachments'] as Body[]) : [];
  const metadata = textOf(message['metadata']);
  if (metadata !== undefined && metadata.length > 1000)
    throw invalid('Param message[metadata] must be at most 1000 characters');
  if (text === undefined && !attachment && several.length === 0)
    throw invalid('Must provide message text or attachment');
  if (typeof text === 'string') checkText(account, text);
  checkQuickReplies(message['quick_replies']);
  if (attachment) return checkAttachment(state, account, attachment, request);
  for (const item of several) checkAttachment(state, account, item, request);
  return several.length > 0 ? textOf(several[0]!['type'])! : 'text';
}

function checkText(account: PageAccount | InstagramAccount, text: string): void {
  if (text === '') throw invalid('Param message[text] must not be empty');
  if (account.kind === 'messenger' && text.length > 2000)
    throw invalid('Param message[text] must be at most 2000 characters', 2_018_109);
  if (account.kind === 'instagram' && Buffer.byteLength(text) > 1000)
    throw invalid('Message text must be UTF-8 and at most 1000 bytes', 2_534_038);
}

function checkQuickReplies(replies: unknown): void {
  if (replies === undefined) return;
  if (!Array.isArray(replies) || replies.length === 0 || replies.length > 13)
    throw invalid('Between 1 and 13 quick replies are allowed');
  for (const reply of replies as Body[]) {
    if (reply['content_type'] !== 'text') continue;
    if (textLength(reply['title']) > 20) throw invalid('Quick reply title must be between 1 and 20 characters');
    if (textLength(reply['payload']) > 1000) throw invalid('Quick reply payload must be between 1 and 1000 characters');
  }
}

function checkAttachment(
  state: SimulatorState,
  account: PageAccount | InstagramAccount,
  attachment: Body,
  request: GraphRequest,
): string {
  const type = textOf(attachment['type']) ?? '';
  const payload = isRecord(attachment['payload']) ? attachment['payload'] : {};
  if (type === 'template') return checkTemplate(payload);
  const allowedTypes =
    account.kind === 'instagram'
      ? ['image', 'audio', 'video', 'file', 'like_heart', 'MEDIA_SHARE']
      : ['image', 'audio', 'video', 'file'];
  if (!allowedTypes.includes(type))
    throw invalid(`Param message[attachment][type] must be one of {${allowedTypes.join(', ')}} - got "${type}".`);
  if (type === 'like_heart' || type === 'MEDIA_SHARE') return type;
  const id = textOf(payload['attachment_id']);
  if (id !== undefined && !state.attachments.has(id)) throw invalid('Invalid attachment_id', 2_018_074);
  const url = textOf(payload['url']);
  if (url !== undefined && !/^https?:\/\//.test(url)) throw invalid('Invalid URL', 2_018_008);
  if (id === undefined && url === undefined && request.files.length === 0)
    throw invalid('Upload attachment failure.', 2_018_047);
  return type;
}

function checkTemplate(payload: Body): string {
  switch (payload['template_type']) {
    case 'button':
      if (textLength(payload['text']) > 640) throw invalid('Button template text must be between 1 and 640 characters');
      checkButtons(payload['buttons']);
      return 'template';
    case 'generic': {
      const elements = Array.isArray(payload['elements']) ? (payload['elements'] as Body[]) : [];
      if (elements.length === 0 || elements.length > 10) throw invalid('Between 1 and 10 elements are allowed');
      for (const element of elements) {
        if (textLength(element['title']) > 80) throw invalid('Element title must be between 1 and 80 characters');
        if (element['subtitle'] !== undefined && String(element['subtitle']).length > 80)
          throw invalid('Element subtitle must be at most 80 characters');
        if (element['buttons'] !== undefined) checkButtons(element['buttons']);
      }
      return 'template';
    }
    case 'media':
    case 'receipt':
    case 'product':
      return 'template';
    default:
      throw invalid('Invalid template_type');
  }
}

function checkButtons(buttons: unknown): void {
  if (!Array.isArray(buttons) || buttons.length === 0 || buttons.length > 3)
    throw invalid('Between 1 and 3 buttons are allowed');
  for (const button of buttons as Body[]) {
    if (textLength(button['title']) > 20) throw invalid('Button title must be between 1 and 20 characters');
    if (button['type'] === 'web_url' && !/^https?:\/\//.test(String(button['url'])))
      throw invalid('Button url is not valid');
    if (button['type'] === 'postback' && textLength(button['payload']) > 1000)
      throw invalid('Button payload must be between 1 and 1000 characters');
  }
}
const textLength = (value: unknown): number =>
  typeof value === 'string' && value !== '' ? value.length : Number.POSITIVE_INFINITY;
