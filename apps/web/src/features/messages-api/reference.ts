/** What the send API takes and what it refuses, for the reference. */
import { errors, type ErrorCode } from '@balcao/contract/errors/catalogue';
import type { messagesApiTexts } from './messages-api.texts.ts';

type TextKey = keyof typeof messagesApiTexts;
export interface ReferenceRow {
  name: string;
  type: TextKey;
  text: TextKey;
  required?: true;
}

export const headerRows: readonly ReferenceRow[] = [
  { name: 'Authorization', type: 'typeText', text: 'headerAuthorization', required: true },
  { name: 'Idempotency-Key', type: 'typeText', text: 'headerIdempotency' },
  { name: 'Accept-Language', type: 'typeText', text: 'headerLanguage' },
];

export const fieldRows: readonly ReferenceRow[] = [
  { name: 'number', type: 'typeText', text: 'number', required: true },
  { name: 'body', type: 'typeText', text: 'body' },
  { name: 'medias', type: 'typeFile', text: 'medias' },
  { name: 'queueId', type: 'typeNumber', text: 'queueId' },
  { name: 'userId', type: 'typeNumber', text: 'userId' },
  { name: 'sendSignature', type: 'typeFlag', text: 'sendSignature' },
  { name: 'closeTicket', type: 'typeFlag', text: 'closeTicket' },
  { name: 'noRegister', type: 'typeFlag', text: 'noRegister' },
  { name: 'quotedMsg', type: 'typeObject', text: 'quotedMsg' },
  { name: 'msdelay', type: 'typeNumber', text: 'msdelay' },
];

const codes: readonly ErrorCode[] = [
  'ERR_VALIDATION',
  'ERR_EMPTY_MESSAGE',
  'ERR_WAPP_INVALID_CONTACT',
  'ERR_CONTACT_BLOCKED',
  'ERR_CONTENT_UNSUPPORTED',
  'ERR_REPLY_WINDOW',
  'ERR_TICKET_IN_OTHER_HANDS',
  'ERR_SESSION_EXPIRED',
  'ERR_COMPANY_INACTIVE',
  'ERR_SUBSCRIPTION_EXPIRED',
  'ERR_API_TOKEN',
  'ERR_API_NOT_IN_PLAN',
  'ERR_NO_USER_FOUND',
  'ERR_QUEUE_NOT_FOUND',
  'ERR_NO_MESSAGE_FOUND',
  'ERR_IDEMPOTENCY_BUSY',
  'ERR_BODY_TOO_LARGE',
  'ERR_STORAGE_FULL',
  'ERR_IDEMPOTENCY_REUSED',
  'ERR_TOO_MANY_TRIES',
];

/** In the order of their status. */
export const errorRows = codes
  .map((code) => ({ code, ...errors[code] }))
  .toSorted((one, other) => one.status - other.status);
