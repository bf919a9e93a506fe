/** The fields of an interactive message, and the request made of them. */
import { messages } from '@balcao/contract/endpoints/messages';
import type { Message } from '@balcao/contract/endpoints/messages';
import { parsePixKey, type PixKey, type PixKeyType } from '@balcao/domain/message/pix';
import { api } from '../../../../lib/api.ts';
import type { CardKind } from '../attach-menu.tsx';

export interface CardDraft {
  title: string;
  text: string;
  footer: string;
  button: string;
  /** The link, the code or the phone number. */
  value: string;
  /** base64 without a prefix; only for links. */
  image: string;
  sections: readonly Section[];
  keyType: PixKeyType;
  key: string;
  merchant: string;
  /** 0 lets the payer enter the amount. */
  cents: number;
}
export interface Section {
  title: string;
  rows: readonly { title: string; description: string }[];
}
export const emptyRow = { title: '', description: '' };
export const emptySection: Section = { title: '', rows: [emptyRow] };
export const DEFAULT_BUTTON = 'Clique aqui';

/** `pixKey` is the one of the user's last charge. */
export const emptyCard = (companyName: string, pixKey: PixKey | null = null): CardDraft => ({
  title: '',
  text: '',
  footer: '',
  button: '',
  value: '',
  image: '',
  sections: [emptySection],
  keyType: pixKey?.keyType ?? 'CNPJ',
  key: pixKey?.key ?? '',
  merchant: pixKey?.merchantName ?? companyName,
  cents: 0,
});

export type CardError = 'noTicket' | 'noTitle' | 'nothing' | 'badLink' | 'noKey' | 'noMerchant' | `bad${PixKeyType}`;
/** The field that shows the error; undefined for an error of the whole message. */
export function fieldOf(error: CardError): 'title' | 'key' | 'merchant' | undefined {
  switch (error) {
    case 'noTitle':
      return 'title';
    case 'noMerchant':
      return 'merchant';
    case 'noTicket':
    case 'nothing':
    case 'badLink':
      return undefined;
    default:
      return 'key';
  }
}
type Send = (clientKey: string) => Promise<{ newMsg: Message }>;

/** The function that sends it, or the error. */
export function readCard(kind: CardKind | null, draft: CardDraft, ticketId: number): Send | CardError {
  if (!Number.isSafeInteger(ticketId) || ticketId <= 0) return 'noTicket';
  if (kind === null) return 'nothing';
  if (draft.title.trim() === '') return 'noTitle';
  const params = { ticketId };
  const { lista, url, copy, call, pix } = api.messages;
  switch (kind) {
    case 'list': {
      const body = listOf(draft);
      return fits('lista', body) ? (clientKey) => lista({ params, body: { ...body, clientKey } }) : 'nothing';
    }
    case 'pix': {
      const key = parsePixKey(draft.keyType, draft.key);
      if (draft.key.trim() === '') return 'noKey';
      if (!key.ok) return `bad${draft.keyType}`;
      if (draft.merchant.trim() === '') return 'noMerchant';
      const body = {
        title: draft.title,
        sendvalue: draft.cents,
        sendkey_type: draft.keyType,
        sendmerchant_name: draft.merchant,
        sendKey: key.value,
      };
      return fits('pix', body) ? (clientKey) => pix({ params, body: { ...body, clientKey } }) : 'nothing';
    }
    case 'link':
    case 'copy':
    case 'call': {
      const body = {
        title: draft.title,
        description: draft.text,
        buttonText: draft.button,
        copyText: draft.value.trim(),
        image: '',
      };
      if (kind === 'link') {
        const address = linkOf(draft.value);
        if (draft.value.trim() !== '' && address === null) return 'badLink';
        Object.assign(body, { copyText: address ?? '', image: draft.image });
      }
      const sendRequest = { link: url, copy, call }[kind];
      return fits('copy', body) ? (clientKey) => sendRequest({ params, body: { ...body, clientKey } }) : 'nothing';
    }
  }
}

function listOf({ title, text, footer, button, sections }: CardDraft) {
  return {
    title,
    text: text.trim() === '' ? title : text,
    footer,
    buttonText: button.trim() || DEFAULT_BUTTON,
    sections: sections
      .map((section) => ({ ...section, rows: section.rows.filter((row) => row.title.trim() !== '') }))
      .filter(({ rows }) => rows.length > 0),
  };
}

/** The server's own schemas: errors are shown before sending. */
const fits = (name: 'lista' | 'copy' | 'pix', body: unknown): boolean => messages[name].body.safeParse(body).success;

/** Users type addresses without https://. */
export function linkOf(typed: string): string | null {
  const address = /^[a-z][a-z\d+.-]*:/i.test(typed.trim()) ? typed.trim() : `https://${typed.trim()}`;
  if (!URL.canParse(address)) return null;
  const { protocol, hostname } = new URL(address);
  return /^https?:$/.test(protocol) && hostname.includes('.') ? address : null;
}
