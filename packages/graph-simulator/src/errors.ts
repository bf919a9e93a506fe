import { errorDefinitions } from './error-catalogue.ts';

/** Error of the Graph API, thrown by the handler of a call. */
export class GraphError extends Error {
  readonly code: number;
  readonly status: number;
  readonly subcode: number | undefined;
  readonly title: string;
  readonly details: string;
  readonly type: string;
  constructor(code: number, how: { subcode?: number; details?: string; title?: string; status?: number } = {}) {
    const definition = errorDefinitions[code] ?? { status: 400, title: 'Unknown error', details: '' };
    super(how.title ?? definition.title);
    this.code = code;
    this.title = this.message;
    this.details = how.details ?? definition.details;
    this.status = how.status ?? definition.status;
    this.subcode = how.subcode ?? definition.subcode;
    this.type = definition.type ?? 'OAuthException';
  }
}

/** Body of an error response. Only the Cloud API has `error_data`. */
export function errorBody(error: GraphError, isWhatsApp: boolean, trace: string) {
  return {
    error: {
      message: `(#${error.code}) ${error.title}`,
      type: error.type,
      code: error.code,
      ...(isWhatsApp && { error_data: { messaging_product: 'whatsapp', details: error.details } }),
      ...(error.subcode !== undefined && { error_subcode: error.subcode }),
      fbtrace_id: trace,
    },
  };
}

/** Element of `errors[]` in a webhook, of a status or a message. */
export function errorItem({ code, title, details }: { code: number; title?: string; details?: string }) {
  const definition = errorDefinitions[code];
  const name = title ?? definition?.title ?? 'Unknown error';
  return {
    code,
    title: name,
    message: name,
    error_data: { details: details ?? definition?.details ?? '' },
    href: 'https://developers.facebook.com/docs/whatsapp/cloud-api/support/error-codes/',
  };
}
