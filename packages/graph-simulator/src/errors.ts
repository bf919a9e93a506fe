import { knownErrors } from './error-catalogue.ts';

/** Thrown by a call's handler: how the Graph API says no. */
export class GraphError extends Error {
  readonly code: number;
  readonly status: number;
  readonly subcode: number | undefined;
  readonly title: string;
  readonly details: string;
  readonly type: string;
  constructor(code: number, how: { subcode?: number; details?: string; title?: string; status?: number } = {}) {
    const usual = knownErrors[code] ?? { status: 400, title: 'Unknown error', details: '' };
    super(how.title ?? usual.title);
    this.code = code;
    this.title = this.message;
    this.details = how.details ?? usual.details;
    this.status = how.status ?? usual.status;
    this.subcode = how.subcode ?? usual.subcode;
    this.type = usual.type ?? 'OAuthException';
  }
}

/** The body that a caller reads. Only the Cloud API has `error_data`. */
export function errorBody(fault: GraphError, isWhatsApp: boolean, trace: string) {
  return {
    error: {
      message: `(#${fault.code}) ${fault.title}`,
      type: fault.type,
      code: fault.code,
      ...(isWhatsApp && { error_data: { messaging_product: 'whatsapp', details: fault.details } }),
      ...(fault.subcode !== undefined && { error_subcode: fault.subcode }),
      fbtrace_id: trace,
    },
  };
}

/** The same in a webhook: `errors[]` of a status or of a message. */
export function errorItem({ code, title, details }: { code: number; title?: string; details?: string }) {
  const usual = knownErrors[code];
  const name = title ?? usual?.title ?? 'Unknown error';
  return {
    code,
    title: name,
    message: name,
    error_data: { details: details ?? usual?.details ?? '' },
    href: 'https://developers.facebook.com/docs/whatsapp/cloud-api/support/error-codes/',
  };
}
